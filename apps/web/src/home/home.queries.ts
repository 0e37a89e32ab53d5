import { foldFirstSteps } from '@covo/contract/home/home.fold'
import { queryOptions } from '@tanstack/react-query'
import { call } from '../platform/api.ts'
import { keptOnDevice } from '../platform/last-seen.ts'
import { liveQuery } from '../platform/live-query.ts'

/** The first steps that no other query has. */
export function firstStepsQuery(viewerId: string) {
  return liveQuery(
    queryOptions({
      queryKey: ['home', 'first-steps'],
      queryFn: () => call('GET /api/home/first-steps'),
      ...keptOnDevice,
    }),
    (steps, news) => foldFirstSteps(steps, news, viewerId),
  )
}
