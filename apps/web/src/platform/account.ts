import { foldAccount } from '@covo/contract/account/account.fold'
import { queryOptions } from '@tanstack/react-query'
import { call } from './api.ts'
import { liveQuery } from './live-query.ts'

/** How the member signs in, and whether their address is confirmed. */
export const accountQuery = liveQuery(
  queryOptions({ queryKey: ['account'], queryFn: () => call('GET /api/account') }),
  foldAccount,
)
