import type { EventUpdate } from '@covo/contract/events/event-changes.routes'
import type { Event, EventDetails } from '@covo/contract/events/events.routes'
import { eventVenues } from '@covo/contract/events/events.rules'
import { infiniteQueryOptions, keepPreviousData, useInfiniteQuery } from '@tanstack/react-query'
import { type ReactNode, useId } from 'react'
import { call, describeError } from '../platform/api.ts'
import { Contained } from '../ui/error-boundary.tsx'
import { LoadFailure } from '../ui/load-failure.tsx'
import { MoreButton } from '../ui/more-button.tsx'
import { categoryNames, venueNames } from './event.texts.it.ts'
import { datesOf, readerDates } from './event-dates.ts'
import { fieldWords, managementTexts, updatesErrors } from './event-management.texts.it.ts'
import styles from './event-updates.module.css'

/** The history of an event; each update of the event is a new list. */
function updatesQuery({ id, updateNumber }: EventDetails) {
  return infiniteQueryOptions({
    queryKey: ['events', 'updates', id, updateNumber],
    queryFn: ({ pageParam: cursor }) =>
      call('GET /api/events/{eventId}/updates', { param: { eventId: id }, query: cursor ? { cursor } : {} }),
    initialPageParam: null as string | null,
    getNextPageParam: ({ nextCursor }) => nextCursor,
    placeholderData: keepPreviousData,
  })
}

/** The updates of an event, newest first; nothing where it was never changed. */
export function EventUpdates({ event }: { event: EventDetails }) {
  const headingId = useId()
  const list = useInfiniteQuery(updatesQuery(event))
  const { data, error, isFetching, refetch } = list
  const updates = data?.pages.flatMap((page) => page.updates)
  if (updates?.length === 0 || event.updateNumber === 0) return null
  return (
    <section className={styles.updates} aria-labelledby={headingId}>
      <h2 id={headingId}>{managementTexts.updates}</h2>
      {updates && (
        <ul aria-label={managementTexts.updatesList} className={styles.list}>
          {updates.map((update) => (
            <li key={update.number}>
              <Contained>
                <p className={styles.what}>{headlineOf(update)}</p>
                <p className={styles.who}>
                  {update.kind !== 'message' && (
                    <>
                      <bdi>{update.authorName}</bdi>
                      <span> · </span>
                    </>
                  )}
                  <span>{readerDates.short(update.createdAt)}</span>
                </p>
                <Changes event={event} update={update} />
              </Contained>
            </li>
          ))}
        </ul>
      )}
      {!updates && error && (
        <LoadFailure text={describeError(error, updatesErrors)} isBusy={isFetching} onRetry={refetch} />
      )}
      {!updates && !error && <div className="appears-late" aria-busy="true" />}
      <MoreButton
        list={list}
        label={managementTexts.moreUpdates}
        failure={managementTexts.failed(describeError(error, updatesErrors))}
      />
    </section>
  )
}

function headlineOf({ kind, text, changes, authorName, ownerName }: EventUpdate): ReactNode {
  switch (kind) {
    case 'edited':
      return managementTexts.edited(changes.map(({ field }) => fieldWords[field] ?? field).join(', '))
    case 'cancelled':
      return managementTexts.cancelledBecause(text)
    case 'restored':
      return managementTexts.restored
    case 'handed_over':
      return managementTexts.handedOver(<bdi key="name">{ownerName}</bdi>)
    case 'message':
      return managementTexts.writes(<bdi key="name">{authorName}</bdi>, text)
  }
}

function Changes({ event, update }: { event: Event; update: EventUpdate }) {
  // Of a description only that it changed is known.
  const shown = update.changes.filter(({ before, after }) => before !== after)
  if (shown.length === 0) return null
  return (
    <details>
      <summary>{managementTexts.showChanges}</summary>
      {shown.map(({ field, before, after }) => (
        <p key={field}>
          {managementTexts.change(
            fieldWords[field] ?? field,
            shownValue(event, field, before),
            shownValue(event, field, after),
          )}
        </p>
      ))}
    </details>
  )
}

function shownValue(event: Event, field: string, value: string | number | boolean | null): string {
  if (value === null || value === '') return managementTexts.noValue
  if (typeof value === 'boolean') return value ? managementTexts.yes : managementTexts.no
  const text = String(value)
  if (field === 'joinDeadline') return readerDates.short(text)
  if (field === 'dateTime' || field === 'deadline') return datesOf(event).short(text)
  if (field === 'venue') return venueNames[eventVenues.find((venue) => venue === text) ?? 'none']
  if (field === 'category') return categoryNames[text as Event['category']] ?? text
  return text
}
