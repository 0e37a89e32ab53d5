import {
  type ParticipantPage,
  type ParticipantState,
  participantsPageSize,
} from '@covo/contract/events/event-participants.routes'
import type { Event } from '@covo/contract/events/events.routes'
import { z } from 'zod'
import { AppError } from '../platform/app-error.ts'
import { cursorInstant, decodeCursor, pageOf } from '../platform/database/cursor.ts'
import type { Database, DatabaseTransaction } from '../platform/database/database.ts'
import type { Publish } from '../platform/realtime/newsroom.ts'
import {
  type Audience,
  findJoinedEvents,
  findJoinedPeople,
  findParticipants,
  findWaiting,
  type ParticipantPosition,
  setShown,
} from './event-participants.store.ts'
import { peopleChanged } from './events.news.ts'
import { readEvent } from './events.service.ts'
import { csvHeader, csvLines } from './participants-csv.ts'

export type EventParticipantsService = ReturnType<typeof createEventParticipantsService>

/** Events whose open pages are notified at once when a member shows or hides themselves; the nearest ones. */
const maximumPublished = 200

/** People that one statement of an export reads. */
const exportedAtOnce = 5000

type ParticipantsDependencies = {
  database: Database
  /** The names of the teams for which these participants play an event, by uid; the teams slice's. */
  readTeamNames: (
    database: Database,
    eventId: string,
    uids: readonly string[],
  ) => Promise<ReadonlyMap<string, string>>
}

export function createEventParticipantsService({ database, readTeamNames }: ParticipantsDependencies) {
  async function listParticipants(
    viewerId: string,
    id: string,
    state: ParticipantState,
    cursor: string | undefined,
  ): Promise<ParticipantPage> {
    const event = await readEvent(database, id, viewerId)
    if (state === 'joined') return await listJoined(viewerId, event, cursor)
    if (!event.canManage) throw new AppError('events.not_organizer')
    return await listWaiting(viewerId, event, cursor)
  }

  async function listJoined(
    viewerId: string,
    event: Event,
    cursor: string | undefined,
  ): Promise<ParticipantPage> {
    const before = cursor === undefined ? null : positionOf(cursor)
    const rows = await findParticipants(
      database,
      event.id,
      viewerId,
      audienceOf(event),
      before,
      participantsPageSize + 1,
    )
    // The cursor counts who was seen: on the last page, the others are unseen.
    const seen = before?.seen ?? 0
    const { page, nextCursor } = pageOf(rows, participantsPageSize, (row) => [
      String(row.rank),
      row.joinedAt,
      row.uid,
      String(seen + rows.indexOf(row) + 1),
    ])
    return {
      people: page.map(({ uid, displayName, photoURL }) => ({ uid, displayName, photoURL })),
      nextCursor,
      hidden: nextCursor === null ? Math.max(event.participantsCount - seen - page.length, 0) : null,
    }
  }

  async function listWaiting(
    viewerId: string,
    { id }: Event,
    cursor: string | undefined,
  ): Promise<ParticipantPage> {
    const after = cursor === undefined ? 0 : Number(decodeCursor(cursor, queuePosition)[0])
    const rows = await findWaiting(database, id, viewerId, after, participantsPageSize + 1)
    const { page, nextCursor } = pageOf(rows, participantsPageSize, ({ queueNumber }) => [
      String(queueNumber),
    ])
    return {
      people: page.map(({ uid, displayName, photoURL }) => ({ uid, displayName, photoURL })),
      nextCursor,
      hidden: nextCursor === null ? 0 : null,
    }
  }

  /** The lines of the table, some thousands at a time; the event is looked up before the first. */
  async function exportParticipants(viewerId: string, id: string): Promise<AsyncIterable<Uint8Array>> {
    const event = await readEvent(database, id, viewerId)
    if (!event.canManage) throw new AppError('events.not_organizer')
    return linesOf(viewerId, id, event.timeZone)
  }

  async function* linesOf(viewerId: string, id: string, timeZone: string) {
    yield Buffer.from(csvHeader)
    let last: { joinedAt: string; uid: string } | null = null
    do {
      const people: Awaited<ReturnType<typeof findJoinedPeople>> = await findJoinedPeople(
        database,
        id,
        viewerId,
        last,
        exportedAtOnce,
      )
      const teams = await readTeamNames(
        database,
        id,
        people.map(({ uid }) => uid),
      )
      const listed = people.map((one) => ({ ...one, team: teams.get(one.uid) ?? '' }))
      yield Buffer.from(csvLines(listed, timeZone))
      last = people.length === exportedAtOnce ? (people.at(-1) ?? null) : null
    } while (last)
  }

  return { listParticipants, exportParticipants }
}

/** Shows the member in all events in which they take part, or to their organizers alone, and publishes it to open pages. */
export async function showParticipations(
  trx: DatabaseTransaction,
  publish: Publish,
  uid: string,
  isShown: boolean,
): Promise<void> {
  await setShown(trx, uid, isShown)
  publish(...(await findJoinedEvents(trx, uid, maximumPublished)).map(peopleChanged))
}

function audienceOf({ canManage, isParticipating }: Event): Audience {
  if (canManage) return 'organizer'
  return isParticipating ? 'participant' : 'friend'
}

const count = z.string().regex(/^\d{1,9}$/)
const queuePosition = z.tuple([count])
const position = z.tuple([z.enum(['0', '1']), cursorInstant, z.uuid(), count])

function positionOf(cursor: string): ParticipantPosition & { seen: number } {
  const [rank, joinedAt, uid, seen] = decodeCursor(cursor, position)
  return { rank: rank === '0' ? 0 : 1, joinedAt, uid, seen: Number(seen) }
}
