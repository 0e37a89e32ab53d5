import { readdirSync, readFileSync } from 'node:fs'
import { join, relative, resolve } from 'node:path'
import { runInNewContext } from 'node:vm'
import * as authRules from '@covo/contract/auth/auth.rules'
import * as chatRules from '@covo/contract/chat/chat.rules'
import { excerptOf, hasLink, mentionedUids } from '@covo/contract/chat/markup.text'
import { parseEvent } from '@covo/contract/events/event-form.rules'
import { cleanName } from '@covo/contract/names'
import * as profilesRules from '@covo/contract/profiles/profiles.rules'
import { cleanText, countCharacters, isLongerThan, withoutPiledMarks } from '@covo/contract/text'
import { figure } from '@covo/testing/figure'
import { describe, expect, it } from 'vitest'
import { cursorText, decodeCursor } from '../../src/platform/database/cursor.ts'
import { containing } from '../../src/platform/database/like.ts'
import { networkOf } from '../../src/platform/http/network.ts'
import { withoutValues } from '../../src/platform/log/log.ts'

const root = resolve(import.meta.dirname, '../../../..')
const folders = ['apps/server/src', 'apps/web/src', 'packages/contract/src']

const small = 16_384
const large = 65_536

/** Texts that pattern matchers and trims are slow at; the first is the one of Stack Exchange's outage of 2016. */
const fillings: Record<string, (length: number) => string> = {
  'spaces between': (length) => `a${' '.repeat(length)}a`,
  spaces: (length) => ' '.repeat(length),
  'mixed white space': (length) => '\t \u00a0\u2003'.repeat(length / 4).concat('x'),
  letters: (length) => 'a'.repeat(length),
  'letters and a stranger': (length) => `${'a'.repeat(length)}!`,
  digits: (length) => '1'.repeat(length),
  dots: (length) => 'a.'.repeat(length / 2),
  'dots and an at': (length) => `a@${'a.'.repeat(length / 2)}`,
  ats: (length) => '@'.repeat(length),
  colons: (length) => ':1'.repeat(length / 2),
  'links unfinished': (length) => 'http://'.repeat(length / 8),
  'a link of brackets': (length) => `http://a/${')'.repeat(length)}`,
  'a link of dots': (length) => `http://a/${'.,'.repeat(length / 2)}x`,
  backticks: (length) => '`'.repeat(length),
  'backticks unfinished': (length) => '`a\n'.repeat(length / 4),
  marks: (length) => `e${'\u0301'.repeat(length)}`,
  'marks in disorder': (length) => `e${'\u0301\u0327'.repeat(length / 2)}`,
  'marks and joiners': (length) => 'e\u0301\u200d'.repeat(length / 3),
  'marks far apart': (length) => `e${`\u0301${'\u200d'.repeat(length / 8)}`.repeat(8)}`,
  families: (length) => '👨‍👩‍👧‍👦'.repeat(length / 11),
  flags: (length) => '🇮🇹'.repeat(length / 4),
  'marks opened': (length) => '**a *b ~~c '.repeat(length / 11),
  'marks closed': (length) => 'a** b* c~~ '.repeat(length / 11),
  'spoilers opened': (length) => '||a '.repeat(length / 4),
  'links unclosed': (length) => '[a](https://b('.repeat(length / 14),
  'quotes of nothing': (length) => '>\n'.repeat(length / 2),
  'code begun again and again': (length) => '```a\n'.repeat(length / 5),
  'lone surrogates': (length) => '\ud800'.repeat(length),
  ligatures: (length) => 'ﷺ'.repeat(length),
  percents: (length) => '%_\\'.repeat(length / 3),
  slashes: (length) => '/'.repeat(length),
}

/** Milliseconds that this thread has been computing: other processes' turns don't count, as they would by the clock. */
function computed(): number {
  const { user, system } = process.threadCpuUsage()
  return (user + system) / 1000
}

