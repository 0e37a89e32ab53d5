import { randomInt } from 'node:crypto'
import { figure, repetitions } from '@covo/testing/figure'
import { randomFrom } from '@covo/testing/random'
import { register } from '@covo/testing/visitor'
import { beforeAll, describe, it } from 'vitest'
import { runTestApp } from '../../test/test-app.ts'

const plenty = { points: 1_000_000, seconds: 3600 }
const app = runTestApp({
  limits: {
    signInsPerAddress: plenty,
    wrongPasswordsPerAccount: plenty,
    wrongPasswordsPerAccountAndAddress: plenty,
    resetMailsPerRecipient: plenty,
    resetMailsPerAddress: plenty,
  },
})

/** Of each kind there are so many addresses, of one length and tried as often (CVE-2026-44306). */
const addresses = 10
const kinds = ['known', 'unknown'] as const
type Kind = (typeof kinds)[number]

function emailOf(kind: Kind, index: number): string {
  return `${kind === 'known' ? 'socia' : 'mai--'}${index % addresses}@esempio.it`
}

beforeAll(async () => {
  for (let index = 0; index < addresses; index += 1)
    await register(app.origin, {
      name: `Socia ${index}`,
      email: emailOf('known', index),
      password: 'Tana-rossa1',
    })
})

/** How often a time of `left` is above one of `right`, ties as half: 0.5 where they look the same (Mann-Whitney). */
function areaUnderCurve(left: number[], right: number[]): number {
  const all = [
    ...left.map((time) => ({ time, isLeft: true })),
    ...right.map((time) => ({ time, isLeft: false })),
  ]
  all.sort((one, other) => one.time - other.time)
  let ranks = 0
  for (let start = 0; start < all.length; ) {
    let end = start
    while (end < all.length && all[end]?.time === all[start]?.time) end += 1
    const rank = (start + 1 + end) / 2
    ranks += rank * all.slice(start, end).filter(({ isLeft }) => isLeft).length
    start = end
  }
  return (ranks - (left.length * (left.length + 1)) / 2) / (left.length * right.length)
}

function quantile(times: number[], share: number): number {
  const sorted = times.toSorted((one, other) => one - other)
  return (
    sorted[Math.min(sorted.length - 1, Math.max(0, Math.round(share * (sorted.length - 1))))] ?? Number.NaN
  )
}

const requests = {
  login: (email: string) => ['/api/auth/login', { email, password: 'indovinata' }] as const,
  reset: (email: string) => ['/api/auth/reset-mail', { email }] as const,
}

/** Standard errors that a figure of few tries may be off by chance: once in 15,000 runs. */
const errorsByChance = 4

describe.concurrent.each(['login', 'reset'] as const)('%s', (name) => {
  it('answers as fast for an existing and an absent account (S-13)', async ({ expect }) => {
    const tries = repetitions('S-13', 300, 20_000)
    const seed = randomInt(2 ** 31)
    const random = randomFrom(seed)
    const visitor = app.visit()
    const times: Record<Kind, number[]> = { known: [], unknown: [] }

    async function ask(kind: Kind, index: number): Promise<void> {
      const [path, body] = requests[name](emailOf(kind, index))
      const startedAt = performance.now()
      await visitor.post(path, body)
      times[kind].push(performance.now() - startedAt)
    }

    for (let index = 0; index < tries; index += 1)
      for (const kind of random() < 0.5 ? kinds : kinds.toReversed()) await ask(kind, index)

    const area = areaUnderCurve(times.known, times.unknown)
    const medians = kinds.map((kind) => quantile(times[kind], 0.5)) as [number, number]
    const difference = medians[0] / medians[1] - 1
    figure(
      'S-13',
      `${name}, ${tries} tries each, seed ${seed}: medians ${medians.map((time) => time.toFixed(2)).join(' and ')} ms (${(100 * difference).toFixed(1)} %), AUC ${area.toFixed(3)}`,
    )
    const allowance = (errorsByChance / 2) * Math.sqrt((2 * tries + 1) / (3 * tries * tries))
    expect(Math.abs(area - 0.5)).toBeLessThan(0.05 + allowance)
    // The bounds of a median, by ranks: the 5 % must lie between the nearest ones.
    const rank = errorsByChance / 2 / Math.sqrt(tries)
    for (const [one, other] of [kinds, kinds.toReversed()] as const)
      expect(
        quantile(times[one as Kind], 0.5 - rank) / quantile(times[other as Kind], 0.5 + rank),
      ).toBeLessThan(1.05)
  }, 3_600_000)
})
