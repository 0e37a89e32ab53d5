import { type EventSelection, eventsOf, isSelected } from '@covo/contract/events/events.fold'
import type { Event } from '@covo/contract/events/events.routes'
import { useInfiniteQuery } from '@tanstack/react-query'
import { type ReactNode, useEffect, useRef, useState } from 'react'
import { describeError } from '../platform/api.ts'
import { commonTexts } from '../platform/common.texts.it.ts'
import { newsReceiver } from '../platform/query-client.ts'
import { Button } from '../ui/button.tsx'
import { Contained } from '../ui/error-boundary.tsx'
import { InlineAlert } from '../ui/inline-alert.tsx'
import { LoadFailure } from '../ui/load-failure.tsx'
import { EventAgenda } from './event-agenda.tsx'
import { EventCard } from './event-card.tsx'
import styles from './event-grid.module.css'
import { eventListQuery } from './events.queries.ts'
import { eventsTexts, listErrors } from './events.texts.it.ts'

/** Pixels before the end from which the next page is asked for. */
const endTolerance = 600
const minute = 60_000

/**
 * The events of a selection as cards or as an agenda, page after page as the reader comes to their end; or `empty` if there
 * are none.
 * @param sought the event that is looked for, until `onFound`
 */
export function EventGrid({
  selection,
  view,
  empty,
  foot,
  sought,
  onFound,
}: {
  selection: EventSelection
  view: 'cards' | 'agenda'
  empty: ReactNode
  foot: ReactNode
  sought: Event | null
  onFound: () => void
}) {
  const { data, error, isPlaceholderData, isFetching, isFetchNextPageError, ...list } = useInfiniteQuery(
    eventListQuery(selection),
  )
  const now = useNow()
  const { filter, search, viewerId } = selection

  // Its place may be beyond the pages that are held, or that are being fetched for a selection that is new.
  useEffect(() => {
    if (sought && isSelected(sought, { filter, search, viewerId }))
      newsReceiver.receive([{ type: 'events.created', event: sought }])
  }, [sought, filter, search, viewerId])

  if (!data) {
    if (!error)
      return (
        <div className={`${styles.grid} appears-late`} aria-busy="true">
          {[1, 2, 3, 4, 5, 6].map((number) => (
            <div key={number} className={styles.skeleton} />
          ))}
        </div>
      )
    return (
      <LoadFailure
        text={eventsTexts.loadFailed(describeError(error, listErrors))}
        isBusy={isFetching}
        onRetry={list.refetch}
      />
    )
  }
  const events = eventsOf(data.pages, selection.filter)
  return (
    <>
      {/* Said when it comes to nothing. */}
      <div role="status">{events.length === 0 && !isPlaceholderData && empty}</div>
      {events.length > 0 && view === 'agenda' && (
        <div aria-busy={isPlaceholderData}>
          <EventAgenda events={events} now={now} sought={sought} onFound={onFound} />
        </div>
      )}
      {events.length > 0 && view === 'cards' && (
        <ul className={styles.grid} aria-label={eventsTexts.list} aria-busy={isPlaceholderData}>
          {events.map((event) => (
            <li key={event.id}>
              <Contained>
                <EventCard event={event} now={now} onFound={event.id === sought?.id ? onFound : undefined} />
              </Contained>
            </li>
          ))}
        </ul>
      )}
      {isFetchNextPageError && (
        <div className={styles.more}>
          <InlineAlert kind="error">{eventsTexts.loadFailed(describeError(error, listErrors))}</InlineAlert>
          <Button busy={isFetching} onClick={() => void list.fetchNextPage()}>
            {commonTexts.retry}
          </Button>
        </div>
      )}
      {list.hasNextPage && !isPlaceholderData && !isFetchNextPageError && (
        <More isBusy={list.isFetchingNextPage} onMore={() => void list.fetchNextPage()} />
      )}
      {foot && <div className={styles.foot}>{foot}</div>}
    </>
  )
}

/** Asks for more when it comes near, or is pressed. */
function More({ isBusy, onMore }: { isBusy: boolean; onMore: () => void }) {
  const place = useRef<HTMLDivElement>(null)
  const handleNear = useRef(onMore)
  useEffect(() => {
    handleNear.current = onMore
  })

  useEffect(() => {
    const { current } = place
    if (!current || isBusy) return
    const observer = new IntersectionObserver(
      (entries) => {
        if (entries.some(({ isIntersecting }) => isIntersecting)) handleNear.current()
      },
      { root: current.closest('main'), rootMargin: `0px 0px ${endTolerance}px` },
    )
    observer.observe(current)
    return () => observer.disconnect()
  }, [isBusy])

  return (
    <div ref={place} className={styles.more}>
      <Button busy={isBusy} onClick={onMore}>
        {eventsTexts.more}
      </Button>
    </div>
  )
}

/** The time, to the minute. */
function useNow(): number {
  const [now, setNow] = useState(() => Date.now())
  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now()), minute)
    return () => clearInterval(timer)
  }, [])
  return now
}
