import { lockConversation } from '../chat/chat.store.ts'
import { logRoomAct } from '../moderation/moderation.store.ts'
import { AppError } from '../platform/app-error.ts'
import type { Database } from '../platform/database/database.ts'
import { recordNews } from '../platform/realtime/newsroom.ts'
import { StartupError } from '../platform/startup-error.ts'
import { moderationChanged } from '../reports/reports.news.ts'
import { archiveRoom, createRoom, editRoom, orderRooms, type RoomChange } from '../rooms/change-rooms.ts'
import { roomsChanged } from '../rooms/rooms.news.ts'
import type { Command } from './command.ts'

export const createRoomCommand: Command = {
  usage: 'NAME PURPOSE [GROUP]',
  summary:
    'make a room, which every member reads and may enter; its name, what it is for, the heading it stands below',
  words: { from: 2, to: 3 },
  async run({ database, words: [name = '', purpose = '', group = ''], print }) {
    const slug = await change(database, (by) => createRoom(by, { name, purpose, group }))
    print(`Made: /app/stanze/${slug}`)
    return 0
  },
}

export const editRoomCommand: Command = {
  usage: 'ROOM NAME PURPOSE [GROUP]',
  summary: "change a room's texts (ROOM is the end of its address, which stays)",
  words: { from: 3, to: 4 },
  async run({ database, words: [slug = '', name = '', purpose = '', group = ''], print }) {
    await change(database, (by) => editRoom(by, slug, { name, purpose, group }))
    print(`Changed: /app/stanze/${slug}`)
    return 0
  },
}

export const orderRoomsCommand: Command = {
  usage: 'ROOM...',
  summary: 'put rooms first, in the given order; the others follow in theirs',
  words: { from: 1, to: 500 },
  async run({ database, words, print }) {
    await change(database, (by) => orderRooms(by, words))
    print('Ordered.')
    return 0
  },
}

export const archiveRoomCommand: Command = {
  usage: 'ROOM',
  summary: 'archive a room: it can be read, and nobody writes there any more',
  words: { from: 1, to: 1 },
  async run({ database, words: [slug = ''], print }) {
    const isNew = await change(database, (by) => archiveRoom(by, slug, true))
    print(isNew ? `Archived: /app/stanze/${slug}` : 'It was archived already.')
    return 0
  },
}

export const reopenRoomCommand: Command = {
  usage: 'ROOM',
  summary: 'reopen an archived room; its members are in it again',
  words: { from: 1, to: 1 },
  async run({ database, words: [slug = ''], print }) {
    const isNew = await change(database, (by) => archiveRoom(by, slug, false))
    print(isNew ? `Open again: /app/stanze/${slug}` : 'It was open already.')
    return 0
  },
}

const sentences: Record<string, string> = {
  'rooms.not_found': 'There is no such room.',
  'rooms.full': 'There are 500 rooms already.',
  'rooms.name_taken': 'There is a room with this name, or one that looks like it.',
  'rooms.field_invalid':
    'A name has 2 to 40 characters, with a letter or digit among them; a purpose 1 to 200, a group at most 40.',
}

const logByOperator: RoomChange['log'] = (trx, act, roomName) =>
  logRoomAct(trx, act, { roomName, moderatorId: null })

async function change<Answer>(
  database: Database,
  act: (change: RoomChange) => Promise<Answer>,
): Promise<Answer> {
  try {
    return await database.transaction().execute(async (trx) => {
      const answer = await act({ trx, lockConversation, log: logByOperator })
      await recordNews(trx, [roomsChanged, moderationChanged()])
      return answer
    })
  } catch (error) {
    const sentence = error instanceof AppError && sentences[error.code]
    throw sentence ? new StartupError(sentence) : error
  }
}
