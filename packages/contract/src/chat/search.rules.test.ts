import { describe, expect, it } from 'vitest'
import { excerptAround, foldText, markHits, parseSearch, searchedText } from './search.rules.ts'

const anna = '3f1c5a52-8a1e-4c1c-9b1e-0d7e5f0a1b2c'
const hitsOf = (text: string, ...words: string[]) =>
  markHits(text, words)
    .map((part) => (part.isHit ? `<${part.text}>` : part.text))
    .join('')

describe('the words of a search', () => {
  it.each<[typed: string, words: string[]]>([
    ['perche', ['perche']],
    ['  PERCHÉ  no ', ['perche', 'no']],
    ['"Ci  Vediamo" domani', ['ci vediamo', 'domani']],
    ['“ci vediamo” «alle 8»', ['ci vediamo', 'alle 8']],
    ['domani domani', ['domani']],
    ['100%_\\', ['100%_\\']],
    ['"" ciao', ['ciao']],
    ['"ciao', ['"ciao']],
    ['한국어', ['한국어'.normalize('NFD')]],
  ])('are, of %j, %j', (typed, words) => {
    expect(parseSearch(typed)).toEqual({ value: words, problem: null })
  })

  it.each(['', '   ', 'ab', 'ab cd', '""', '"a "', 'e\u0301e', '한국'])('are too short: %j', (typed) => {
    expect(parseSearch(typed).problem).toEqual({ code: 'chat.query_too_short', field: 'query' })
  })
})

describe('a text as it is searched', () => {
  it.each([
    ['Perché NO?', 'perche no?'],
    ['Perche\u0301', 'perche'],
    ['due\n\n righe', 'due righe'],
    ['ΟΔΟΣ οδος', 'οδοσ οδοσ'],
    ['İstanbul', 'istanbul'],
    ['all’Aquila, “hacka\u00adthon”: e\u2011sport…', 'all\'aquila, "hackathon": e-sport...'],
    ['\ufeffcerti\ufb01cato', 'certificato'],
    ['**com**, `git rebase`', 'com, git rebase'],
    ['la flag è ||CTF{1}||', 'la flag e ctf{1}'],
    ['prima\n||\n> dietro\n||', 'prima dietro'],
    ['[La guida](https://esempio.org/x)', 'la guida'],
    [`ciao <@${anna}>, \`<@${anna}>\``, 'ciao @, @'],
    ['1. uno\n2. due', '1. uno 2. due'],
  ])('%j is %j', (source, folded) => {
    expect(searchedText(source)).toBe(folded)
  })
})

describe('hits', () => {
  it.each([
    ['Perché no', ['perche'], '<Perché> no'],
    ['Perche\u0301 no', ['perche'], '<Perche\u0301> no'],
    ['il Computer', ['comp'], 'il <Comp>uter'],
    ['all’Aquila', ["all'aquila"], '<all’Aquila>'],
    ['aspetta\u2026 hacka\u00adthon', ['a...', 'hackathon'], 'aspett<a\u2026> <hacka\u00adthon>'],
    ['abcabc', ['abc', 'bca'], '<abcabc>'],
    ['uno due tre', ['tre', 'uno'], '<uno> due <tre>'],
    ['😀 ciao', ['ciao'], '😀 <ciao>'],
    ['niente', ['altro'], 'niente'],
  ])('of %j for %j are %j', (text, words, marked) => {
    expect(hitsOf(text, ...words)).toBe(marked)
  })

  it('are where the folded text has them, whatever the text', () => {
    for (const text of ['ÀÉî  ǅ ﬁ', 'Ｗｉｄｅ한국 ̈x', 'a\u0323\u0307b ΣΑΣ', ' ´´\ufeff\u00a0 \u2026’\u00ad'])
      for (const { text: part } of markHits(text, []))
        expect(
          [...part]
            .map((character) => foldText(character))
            .join('')
            .replaceAll(/ +/g, ' '),
        ).toBe(foldText(text))
  })
})

describe('the excerpt of a result', () => {
  const long = `${'parola '.repeat(40)}Perché ${'dopo '.repeat(60)}`
  const excerptOf = (source: string, ...words: string[]) => excerptAround(source, words, () => 'Anna')

  it('is a short text as it is, with names and hidden spoilers', () => {
    expect(excerptOf(`<@${anna}> **dice**\n||segreto||`, 'segreto')).toBe('@Anna dice [spoiler]')
  })

  it('shows the surroundings of the first hit of a long one', () => {
    const excerpt = excerptOf(long, 'perche')
    expect(excerpt).toMatch(/^…(parola )+Perché (dopo )+do…$/)
    expect([...excerpt].length).toBeLessThanOrEqual(121)
  })

  it('begins at the hit where no word begins nearby, and at the beginning where nothing is shown of it', () => {
    expect(excerptOf(`${'x'.repeat(200)}perche`, 'perche')).toBe('…perche')
    expect(excerptOf(`${'parola '.repeat(40)}||perche||`, 'perche')).toMatch(/^parola .*…$/)
  })
})
