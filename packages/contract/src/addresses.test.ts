import { describe, expect, it } from 'vitest'
import {
  addressPattern,
  completeLink,
  isWebLink,
  splitAddresses,
  trimAddress,
  withoutClosing,
} from './addresses.ts'

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

describe('a link', () => {
  it.each([
    'https://esempio.it',
    'http://esempio.it/a?b=c#d',
    'HTTPS://ESEMPIO.IT/',
    'https://esempio.it:8443',
    'https://[2001:db8::1]/ctf',
    'https://192.0.2.1/',
    'https://perché.it/àncora',
    'https://esempio.it/@anna',
    'https://esempio.it?a=b@c',
    'https://esempio.it#@',
  ])('may be %s', (link) => {
    expect(isWebLink(link)).toBe(true)
  })

  it.each([
    'https:/app/x',
    'https:app/x',
    'https:///app/x',
    'https:\\\\esempio.it',
    'https://',
    'https://?a',
    '//esempio.it',
    '/app/x',
    'esempio.it',
    'https://esempio.it@ladro.it',
    'https://anna:segreta@esempio.it/',
    'https://@esempio.it',
    'https://:@esempio.it',
    'https://esempio.it:80@ladro.it',
    'https://ladro.it\n@esempio.it',
    'https://esem\tpio.it',
    'https://esem pio.it',
    'https://esempio.it:99999',
    'javascript:alert(1)',
    ' javascript://esempio.it/%0aalert(1)',
    'data:text/html,x',
    'ftp://esempio.it',
    'blob:https://esempio.it/x',
    'view-source:https://esempio.it',
  ])('may not be %s', (link) => {
    expect(isWebLink(link)).toBe(false)
  })
})

describe('a link without a scheme', () => {
  it.each([
    ['esempio.org', 'https://esempio.org'],
    [' esempio.org/ctf?a=b#c ', 'https://esempio.org/ctf?a=b#c'],
    ['www.esempio.org:8443/x', 'https://www.esempio.org:8443/x'],
    ['perché.it', 'https://perché.it'],
    ['192.0.2.1/ctf', 'https://192.0.2.1/ctf'],
    ['esempio.org/@anna', 'https://esempio.org/@anna'],
    ['“esempio.org/ctf”', 'https://esempio.org/ctf'],
    ['https://esempio.org/ctf…', 'https://esempio.org/ctf'],
    ['\u2066https://esempio.org/ctf\u2069', 'https://esempio.org/ctf'],
  ])('is completed: %s', (typed, link) => {
    expect(completeLink(typed)).toBe(link)
    expect(isWebLink(link)).toBe(true)
  })

  it.each([
    '',
    'https://esempio.org',
    'HTTP://esempio.org',
    'ftp://esempio.org',
    'https:/esempio.org',
    '//esempio.org',
    '/app/x',
    'banana',
    'localhost:3000',
    'una gara. domani',
    'esempio.org e altro',
    'anna@esempio.org',
    'mailto:anna@esempio.org',
    'esempio.org@ladro.it',
    'esempio.org:80@ladro.it',
    'esempio.org:99999',
    'javascript:alert(1.5)',
    'data:text/html,a.b',
    'fine.',
    '.it',
  ])('is left as it is where it is more than that, or less: %s', (typed) => {
    expect(completeLink(typed)).toBe(typed)
  })
})
