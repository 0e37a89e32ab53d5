import { completeLink } from '@covo/contract/addresses'
import { maximumEventTitleLength } from '@covo/contract/events/event-form.rules'
import { useDebouncedValue } from '@mantine/hooks'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useLayoutEffect } from 'react'
import { Link } from 'react-router'
import { call } from '../platform/api.ts'
import { eventPath } from '../screens.ts'
import { InlineAlert } from '../ui/inline-alert.tsx'
import styles from './create-event-dialog.module.css'
import { datesOf, instantOf } from './event-dates.ts'
import type { EventFields } from './event-draft.ts'
import { eventsTexts } from './events.texts.it.ts'

/** Milliseconds without a change before the server is asked. */
const similarDelay = 500

/** Says that there may be an event already like the one that is being entered. It is a hint: its failure is not shown. */
export function SimilarEvent({ fields }: { fields: EventFields }) {
  const [{ title, link, dateTime, timeZone }] = useDebouncedValue(fields, similarDelay)
  const start = instantOf(dateTime, timeZone)
  const query = {
    title: title.trim().slice(0, maximumEventTitleLength),
    link: completeLink(link).slice(0, 500),
    ...(start && { dateTime: start }),
  }
  const isEnough = link !== '' || (query.title !== '' && start !== '')
  const { data } = useQuery({
    queryKey: ['similar-event', query],
    queryFn: () => call('GET /api/events/similar', { query }),
    enabled: isEnough,
    placeholderData: keepPreviousData,
  })
  const event = isEnough ? data?.event : undefined
  // It takes the room of the fields above, of which the last may have the focus.
  useLayoutEffect(() => {
    if (event?.id) document.activeElement?.scrollIntoView({ block: 'nearest' })
  }, [event?.id])
  if (!event) return null
  return (
    <div className={styles.alert}>
      <InlineAlert kind="info">
        <span>{eventsTexts.maybeThere}</span>{' '}
        <Link to={eventPath(event.id)}>
          <bdi>{event.title}</bdi>
        </Link>
        <span>{`, ${datesOf(event).shortDay(event.dateTime)}.`}</span>
      </InlineAlert>
    </div>
  )
}
