import { expect, it } from 'vitest'
import { splitMessage } from './split-message.ts'

const kinds = (text: string) => splitMessage(text).map(({ kind, text: part }) => [kind, part])

it.each([
  ['ciao', [['text', 'ciao']]],
  [
    'vedi https://a.it/b.',
    [
      ['text', 'vedi '],
      ['link', 'https://a.it/b'],
      ['text', '.'],
    ],
  ],
  [
    '(http://a.it)',
    [
      ['text', '('],
      ['link', 'http://a.it'],
      ['text', ')'],
    ],
  ],
  ['https://it.wikipedia.org/wiki/Covo_(tana)', [['link', 'https://it.wikipedia.org/wiki/Covo_(tana)']]],
  [
    '`a` e `b`',
    [
      ['code', '`a`'],
      ['text', ' e '],
      ['code', '`b`'],
    ],
  ],
  ['`https://a.it`', [['code', '`https://a.it`']]],
  ['un ` solo', [['text', 'un ` solo']]],
  ['javascript:alert(1)', [['text', 'javascript:alert(1)']]],
  [
    '<a href="https://a.it">x</a>',
    [
      ['text', '<a href="'],
      ['link', 'https://a.it'],
      ['text', '">x</a>'],
    ],
  ],
])('cuts %s', (text, parts) => {
  expect(kinds(text)).toEqual(parts)
})

it('loses nothing and stays quick on hostile text', () => {
  for (const unit of ['`', 'https://', 'https://a.', '.', 'http://)', '`a']) {
    const text = unit.repeat(30_000 / unit.length)
    const started = performance.now()
    expect(
      splitMessage(text)
        .map((part) => part.text)
        .join(''),
    ).toBe(text)
    expect(performance.now() - started).toBeLessThan(500)
  }
})
