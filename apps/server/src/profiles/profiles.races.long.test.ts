import { figure, repetitions } from '@covo/testing/figure'
import { type Visitor, visit } from '@covo/testing/visitor'
import { expect, it } from 'vitest'
import { runTestApp, unlimited } from '../../test/test-app.ts'

const app = runTestApp({ limits: unlimited })

const rounds = repetitions('R-11', 2, 50)
const claims = 200
/** Each claims a name four times. */
const memberCount = 50

/** One name as it may be written: case, composed and decomposed, wide letters, letters of other alphabets that look alike. */
const spellings = [
  (number: number) => `Volpe Élite ${number}`,
  (number: number) => `volpe élite ${number}`,
  (number: number) => `VOLPE ÉLITE ${number}`,
  (number: number) => `Volpe E\u0301lite ${number}`,
  (number: number) => `Ｖolpe Élite ${number}`,
  (number: number) => `V\u043elpe Élite ${number}`,
  (number: number) => `VO\u216c\u0420\u0415 \u0415\u0301L\u0406TE ${number}`,
  (number: number) => `VoIpe ÉIite ${number}`,
  (number: number) => `Volpe  É1ite ${number}`,
]

it('gives a name to one of 200 who claim it at once, however they spell it (R-11)', async () => {
  const origins = [app.origin, await app.startAnother()]
  const members = (await app.members(memberCount)).map(({ uid, cookie }, number) => ({
    ...visit(origins[number % 2] ?? '', { cookie: cookie() }),
    uid,
  }))
  const startedAt = performance.now()
  const winners: number[] = []
  let refused = 0
  for (let round = 0; round < rounds; round += 1) {
    const answers = await Promise.all(
      Array.from({ length: claims }, async (_, index) => {
        const displayName = spellings[index % spellings.length]?.(round)
        const body = JSON.stringify({ displayName })
        const claimant = members[index % memberCount] as Visitor
        for (;;) {
          const answer = await claimant.fetch('/api/profiles/me', { method: 'PATCH', body })
          const { uid, code } = (await answer.json()) as { uid?: string; code?: string }
          // A slow machine has no connection left within the bound for a hundred at once: a client asks again.
          if (code !== 'common.unavailable') return uid ?? code
        }
      }),
    )
    const taken = answers.filter((answer) => answer === 'profiles.display_name_taken').length
    const holders = new Set(answers.filter((answer) => answer !== 'profiles.display_name_taken'))
    // The winner may save the name again, in each of its four claims; everybody else is refused, every time.
    expect(taken).toBe(claims - claims / memberCount)
    expect(members.map(({ uid }) => uid)).toEqual(expect.arrayContaining([...holders]))
    winners.push(holders.size)
    refused += taken
  }
  figure(
    'R-11',
    `${rounds} names, each claimed ${claims} times at once by ${memberCount} members at two servers in ${spellings.length} spellings: ${winners.filter((count) => count === 1).length} with one holder, ${refused} claims refused, in ${((performance.now() - startedAt) / 1000).toFixed(1)} s`,
  )
  expect(winners).toEqual(winners.map(() => 1))
})
