import { describe, expect, it } from 'vitest'
import { addressPattern, splitAddresses, trimAddress, withoutClosing } from './addresses.ts'

const page = 'https://esempio.it/pagina'
const found = (text: string) =>
  (text.match(new RegExp(addressPattern, 'giv')) ?? []).map((address) => withoutClosing(address))

/** What keyboards write around an address, or after it. */
const around: [name: string, before: string, after: string][] = [
  ['double quotes', '“', '”'],
  ['low quotes', '„', '“'],
  ['single quotes', '‘', '’'],
  ['angle quotes', '«', '»'],
  ['single angle quotes', '‹', '›'],
  ['an ellipsis', '', '…'],
  ['a dash', '– ', '—e poi'],
  ['a bullet', '• ', '•'],
  ['a zero-width space', '\u200b', '\u200b'],
  ['a byte order mark', '\ufeff', '\ufeff'],
  ['a soft hyphen', '', '\u00ad'],
  ['an embedding', '\u202a', '\u202c'],
  ['an isolate', '\u2066', '\u2069'],
  ['a no-break space', '\u00a0', '\u00a0'],
  ['an ideographic comma', '见', '、然后'],
  ['an ideographic full stop', '', '。'],
  ['corner brackets', '「', '」'],
  ['wide brackets', '（', '）'],
  ['an Arabic question mark', '', '؟'],
  ['a danda', '', '।'],
]

describe('an address in a text', () => {
  it.each(around)('ends before %s', (_, before, after) => {
    expect(found(`${before}${page}${after} ecco`)).toEqual([page])
  })

  it.each([
    [`${page}.`, page],
    [`(${page})`, page],
    [`(${page}.…)`, page],
    ['https://esempio.it/b_(c)', 'https://esempio.it/b_(c)'],
    ['(https://esempio.it/b_(c))', 'https://esempio.it/b_(c)'],
    ['(https://esempio.it/b_(c)).', 'https://esempio.it/b_(c)'],
    ['https://perché.it/àncora?q=città#là', 'https://perché.it/àncora?q=città#là'],
    ['https://例え.jp/パス', 'https://例え.jp/パス'],
    ['https://esempio.it/a-b_c~d!e*f', 'https://esempio.it/a-b_c~d!e*f'],
    ['https://esempio.it/👍', 'https://esempio.it/👍'],
    ["https://esempio.it/l'aquila", "https://esempio.it/l'aquila"],
  ])('is read in %s as %s', (text, address) => {
    expect(found(text)).toEqual([address])
  })
})

it('splits a text at the addresses that a browser can follow', () => {
  const pieces = (text: string) =>
    splitAddresses(text).map(({ text, isAddress }) => (isAddress ? `<${text}>` : text))
  expect(pieces('')).toEqual([])
  expect(pieces('senza')).toEqual(['senza'])
  expect(pieces(`${page}, (http://a.it)`)).toEqual([`<${page}>`, ', (', '<http://a.it>', ')'])
  expect(pieces('https:// e https://[a')).toEqual(['https:// e https://[a'])
  expect(pieces('javascript:alert(1) ftp://a.it')).toEqual(['javascript:alert(1) ftp://a.it'])
})

describe('an address by itself', () => {
  it.each(around)('loses %s', (_, before, after) => {
    expect(trimAddress(`${before.replace('见', '')}${page}${after.replace(/(然后|e poi)$/, '')}`)).toBe(page)
  })

  it.each([
    page,
    'fine.',
    'https://esempio.it/b_(c)',
    'esempio.org/ctf?a=b#c',
    '',
    'https://esempio.it/città/',
  ])('stays as it is: %s', (typed) => {
    expect(trimAddress(typed)).toBe(typed)
  })

  it.each([`“${page}”.`, `${page}…).`, `"${page}"`, `<${page}>`, `'${page}'`, `\`${page}\``])(
    'loses %s',
    (typed) => {
      expect(trimAddress(typed)).toBe(page)
    },
  )
})
