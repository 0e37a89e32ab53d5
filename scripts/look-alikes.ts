/**
 * Prints the table of letters that `name_skeleton` (a migration) folds names by: one line of text to put into a new migration
 * when Unicode's data have changed. A migration that has landed keeps its own.
 *
 * Source: confusables.txt of UTS #39, as the package `unhomoglyph` ships it (© Unicode, Inc., Unicode License). Each letter is
 * followed as far as it leads: to what it looks like, to its lower case, to its compatible form. 'i' is led to 'l', since 'I'
 * is the capital of the one and looks like the other.
 */
import confusables from 'unhomoglyph/data.json' with { type: 'json' }

const unseen = /\p{Default_Ignorable_Code_Point}/gu

function next(letter: string): string {
  if (letter === 'i') return 'l'
  const alike = (confusables as Record<string, string>)[letter]
  if (alike !== undefined) return alike
  const lower = letter.toLowerCase()
  return lower === letter ? letter.normalize('NFKD') : lower
}

/**
 * Where a letter's steps end; where they go round in a circle, the same letter of it whichever they began with.
 */
function end(letter: string): string {
  const passed: string[] = []
  for (let text = letter; ; ) {
    passed.push(text)
    text = [...text.normalize('NFD').replaceAll(unseen, '')].map(next).join('').normalize('NFD')
    const before = passed.indexOf(text)
    if (before >= 0) return passed.slice(before).toSorted()[0] ?? text
  }
}

const ends = new Map<string, string>()
for (let point = 0; point <= 0x10ffff; point += 1) {
  const letter = String.fromCodePoint(point)
  // The function decomposes and removes these first.
  if (/\p{Cs}|\p{Default_Ignorable_Code_Point}/u.test(letter) || letter.normalize('NFD') !== letter) continue
  const text = end(letter)
  if (text !== letter) ends.set(letter, text)
}

const fold = (text: string) =>
  [...text.normalize('NFKD')].map((letter) => ends.get(letter) ?? letter).join('')

const entries = [...ends]
  // Without the letters that the second round of the function reaches by itself, and blanks, which it gathers.
  .filter(([letter, text]) => fold(letter) !== text.normalize('NFKD') || letter.normalize('NFKD') === letter)
  .filter(([, text]) => text.trim() !== '')
  .map(([letter, text]) => letter + text.replaceAll(/\s/g, ''))
process.stdout.write(`${entries.join(' ')}\n`)
