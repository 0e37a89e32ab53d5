import type { MutedUntil } from '@covo/contract/chat/chat.rules'
import { sql } from 'kysely'

/** The muting of a row of `memberships`, as the wire has it. */
export const mutedUntil = sql<MutedUntil>`
  case when muted_until = 'infinity' then 'always'
  else to_char(muted_until at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') end`
