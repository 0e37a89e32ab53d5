import { dueLead, remindedStart, reminderLeads } from '@covo/contract/notifications/reminders.rules'
import type { Database } from '../platform/database/database.ts'
import { findStartingEvents, queueReminderMails } from './reminders.store.ts'

/**
 * Queues the mails of all reminders that are due, once each however many processes do it. Members who took part in time are
 * reminded: those who join later get the next.
 */
export async function queueReminders(database: Database): Promise<void> {
  const now = Date.now()
  for (const event of await findStartingEvents(database)) {
    const lead = dueLead(timeOf(event), now)
    if (!lead || event.done.includes(lead)) continue
    const dueAt = new Date(remindedStart(timeOf(event)) - reminderLeads[lead])
    await queueReminderMails(database, { ...event, lead, dueAt })
  }
}

/** The facts that decide when an event is reminded of, as the rules take them. */
export function timeOf<Time extends { startsAt: Date }>(event: Time) {
  return { ...event, startsAt: event.startsAt.getTime() }
}
