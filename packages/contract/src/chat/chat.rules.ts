import { cleanText, countCharacters } from '../text.ts'

/** The one conversation that every member may read and write. */
export const publicRoomId = 'generale'

/** Grapheme clusters, after trimming. */
export const maximumMessageLength = 2000
/** UTF-16 units: a bound on what is counted and stored, since a cluster can hold any number of marks. */
const maximumMessageUnits = 30_000
/** Messages of one page of history. */
export const messagePageSize = 50

/** Specification, point 5, public message: the text is sent trimmed and is not empty. */
export function firstMessageProblem(text: string) {
  const clean = cleanText(text)
  if (!clean) return 'chat.message_empty'
  if (clean.length > maximumMessageUnits || countCharacters(clean) > maximumMessageLength)
    return 'chat.message_too_long'
  return null
}
