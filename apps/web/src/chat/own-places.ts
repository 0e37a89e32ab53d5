import { isRoomMarked } from '@covo/contract/chat/chat.fold'
import type { OwnRooms } from '@covo/contract/chat/chat.routes'
import { conversationKind, isMuted } from '@covo/contract/chat/chat.rules'
import type { Room } from '@covo/contract/rooms/rooms.routes'
import { groupsOf } from './move-room.ts'
import { ownPlacesTexts } from './own-places.texts.it.ts'

/** A room of the member's in a list that leads to it; `forYou`: messages there that call them. */
export type OwnPlace = {
  conversationId: string
  name: string
  isMarked: boolean
  isMuted: boolean
  forYou: number
}

/** The rooms below one heading; '': below none. */
export type PlaceGroup = { heading: string; places: OwnPlace[] }

/**
 * The member's rooms below their groups' headings, those without a group first, then their teams and the rooms of their events;
 * in each group muted ones last. A room that calls them stands there as long as it does, also where they aren't in it.
 * @param forYou how many messages call them, by conversation
 * @param now milliseconds since 1970
 */
export function groupPlaces(
  rooms: readonly Room[],
  own: OwnRooms['rooms'],
  forYou: Readonly<Record<string, number>>,
  now: number,
): PlaceGroup[] {
  const ownById = new Map(own.map((one) => [one.conversationId, one]))
  const placeOf = (conversationId: string, name: string): OwnPlace => {
    const row = ownById.get(conversationId)
    return {
      conversationId,
      name,
      isMarked: row !== undefined && isRoomMarked(row, now),
      isMuted: row !== undefined && isMuted(row.mutedUntil, now),
      forYou: forYou[conversationId] ?? 0,
    }
  }
  const listed = rooms.filter(({ conversationId }) => ownById.has(conversationId) || forYou[conversationId])
  const ofKind = (kind: 'team' | 'event') =>
    own
      .filter(({ conversationId }) => conversationKind(conversationId) === kind)
      .map(({ conversationId, title }) => placeOf(conversationId, title))
  return [
    ...groupsOf(listed).map(([heading, shown]) => ({
      heading,
      places: shown.map(({ conversationId, name }) => placeOf(conversationId, name)),
    })),
    { heading: ownPlacesTexts.teams, places: ofKind('team') },
    { heading: ownPlacesTexts.events, places: ofKind('event') },
  ]
    .map(({ heading, places }) => ({
      heading,
      places: places.toSorted((one, other) => Number(one.isMuted) - Number(other.isMuted)),
    }))
    .filter(({ places }) => places.length > 0)
}

/** When the next muting ends after a time, both in milliseconds since 1970; null where none does. */
export function nextEnd(own: OwnRooms['rooms'], now: number): number | null {
  const ends = own
    .filter(({ mutedUntil }) => mutedUntil !== 'always' && isMuted(mutedUntil, now))
    .map(({ mutedUntil }) => Date.parse(mutedUntil ?? ''))
  return ends.length > 0 ? Math.min(...ends) : null
}
