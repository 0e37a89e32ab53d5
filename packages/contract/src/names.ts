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

/** Emoji, each with its selectors, skin, keycap or tags, and with those that joiners (U+200D) hold it together with. */
const emojiAsTyped =
  /[0-9#*][\ufe0e\ufe0f]*\u20e3[\ufe0e\ufe0f]*|[\p{Emoji}--[0-9#*]][\ufe0e\ufe0f\p{EMod}]*(?:\u200d[\p{Emoji}--[0-9#*]][\ufe0e\ufe0f\p{EMod}]*)*/gv

/**
 * The text with its emoji as Unicode writes them (UTS #51, 'fully-qualified'). Keyboards send the same ones with fewer selectors of their
 * look, or with more than they need, and all are drawn alike.
 */
export function qualifyEmoji(text: string): string {
  return text.replaceAll(emojiAsTyped, (typed) => {
    const bare = typed.replaceAll(/[\ufe0e\ufe0f]/g, '')
    const qualified = bare.replaceAll(
      /[[\p{Emoji}--\p{Emoji_Presentation}]--\p{EMod}](?!\p{EMod})/gv,
      '$&\ufe0f',
    )
    // A sign alone, such as '☠', is a letter of its own right, which only its selector makes an emoji.
    const isSign = bare !== qualified && !/[\u200d\u20e3]/.test(bare)
    if (isSign && !typed.includes('\ufe0f')) return bare
    return isQualified(qualified) ? qualified : typed
  })
}

function isQualified(emoji: string): boolean {
  return /^(?:\p{RGI_Emoji}|\p{RI})$/v.test(emoji)
}

/** Whether a name holds letters that nobody can see. */
export function hasUnseenLetters(name: string): boolean {
  return (qualifyEmoji(name).match(emojiAndUnseen()) ?? []).some((match) => !isEmoji(match))
}

/** The name without them: breaks and blanks become spaces, characters without width go. Empty where nothing is left. */
export function cleanName(text: string): string {
  const seen = qualifyEmoji(text).replaceAll(emojiAndUnseen(), (match) => {
    if (isEmoji(match)) return match
    return /^[\p{Cc}\s]/u.test(match) ? ' ' : ''
  })
  return cleanText(seen.replaceAll(/ +/g, ' '))
}

/** Whether a text has a character that can be seen. */
export function isSeen(text: string): boolean {
  // An empty text is asked for at each start: to compile the expression of all emoji takes a slow phone 70 ms.
  return /[!-~]/.test(text) || (text !== '' && cleanName(text) !== '')
}

/** Typed text as it is stored, as by `cleanText`; empty where nobody can see a character of it. */
export function seenText(typed: string): string {
  const text = cleanText(typed)
  return isSeen(text) ? text : ''
}

/** The same of a text of one line, such as a title: breaks become spaces. */
export function seenLine(typed: string): string {
  return seenText(typed.replaceAll('\0', '').replaceAll(/[\p{Cc}\u2028\u2029]+/gu, ' '))
}

/** The name of an author without an account, which nobody else may have. */
export const nameOfErased = 'Utente eliminato'
