import type { OwnEvents } from '@covo/contract/notifications/notifications.routes'
import { type Lead, remindedStart, reminderLeads } from '@covo/contract/notifications/reminders.rules'
import { useQuery } from '@tanstack/react-query'
import { useEffect } from 'react'
import { ownEventsQuery } from './notifications.queries.ts'
import { notificationTexts } from './notifications.texts.it.ts'
import { tell } from './tell.ts'

/** Milliseconds that a timer of a browser can wait: of what is later, the next opening of the program reminds. */
const longestTimer = 2 ** 31 - 1

/** Reminds the member, on whichever screen they are, of their events a day and an hour before. */
export function useReminders(ownId: string): void {
  const { data } = useQuery(ownEventsQuery(ownId))
  useEffect(() => {
    const timers = remindersOf(data?.events ?? []).flatMap(({ at, text }) => {
      const wait = at - Date.now()
      return wait > 0 && wait <= longestTimer ? [setTimeout(() => void tell(text), wait)] : []
    })
    return () => timers.forEach(clearTimeout)
  }, [data])
}

function remindersOf(events: OwnEvents['events']): { at: number; text: string }[] {
  return events
    .filter(({ remind }) => remind)
    .flatMap(({ title, dateTime, timeZone, isAllDay }) => {
      const start = remindedStart({ startsAt: Date.parse(dateTime), timeZone, isAllDay })
      return (Object.keys(reminderLeads) as Lead[]).map((lead) => ({
        at: start - reminderLeads[lead],
        text: notificationTexts.reminder(title, lead),
      }))
    })
}
