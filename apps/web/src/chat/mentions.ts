import type { HistoryEntry, Message } from '@covo/contract/chat/chat.routes'
import { seenMessages } from '@covo/contract/chat/history.fold'
import { mention } from '@covo/contract/chat/markup.inline'
import { nameOfErased } from '@covo/contract/names'
import { areAllWith } from '../platform/stores.ts'
import type { Begun } from './use-suggestions.ts'

/** A member for whom '@' and the name stand in the box. */
export type Chosen = { uid: string; displayName: string }

/** Whether a stored value is a list of such people. */
export function areChosen(stored: unknown): stored is Chosen[] {
  return areAllWith(stored, { uid: 'string', displayName: 'string' })
}

/** One of those who are offered. */
export type Offered = Chosen & { isFriend: boolean }

/** People whom the box offers at most. */
const maximumOffered = 8
/** UTF-16 units of a name that is still looked for. */
const maximumTyped = 64

const letter = /[\p{L}\p{N}]/u
/** What stands before a lone '@': nothing in an address. */
const wordStart = /^[\s(]?$/
const mentions = new RegExp(mention.source, 'gi')

/**
 * The text of a message, in which each chosen person's '@' and name become their mention, once for each time that they were chosen.
 * Of a name that was altered nothing becomes one.
 */
export function encodeMentions(text: string, people: readonly Chosen[]): string {
  // 'Anna Bassi' before 'Anna', which stands in it.
  const longestFirst = people.toSorted((one, other) => other.displayName.length - one.displayName.length)
  return longestFirst.reduce((encoded, { uid, displayName }) => {
    const name = `@${displayName}`
    const at = placeOf(name, encoded)
    return at < 0 ? encoded : `${encoded.slice(0, at)}<@${uid}>${encoded.slice(at + name.length)}`
  }, text)
}

/** The opposite, for a message that is edited. */
export function decodeMentions(
  source: string,
  named: Message['mentions'],
): { text: string; people: Chosen[] } {
  const people: Chosen[] = []
  const text = source.replaceAll(mentions, (typed, uid: string) => {
    const known = named?.find((one) => one.uid === uid.toLowerCase())
    if (!known) return typed
    people.push(known)
    return `@${known.displayName}`
  })
  return { text, people }
}

/** Where a name stands as a word, or -1. */
function placeOf(name: string, text: string): number {
  for (let at = text.indexOf(name); at >= 0; at = text.indexOf(name, at + 1))
    if (!letter.test(text.charAt(at - 1)) && !letter.test(text.charAt(at + name.length))) return at
  return -1
}

/** The typed part of a name before the cursor, none behind a lone '@', and the place of its '@'; null where none is begun. */
export function nameBegun(text: string, cursor: number): Begun | null {
  const start = cursor > 0 ? text.lastIndexOf('@', cursor - 1) : -1
  if (start < 0) return null
  const typed = text.slice(start + 1, cursor)
  const before = text.charAt(start - 1)
  if (typed === '')
    return wordStart.test(before) && !letter.test(text.charAt(cursor)) ? { start, typed } : null
  const isName = typed.length <= maximumTyped && letter.test(typed.charAt(0))
  return isName && !typed.includes('\n') && !letter.test(before) ? { start, typed } : null
}

/** The people of whose name a word begins in this way, in their order. */
export function peopleNamed(people: readonly Offered[], typed: string): Offered[] {
  const begin = withoutAccents(typed)
  return people
    .filter(({ displayName }) => {
      const name = withoutAccents(displayName)
      return name.startsWith(begin) || name.includes(` ${begin}`)
    })
    .slice(0, maximumOffered)
}

/** As two texts are compared: without accents and capitals. */
export function withoutAccents(text: string): string {
  return text.normalize('NFD').replaceAll(/\p{M}/gu, '').toLowerCase()
}

/**
 * The candidates for a mention in a room: the authors of the messages, the last one first, without the reader and removed
 * accounts; then the reader's friends who did not write, where `friendsAreIn` it.
 */
export function peopleOfRoom(
  messages: readonly HistoryEntry[],
  readerId: string,
  friends: readonly Chosen[],
  friendsAreIn: boolean,
): Offered[] {
  const people = new Map<string, Offered>()
  const friendIds = new Set(friends.map(({ uid }) => uid))
  const add = ({ uid, displayName }: Chosen) => {
    if (!people.has(uid)) people.set(uid, { uid, displayName, isFriend: friendIds.has(uid) })
  }
  for (const { userId, userName } of seenMessages(messages).toReversed())
    if (userId !== readerId && userName !== nameOfErased) add({ uid: userId, displayName: userName })
  if (friendsAreIn) friends.forEach(add)
  return [...people.values()]
}