/** Milliseconds of computing of the fastest of some runs. */
function timeOf(run: () => unknown): number {
  let fastest = Number.POSITIVE_INFINITY
  for (let round = 0; round < 5; round += 1) {
    const start = computed()
    run()
    fastest = Math.min(fastest, computed() - start)
  }
  return fastest
}

/** Milliseconds that a text of 64k may take. What grows with the square takes a hundred times as long. */
const negligible = 10

/** How many times longer four times as much takes: 4 where time grows linearly, 16 where it grows with the square. */
function growth(run: (length: number) => unknown): { ratio: number; time: number } {
  const short = timeOf(() => run(small))
  // Far beyond linear time already: four times as much would only take longer to say so.
  if (short > 100) return { ratio: Number.POSITIVE_INFINITY, time: short }
  const time = timeOf(() => run(large))
  // The clock of computing ticks in milliseconds: a short time may be read as none.
  return { ratio: time < negligible ? 1 : time / Math.max(short, negligible / 4), time }
}

const form = { email: 'a@b.it', username: '', password: 'Tana-rossa1', passwordConfirmation: 'Tana-rossa1' }
const profile = { displayName: 'Anna', professione: '', citta: '', telefono: '', dataNascita: '', bio: '' }
const event = {
  title: 'a',
  description: 'a',
  dateTime: '2030-01-01T00:00:00Z',
  deadline: '2030-01-02T00:00:00Z',
  link: 'https://a.it',
  category: 'ctf',
  duration: 'a',
}
const attempt = (run: () => unknown) => {
  try {
    run()
  } catch {
    // A refusal is an answer too.
  }
}

const takers: Record<string, (text: string) => unknown> = {
  cleanText,
  countCharacters,
  'isLongerThan 50': (text) => isLongerThan(text, 50),
  'isLongerThan itself': (text) => isLongerThan(text, text.length),
  withoutPiledMarks,
  cleanName,
  normaliseEmail: authRules.normaliseEmail,
  parseEmail: authRules.parseEmail,
  passwordStrength: authRules.passwordStrength,
  ...Object.fromEntries(
    Object.keys(form).map((field) => [
      `registration's ${field}`,
      (text: string) => authRules.parseRegistration({ ...form, [field]: text }),
    ]),
  ),
  parseReset: (text) => authRules.parseReset({ password: text, passwordConfirmation: text }),
  parseMessage: chatRules.parseMessage,
  excerptOf: (text) => excerptOf(text),
  mentionedUids,
  hasLink,
  partnerOf: (text) => chatRules.partnerOf(text, text),
  ...Object.fromEntries(
    Object.keys(profile).map((field) => [
      `profile's ${field}`,
      (text: string) => profilesRules.parseProfileChanges({ ...profile, [field]: text }),
    ]),
  ),
  ...Object.fromEntries(
    Object.keys(event).map((field) => [
      `event's ${field}`,
      (text: string) => parseEvent({ ...event, [field]: text }, 0),
    ]),
  ),
  networkOf,
  withoutValues,
  containing,
  decodeCursor: (text) => attempt(() => decodeCursor(text, cursorText)),
  'decodeCursor from the inside': (text) =>
    attempt(() => decodeCursor(Buffer.from(JSON.stringify(text)).toString('base64url'), cursorText)),
}

type WebTexts = {
  shortenLink(text: string): unknown
  previewOf(text: string): unknown
}

/** The browser's own; not imported in the way of a module, since the server's project doesn't hold them. */
async function webTexts(): Promise<WebTexts> {
  return (await import(join(root, 'apps/web/src/events/event-text.ts'))) as WebTexts
}

