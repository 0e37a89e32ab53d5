import { foldFirstSteps } from '@covo/contract/home/home.fold'
import { queryOptions } from '@tanstack/react-query'
import { api, call } from '../platform/api.ts'
import { keptOnDevice } from '../platform/last-seen.ts'
import { liveQuery } from '../platform/live-query.ts'

/** The first steps that no other query has. */
export function firstStepsQuery(viewerId: string) {
  return liveQuery(
    queryOptions({
      queryKey: ['home', 'first-steps'],
      queryFn: () => call(api.api.home['first-steps'].$get()),
      ...keptOnDevice,
    }),
    (steps, news) => foldFirstSteps(steps, news, viewerId),
  )
}
