import type { FoundPerson } from '@covo/contract/friends/friends.routes'
import { figure, repetitions } from '@covo/testing/figure'
import { type Member, register } from '@covo/testing/visitor'
import { sql } from 'kysely'
import { beforeAll, expect, it } from 'vitest'
import { runTestApp } from '../test-app.ts'

/** Nobody waits for minutes here: the pace is as fast as it goes, and the number of searches that of the time simulated. */
const app = runTestApp({ limits: { userSearches: { points: 1_000_000, seconds: 1 } } })

const directory = 10_000
/** What the limit of searches allows in 24 hours: 60 a minute. */
const searchesADay = 86_400
/**
 * Searches of each attack. Once it is refused, nothing frees it for 24 hours, so that the rest of the day's searches are
 * refusals; `npm run soak -- S-06` makes every one of them.
 */
const searches = repetitions('S-06', 500, searchesADay)
const domains = ['gmail.com', 'libero.it', 'studenti.esempio.it']

type Listed = { uid: string; name: string; email: string }
let everybody: Listed[]

beforeAll(async () => {
  // The worst case for emails: each can be guessed from the name, but for the provider. Every third is called as before the '@'.
  await sql`
    insert into users (display_name, email)
    select
      case when n % 3 = 0 then given || '.' || family || n else initcap(given) || ' ' || initcap(family) || ' ' || n end,
      given || '.' || family || n || '@' || (${domains}::text[])[1 + (n / 7) % 3]
    from generate_series(1, ${directory}::int) n, lateral (
      select
        (array['ada', 'bea', 'carlo', 'dino', 'elisa', 'furio', 'gaia', 'ivo', 'lia', 'marco', 'nives'])[1 + n % 11] as given,
        (array['amato', 'berti', 'conti', 'dossi', 'elmi', 'ferri', 'greco', 'longo', 'marini', 'neri'])[1 + n / 11 % 10] as family
    ) names`.execute(app.database)
  await sql`analyze users`.execute(app.database)
  everybody = await app.database
    .selectFrom('users')
    .select(['id as uid', 'display_name as name', 'email'])
    .execute()
  expect(everybody).toHaveLength(directory)
})

let attackers = 0

async function attacker(): Promise<Member> {
  attackers += 1
  return await register(app.origin, {
    name: `Zzz ${attackers}`,
    email: `zzz${attackers}@zzz.zz`,
    password: 'Tana-rossa1',
  })
}

type Answer = { status: number; people: FoundPerson[]; nextCursor: string | null }

async function search(by: Member, query: string, cursor?: string): Promise<Answer> {
  const parameters = new URLSearchParams({ query, ...(cursor ? { cursor } : {}) })
  const answer = await by.fetch(`/api/friends/search?${parameters}`)
  const body = (await answer.json()) as Partial<Answer>
  return { status: answer.status, people: body.people ?? [], nextCursor: body.nextCursor ?? null }
}

/** Lets time pass for what the search remembers. */
async function pass(time: string): Promise<void> {
  await sql`update people_found set found_at = found_at - ${time}::interval`.execute(app.database)
}

/** Whether the answer tells something of the person's email: what their name has would have found them anyway. */
const isByEmail = (person: FoundPerson, query: string) => !person.displayName.toLowerCase().includes(query)

it('shows less than 5% of 10,000 members to one account in a day (S-06)', async () => {
  const mallory = await attacker()
  const seen = new Set<string>()
  const fragments = 'aeioubcdfglmnprstvz'
    .split('')
    .flatMap((one) => [...'aeioulnrst'].map((two) => one + two))
  let made = 0
  let refused = 0
  while (made < searches) {
    for (const fragment of fragments) {
      let cursor: string | null = ''
      while (cursor !== null && made < searches) {
        made += 1
        // Just before the first are forgotten, the attacker is where they were.
        if (made === searches - 50) await pass('23 hours 59 minutes')
        const answer = await search(mallory, fragment, cursor)
        if (answer.status === 429) refused += 1
        for (const { uid } of answer.people) seen.add(uid)
        cursor = answer.nextCursor
      }
    }
  }
  figure(
    'S-06',
    `${made} searches in 24 h show ${seen.size} of ${directory} members (${((seen.size * 100) / directory).toFixed(1)}%), ${refused} were refused`,
  )
  expect(seen.size).toBeGreaterThan(0.02 * directory)
  expect(seen.size).toBeLessThan(0.05 * directory)

  await pass('2 minutes')
  expect((await search(mallory, 'ada')).people).toHaveLength(20)
})

