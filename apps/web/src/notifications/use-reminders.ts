import type { OwnEvents } from '@covo/contract/notifications/notifications.routes'
import { type Lead, remindedStart, reminderLeads } from '@covo/contract/notifications/reminders.rules'
import { useQuery } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { useEnabledAfterFirstScreen } from '../platform/first-screen.ts'
import { ownEventsQuery } from './notifications.queries.ts'
import { notificationTexts } from './notifications.texts.it.ts'
import { showEventToast } from './show-event-toast.ts'

/** Milliseconds between two looks at the clock: timers of hours come late where the device slept meanwhile. */
const intervalMs = 10_000

/** Parts of its time before the start by which a reminder may be late: after that its words are wrong. */
const latest = 1 / 12

/** Reminds the member, on whichever screen they are, of their events a day and an hour before. */
export function useReminders(ownId: string): void {
  const { data } = useQuery({ ...ownEventsQuery(ownId), enabled: useEnabledAfterFirstScreen() })
  const [looked] = useState(() => ({ at: Date.now() }))
  useEffect(() => {
    // Made at the first look: a formatter of each zone takes a slow phone 60 ms.
    let reminders: Reminder[] | undefined
    const timer = setInterval(() => {
      const now = Date.now()
      reminders ??= remindersOf(data?.events ?? [])
      for (const { at, isOverAt, text } of reminders)
        if (at > looked.at && at <= now && now < isOverAt) void showEventToast(text)
      looked.at = now
    }, intervalMs)
    return () => clearInterval(timer)
  }, [data, looked])
}

type Reminder = { at: number; isOverAt: number; text: string }

function remindersOf(events: OwnEvents['events']): Reminder[] {
  return events
    .filter(({ remind }) => remind)
    .flatMap(({ title, dateTime, timeZone, isAllDay }) => {
      const start = remindedStart({ startsAt: Date.parse(dateTime), timeZone, isAllDay })
      return (Object.keys(reminderLeads) as Lead[]).map((lead) => {
        const at = start - reminderLeads[lead]
        return {
          at,
          isOverAt: at + reminderLeads[lead] * latest,
          text: notificationTexts.reminder(title, lead),
        }
      })
    })
}
