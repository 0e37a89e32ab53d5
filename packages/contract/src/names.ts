import { cleanText } from './text.ts'

/**
 * Emoji, and characters that make a name look like another or like none: control characters, all white space but the space, and
 * letters that draw nothing or turn the line round (Unicode's Default_Ignorable_Code_Point holds all of Bidi_Control and the
 * fillers of Hangul; the blanks of Braille, music, Khitan and Egyptian and the marks of annotations are listed). An emoji is
 * matched as a whole, since some are held together by such letters. Made when a name is looked at: most pages need none.
 */
const emojiAndUnseen = () =>
  /\p{RGI_Emoji}|[[\p{Cc}\s\p{Default_Ignorable_Code_Point}\u2800\ufff9-\ufffc\u{13430}-\u{13442}\u{16fe4}\u{1d159}]--[ ]]/gv

/** Whether a text that it matched is an emoji. No letter that can't be seen is a symbol, and no emoji begins with one. */
function isEmoji(match: string): boolean {
  return /^\p{Emoji}/u.test(match)
}

/** Whether a name holds letters that nobody can see. */
export function hasUnseenLetters(name: string): boolean {
  return (name.match(emojiAndUnseen()) ?? []).some((match) => !isEmoji(match))
}

/** The name without them: breaks and blanks become spaces, characters without width go. Empty where nothing is left. */
export function cleanName(text: string): string {
  const seen = text.replaceAll(emojiAndUnseen(), (match) => {
    if (isEmoji(match)) return match
    return /^[\p{Cc}\s]/u.test(match) ? ' ' : ''
  })
  return cleanText(seen.replaceAll(/ +/g, ' '))
}

/** The name of an author without an account, which nobody else may have. */
export const nameOfErased = 'Utente eliminato'
