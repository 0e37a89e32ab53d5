import { eventsTopic } from '@covo/contract/events/events.news'
import { membersTopic } from '@covo/contract/profiles/profiles.news'
import type { SliceNews } from '@covo/contract/realtime'
import { useEffect } from 'react'
import { foldChatNews } from '../chat/chat.news.ts'
import { foldEventsNews } from '../events/events.news.ts'
import { foldFriendsNews } from '../friends/friends.news.ts'
import { askAnew } from '../platform/ask-anew.ts'
import { listenToNews, watchTopic } from '../platform/live.ts'
import { queryClient } from '../platform/query-client.ts'
import { foldProfilesNews } from '../profiles/profiles.news.ts'

const folds = [foldProfilesNews, foldEventsNews, foldFriendsNews, foldChatNews]
/** They have no history: what was shown before they were watched is asked for anew. */
const topics = [membersTopic, eventsTopic]
/** Milliseconds within which all of them are watched, so that asking once serves them all. */
const watchingSpread = 100
let asking: ReturnType<typeof setTimeout> | undefined

/** Lets news change what the slices hold, whichever screen is shown. */
export function useLiveNews(): void {
  useEffect(() => {
    const stops = [listenToNews(fold), ...topics.map((topic) => watchTopic(topic, catchUp))]
    return () => {
      for (const stop of stops) stop()
    }
  }, [])
}

function fold(news: SliceNews[]): void {
  for (const piece of news) {
    for (const foldSlice of folds) foldSlice(queryClient, piece)
    // A name stands in almost everything: what is being fetched may have been read before it changed.
    if (piece.type === 'profiles.member_changed') askAnew(queryClient, { fetchStatus: 'fetching' })
  }
}

const catchUp = {
  onWatching: () => {
    clearTimeout(asking)
    asking = setTimeout(() => askAnew(queryClient), watchingSpread)
  },
  onNews: () => {},
}