it('takes linear time for every text that a client sends (S-22)', async () => {
  const { shortenLink, previewOf } = await webTexts()
  const all = Object.entries({ ...takers, shortenLink, previewOf })
  const slow: unknown[] = []
  let slowest = { time: 0, what: '' }
  for (const [name, take] of all)
    for (const [filling, fill] of Object.entries(fillings)) {
      if (slow.length === 3) break
      const measure = () => growth((length) => take(fill(length)))
      const { ratio, time } = measure()
      // Something else on the machine can make one measurement slow, not several.
      if (ratio >= 8 && measure().ratio >= 8 && measure().ratio >= 8) slow.push([name, filling, ratio, time])
      if (time > slowest.time) slowest = { time, what: `${name}, ${filling}` }
    }
  expect(slow.map((row) => JSON.stringify(row))).toEqual([])
  figure(
    'S-22',
    `${all.length} functions by ${Object.keys(fillings).length} texts of 64k: time grows linearly; slowest ${slowest.time.toFixed(1)} ms (${slowest.what})`,
  )
}, 120_000)

describe('patterns in the sources', () => {
  const files = folders.flatMap((folder) =>
    readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' })
      .filter((name) => /\.tsx?$/.test(name) && !/\.test\.|\.d\.ts$/.test(name))
      .map((name) => join(root, folder, name)),
  )
  const literal =
    /(?<=[=(,:!&|?{};[\s]|return )\/(?![/*])((?:[^/\\\n[]|\\.|\[(?:[^\]\\\n]|\\.)*\])+)\/([dgimsuvy]*)/g

  const found = files.flatMap((file) =>
    readFileSync(file, 'utf8')
      .split('\n')
      .filter((line) => !/^\s*(\*|\/\/|\/\*)|from '|import\(|<\//.test(line))
      .flatMap((line) => [...line.matchAll(literal)])
      .flatMap(([, source = '', flags = '']) => {
        try {
          return [{ file: relative(root, file), source, flags, pattern: new RegExp(source, flags) }]
        } catch {
          return []
        }
      }),
  )

  /** Slow by themselves, and given only texts that were cut before: the functions above show it. */
  const bounded = new Set(['<.*>', '".*"', '[^\\s@]+@[^\\s@]+'])

  /** The letters in a pattern, and one of each of its classes, repeated. */
  function pumpsOf(source: string): string[] {
    const named = [...source.replaceAll(/\\[dwsWSDb]|[\\()[\]{}?*+|^$]/g, '')]
    const letters = [...new Set([...named, 'a', '1', ' ', '.', '-', ':', '@', '/', '\n', 'é'])]
    return [
      ...letters,
      ...letters.slice(0, 12).flatMap((one) => letters.slice(0, 12).map((other) => one + other)),
    ]
  }

  it('match every text in a time that grows linearly (S-22)', () => {
    const slow: unknown[] = []
    for (const { file, source, flags } of found.filter((each) => !bounded.has(each.source))) {
      // A pattern that takes for ever is stopped: the matcher looks up from its work when its context's time is over.
      const code = `
        const pattern = new RegExp(source, flags.replace(/[gy]/, '') + 'g')
        const timeOf = (length, pump) => {
          let fastest = Infinity
          for (const text of [pump.repeat(length / pump.length) + '\\u0000', '\\u0000' + pump.repeat(length / pump.length)])
            for (let round = 0; round < 3; round += 1) {
              const start = now()
              text.replace(pattern, '')
              fastest = Math.min(fastest, now() - start)
            }
          return fastest
        }
        const slow = []
        for (const pump of pumps) {
          const time = timeOf(${small}, pump)
          if (time > 1 && timeOf(${large}, pump) / time >= 8) slow.push(pump)
        }
        slow`
      try {
        const pumps = runInNewContext(
          code,
          { source, flags, pumps: pumpsOf(source), now: computed },
          { timeout: 60_000 },
        ) as string[]
        if (pumps.length > 0) slow.push([file, source, [...pumps]])
      } catch (error) {
        slow.push([file, source, (error as Error).message])
      }
    }
    expect(slow).toEqual([])
    expect(found.length).toBeGreaterThan(10)
    figure(
      'S-22',
      `${found.length} patterns of the shipped sources by pumps of their own letters: 0 that grow faster than linearly`,
    )
  }, 120_000)
})
