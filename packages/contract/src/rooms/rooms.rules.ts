import { foldText } from '../chat/search.rules.ts'
import { cleanName, seenLine } from '../names.ts'
import { accepted, refused } from '../parsed.ts'
import { countCharacters, isLongerThan, isNameLongerThan } from '../text.ts'

/** Rooms of an instance, archived ones among them. */
export const maximumRooms = 500
/** Rooms that a member is in, archived ones among them. */
export const maximumRoomsOfMember = 200

/** Grapheme clusters, after trimming. */
export const minimumRoomNameLength = 2
export const maximumRoomNameLength = 40
export const maximumPurposeLength = 200
export const maximumGroupLength = 40

/** What is typed of a room; an empty group: none. */
export type RoomDraft = { name: string; purpose: string; group: string }

/** A room's texts as they are stored. */
export function parseRoom(typed: RoomDraft) {
  // First: what is too long takes time to be looked at.
  if (isNameLongerThan(typed.name, maximumRoomNameLength)) return refused('rooms.field_invalid', 'name')
  if (isLongerThan(typed.purpose, maximumPurposeLength)) return refused('rooms.field_invalid', 'purpose')
  if (isLongerThan(typed.group, maximumGroupLength)) return refused('rooms.field_invalid', 'group')
  const name = cleanName(typed.name)
  const purpose = seenLine(typed.purpose)
  if (countCharacters(name) < minimumRoomNameLength || slugOf(name) === '')
    return refused('rooms.field_invalid', 'name')
  if (purpose === '') return refused('rooms.field_invalid', 'purpose')
  return accepted({ name, purpose, group: seenLine(typed.group) })
}

/**
 * The part of a room's address, which is made of its first name and never changes: letters without accents, digits and hyphens.
 * Empty where the name has none of them.
 */
export function slugOf(name: string): string {
  return name
    .normalize('NFKD')
    .replaceAll(/\p{M}/gu, '')
    .toLowerCase()
    .replaceAll(/[^a-z\d]+/g, '-')
    .slice(0, maximumSlugLength)
    .replaceAll(/^-|-$/g, '')
}

/** Characters of a slug: of a compatible form a name can have more letters than it has characters. */
export const maximumSlugLength = 80

/** The rooms whose name or purpose has a text; case and accents don't count. */
export function filterRooms<Room extends { name: string; purpose: string }>(
  rooms: readonly Room[],
  typed: string,
): Room[] {
  const wanted = foldText(typed).trim()
  return rooms.filter(({ name, purpose }) => foldText(`${name}\n${purpose}`).includes(wanted))
}
