import { publicRoomId } from '@covo/contract/chat/chat.rules'
import type { FirstSteps } from '@covo/contract/home/home.routes'
import { sql } from 'kysely'
import type { Database } from '../platform/database/database.ts'

type StepsTaken = Pick<FirstSteps, 'hasWritten' | 'hasJoined'> & {
  /** No member registered before; bots don't count. */
  isFounder: boolean
  hasModerator: boolean
}

/** Looks into indexes, whatever the member did since; the search for an earlier member ends at the first, or reads the founder's few. */
export async function findFirstSteps(database: Database, uid: string): Promise<StepsTaken> {
  const { rows } = await sql<StepsTaken>`
    select
      exists (
        select from conversation_authors where conversation_id = ${publicRoomId} and user_id = ${uid}
      ) as "hasWritten",
      exists (select from event_participants where user_id = ${uid} and state = 'joined')
        or exists (select from events where organizer_id = ${uid}) as "hasJoined",
      not exists (
        select from users as earlier join users as own on own.id = ${uid}
        where earlier.created_at < own.created_at and earlier.bot_owner is null
      ) as "isFounder",
      exists (select from users where is_moderator) as "hasModerator"
  `.execute(database)
  return rows[0] ?? { hasWritten: false, hasJoined: false, isFounder: false, hasModerator: true }
}
