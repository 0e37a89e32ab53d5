/** Pairs of texts that people see as the same. */
export const sameTexts: [what: string, one: string, other: string][] = [
  ['composed and decomposed letters', 'Serata Citt\u00e0 sicura', 'Serata Citta\u0300 sicura'],
  ['marks in another order', 'a\u0323\u0302', 'a\u0302\u0323'],
  ['syllables of Korean', '\ud55c\uad6d\uc5b4', '\ud55c\uad6d\uc5b4'.normalize('NFD')],
  ['signs of their own for letters', '10 k\u2126 a 300 \u212a', '10 k\u03a9 a 300 K'],
  ['another case', 'CITT\u00c0 \u00c8 \u0416', 'citt\u00e0 \u00e8 \u0436'],
  ['the sigma at the end of a word', '\u039f\u0394\u039f\u03a3', '\u03bf\u03b4\u03bf\u03c2'],
  ['the dotted I of Turkish', '\u0130zmir', 'izmir'],
  ['compatible letters', '\ufb01nale \uff23\uff34\uff26 \u2460', 'finale CTF 1'],
  ['a no-break space', 'Nina\u00a0Covo', 'Nina Covo'],
  ['a narrow space', 'Nina\u202fCovo', 'Nina Covo'],
  ['two spaces and a tabulator', 'Nina  \tCovo', 'Nina Covo'],
  ['a break of the line', 'Nina\r\nCovo', 'Nina Covo'],
  ['a separator of lines', 'Nina\u2028Covo', 'Nina Covo'],
  ['a soft hyphen', 'hacka\u00adthon', 'hackathon'],
  ['a zero-width space', 'Se\u200brata', 'Serata'],
  ['a mark of direction', '\u200eSerata', 'Serata'],
  ['typographic apostrophes', 'all\u2019Aquila, all\u02bcAquila, po\u2018', "all'Aquila, all'Aquila, po'"],
  ['typographic quotation marks', '\u201cCovo\u201d \u00abCovo\u00bb \u2039x\u203a', '"Covo" "Covo" \'x\''],
  ['dashes', 'e\u2011sport 9\u201310 \u2212 a\u2014b', 'e-sport 9-10 - a-b'],
  ['an ellipsis', 'aspetta\u2026', 'aspetta...'],
  ['an emoji and its selector', 'Festa \u2764\ufe0f', 'Festa \u2764'],
]

/** Pairs that people tell apart. */
export const differentTexts: [what: string, one: string, other: string][] = [
  ['letters with and without an accent', 'citt\u00e0', 'citta'],
  ['words with and without a blank', 'Nina Covo', 'NinaCovo'],
  ['punctuation', 'rock-n-roll', 'rock n roll'],
  ['an apostrophe and a quotation mark', "l'ora", 'l"ora'],
]

/** Texts of which nobody can see anything. */
export const unseenTexts = [
  ' \t\n',
  '\u200b',
  '\u2800',
  '\u3164',
  '\u00ad',
  '\ufe0f',
  '\u200d\u200c',
  '\u2060 \u2063',
  '\u202e\u202c',
  '\u115f\u1160',
  '\uffa0',
  '\ufeff',
  '\u{e0020}\u{e007f}',
  '\u{e0100}',
  '\u180e\u3000',
  '\u034f',
  '\u{1d159}',
]