it('counts searches that are made at once (S-06)', async () => {
  const mallory = await attacker()
  const seen = new Set<string>()
  const queries = Array.from({ length: 100 }, (_, number) => String(number).padStart(2, '0'))
  for (const { people } of await Promise.all(queries.map((query) => search(mallory, query))))
    for (const { uid } of people) seen.add(uid)
  expect(seen.size).toBeGreaterThan(0.02 * directory)
  expect(seen.size).toBeLessThan(0.05 * directory)
})

it('lets one account learn less than 1% of 10,000 emails in a day, whatever it knows of names (S-06)', async () => {
  const guesses = everybody.flatMap(({ uid, name }) =>
    domains.map(
      (domain) =>
        [
          uid,
          `${name
            .toLowerCase()
            .replaceAll(' ', '.')
            .replace(/\.(\d+)$/, '$1')}@${domain}`,
        ] as const,
    ),
  )
  const attacks: Record<string, (by: Member, learnt: Set<string>, made: () => boolean) => Promise<void>> = {
    'whole addresses, guessed from the names': async (by, learnt, goesOn) => {
      for (const [uid, guess] of guesses) {
        if (!goesOn()) return
        if ((await search(by, guess)).people.some((person) => person.uid === uid)) learnt.add(uid)
      }
    },
    'everybody of a provider, page by page': async (by, learnt, goesOn) => {
      for (const part of [
        '@gmail.com',
        'gmail.co',
        'gma',
        'ibero.i',
        'studenti',
        'enti.esem',
        '.it',
        'gm',
        '@',
      ]) {
        let cursor: string | null = ''
        while (cursor !== null && goesOn()) {
          const answer: Answer = await search(by, part, cursor)
          for (const person of answer.people) if (isByEmail(person, part)) learnt.add(person.uid)
          cursor = answer.nextCursor
        }
      }
    },
  }
  for (const [name, attack] of Object.entries(attacks)) {
    const mallory = await attacker()
    const learnt = new Set<string>()
    let made = 0
    const goesOn = () => {
      made += 1
      return made <= searches
    }
    await attack(mallory, learnt, goesOn)
    await pass('23 hours 59 minutes')
    // With what is left, the other way too.
    made -= 100
    for (const other of Object.values(attacks)) await other(mallory, learnt, goesOn)
    figure(
      'S-06',
      `${name}: ${learnt.size} of ${directory} emails (${((learnt.size * 100) / directory).toFixed(1)}%) in 24 h`,
    )
    expect(learnt.size).toBeGreaterThan(0)
    expect(learnt.size).toBeLessThan(0.01 * directory)

    // What is refused does not tell whether there was something to find.
    const unseen = everybody.filter(({ uid }) => !learnt.has(uid)).at(-1)
    if (!unseen) throw new Error('everybody was learnt')
    for (const email of [unseen.email, 'nessuno@gmail.com'])
      expect((await search(mallory, email)).status).toBe(429)
    for (const part of ['gmail', 'nessunissimo'])
      expect(await search(mallory, part)).toMatchObject({ status: 200, people: [] })
    // A namesake can still be found.
    expect((await search(mallory, unseen.name)).people.map(({ uid }) => uid)).toContain(unseen.uid)
  }
})

it('takes % and _ and \\ for what they are (S-06)', async () => {
  const mallory = await attacker()
  await sql`insert into users (display_name, email) values ('Sconto 100%', 'per_cento@qx.it'), ('tana\\rossa', 'barra@qx.it')`.execute(
    app.database,
  )
  const names = async (query: string) =>
    (await search(mallory, query)).people.map(({ displayName }) => displayName)
  expect(await names('%')).toEqual(['Sconto 100%'])
  expect(await names('\\')).toEqual(['tana\\rossa'])
  expect(await names('per_cento')).toEqual(['Sconto 100%'])
  expect(await names('a_a')).toEqual([])
  for (const query of ['_', '__________', '%@%', '%a%', 'a%', '_@_', '\\%'])
    expect(await names(query)).toEqual([])
})
