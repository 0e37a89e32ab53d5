import { publicRoomId } from '@covo/contract/chat/chat.rules'
import type { FirstSteps } from '@covo/contract/home/home.routes'
import { sql } from 'kysely'
import type { Database } from '../platform/database/database.ts'

/** Two looks into indexes, whatever the member did since. */
export async function findFirstSteps(database: Database, uid: string): Promise<FirstSteps> {
  const { rows } = await sql<FirstSteps>`
    select
      exists (
        select from conversation_authors where conversation_id = ${publicRoomId} and user_id = ${uid}
      ) as "hasWritten",
      exists (select from event_participants where user_id = ${uid} and state = 'joined') as "hasJoined"
  `.execute(database)
  return rows[0] ?? { hasWritten: false, hasJoined: false }
}
