import { isInCode } from '../text-edits.ts'
import type { Begun } from '../use-suggestions.ts'

/** UTF-16 units of a name that is still looked for. */
const maximumTyped = 40
/**
 * ':' and two letters or signs at the beginning of a word, or behind another emoji, up to the ':' that may end a name: none is in a
 * time, an address or '::'.
 */
const begun =
  /(?:^|[\s(]|\uFE0F|\p{Extended_Pictographic}|\p{Emoji_Modifier}):([\p{L}\p{N}+-][\p{L}\p{M}\p{N}_-]+:?)$/u

/**
 * The typed part of an emoji's name before the cursor, and the place of its ':'; null where none is begun, in code, and without a
 * cursor, which is -1 then.
 */
export function emojiBegun(text: string, cursor: number): Begun | null {
  if (cursor < 0) return null
  const typed = begun.exec(text.slice(Math.max(0, cursor - maximumTyped - 3), cursor))?.[1]
  if (!typed || typed.length > maximumTyped) return null
  const start = cursor - typed.length - 1
  return isInCode(start, text) ? null : { start, typed }
}
