import type { RoomDraft } from '@covo/contract/rooms/rooms.rules'
import { lockConversation } from '../src/chat/chat.store.ts'
import type { Database } from '../src/platform/database/database.ts'
import { archiveRoom, createRoom, type RoomChange } from '../src/rooms/change-rooms.ts'

/** As the operator's commands do, and told nobody. Answers the end of its address. */
export async function makeRoom(database: Database, draft: Partial<RoomDraft> & { name: string }) {
  return await change(database, (by) => createRoom(by, { purpose: 'Prove', group: '', ...draft }))
}

export async function setArchived(database: Database, slug: string, isArchived: boolean) {
  return await change(database, (by) => archiveRoom(by, slug, isArchived))
}

async function change<Answer>(database: Database, act: (by: RoomChange) => Promise<Answer>): Promise<Answer> {
  return await database
    .transaction()
    .execute((trx) => act({ trx, lockConversation, log: () => Promise.resolve() }))
}
