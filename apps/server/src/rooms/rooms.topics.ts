import { type RoomHeadsMoved, roomHeadsTopic, roomsTopic } from '@covo/contract/rooms/rooms.news'
import { coalesceReads } from '../platform/coalesce-reads.ts'
import type { Database } from '../platform/database/database.ts'
import { openTopic, type Topic } from '../platform/realtime/hub.ts'
import { findHeads } from './rooms.store.ts'

type Heads = { slug: string; head: number }[]

function headsMoved(heads: Heads): RoomHeadsMoved {
  return {
    type: 'rooms.heads_moved',
    heads: Object.fromEntries(heads.map(({ slug, head }) => [slug, head])),
  }
}

export const listTopic = openTopic(roomsTopic, 'That the list of rooms changed.', 'chat:read')

/** `heads:stanze`: one frame for all who watch it says in each sweep which rooms have newer messages, however much is written there. */
export function headsTopic(database: Database): Topic {
  const readHeads = coalesceReads(() => findHeads(database))
  let swept = new Map<string, number>()
  return {
    ...openTopic(
      roomHeadsTopic,
      'The newest sequence of each room by subject: of all rooms at first, then of rooms with newer messages, every two seconds at most.',
      'chat:read',
    ),
    readStart: async () => headsMoved(await readHeads()),
    async readMoves() {
      const heads = await readHeads()
      const moved = heads.filter(({ slug, head }) => swept.get(slug) !== head)
      swept = new Map(heads.map(({ slug, head }) => [slug, head]))
      return moved.length > 0 ? headsMoved(moved) : null
    },
  }
}
