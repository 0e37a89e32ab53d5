import { eventsTopic } from '@covo/contract/events/events.news'
import { membersTopic } from '@covo/contract/profiles/profiles.news'
import { useEffect } from 'react'
import { live } from '../platform/live.ts'
import { newsReceiver } from '../platform/query-client.ts'

/** They have no history: data from before they were watched is refetched, unless the server says that it is current. */
const topics = [membersTopic, eventsTopic]
/** Milliseconds within which all topics are watched, so that one refetch serves them all. */
const watchingSpread = 100
let refetching: ReturnType<typeof setTimeout> | undefined

/** Keeps all queries up to date with the news, whichever screen is shown. */
export function useLiveNews(): void {
  useEffect(() => {
    const stops = [
      live.subscribeToNews(newsReceiver.receive),
      ...topics.map((topic) =>
        live.watchTopic(topic, ({ isCurrent }) => {
          if (!isCurrent) refetchSoon()
        }),
      ),
    ]
    return () => {
      for (const stop of stops) stop()
    }
  }, [])
}

function refetchSoon(): void {
  clearTimeout(refetching)
  refetching = setTimeout(newsReceiver.refetchAll, watchingSpread)
}
