import { charactersOf } from '@covo/contract/text'

/** Characters at the end of a name that are always seen: an ending, and what two versions of a file differ in. */
const lastLength = 12

/** A name in two parts: where the room is short, the end of the first is left out, and the second stays. */
export function namePartsOf(name: string): [start: string, end: string] {
  const characters = Array.from(charactersOf(name), ({ segment }) => segment)
  const place = characters.length > 2 * lastLength ? characters.length - lastLength : 0
  return [characters.slice(0, place).join(''), characters.slice(place).join('')]
}
