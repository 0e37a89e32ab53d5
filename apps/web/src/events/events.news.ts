import type { Event } from '@covo/contract/events/events.routes'
import type { SliceNews } from '@covo/contract/realtime'
import type { QueryClient } from '@tanstack/react-query'
import { askAnew } from '../platform/ask-anew.ts'
import { addEvent, changeEvents, eventsKey, forgetOwnLists, removeEvent } from './events.queries.ts'

/** New events and changed participants, on every card that shows them. */
export function foldEventsNews(queryClient: QueryClient, news: SliceNews): void {
  if (!isOfEvents(news)) return
  fold(queryClient, news)
  // What is being fetched may have been read before the news: it is told again. All of it may be told twice.
  for (const { promise } of queryClient
    .getQueryCache()
    .findAll({ queryKey: eventsKey, fetchStatus: 'fetching' }))
    promise?.then(
      () => fold(queryClient, news),
      () => {},
    )
}

type EventsNews = Extract<SliceNews, { type: `events.${string}` | 'profiles.member_changed' }>

function isOfEvents(news: SliceNews): news is EventsNews {
  return news.type.startsWith('events.') || news.type === 'profiles.member_changed'
}

function fold(queryClient: QueryClient, news: EventsNews): void {
  switch (news.type) {
    case 'events.created':
      addEvent(queryClient, news.event)
      break
    case 'events.removed':
      removeEvent(queryClient, news.eventId)
      break
    case 'events.participants_changed': {
      const { eventId, participantsCount, revision } = news
      changeEvents(queryClient, (event) =>
        event.id === eventId && revision > event.revision ? { ...event, participantsCount, revision } : event,
      )
      break
    }
    case 'events.own_participation_changed':
      foldOwnParticipation(queryClient, news)
      break
    case 'profiles.member_changed':
      changeEvents(queryClient, (event) =>
        event.organizerId === news.uid ? { ...event, organizerName: news.displayName } : event,
      )
  }
}

function foldOwnParticipation(
  queryClient: QueryClient,
  { eventId, isParticipating, revision }: Extract<EventsNews, { isParticipating: boolean }>,
): void {
  let isDoubtful = false
  changeEvents(queryClient, (event: Event) => {
    if (event.id !== eventId || event.isParticipating === isParticipating) return event
    if (revision >= event.revision) return { ...event, isParticipating }
    // Somebody else's later change was told first: whether it is the own one that counts, the server knows.
    isDoubtful = true
    return event
  })
  forgetOwnLists(queryClient, isParticipating)
  if (isDoubtful) askAnew(queryClient, { queryKey: eventsKey })
}
