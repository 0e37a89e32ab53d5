import type { FoundPerson } from '@covo/contract/friends/friends.routes'
import { figure, repetitions } from '@covo/testing/figure'
import { type Member, register } from '@covo/testing/visitor'
import { sql } from 'kysely'
import { beforeAll, expect, it } from 'vitest'
import { defaultLimits } from '../../src/platform/limits/limits.ts'
import { runTestApp, type TestApp } from '../test-app.ts'

/** Nobody waits for minutes here: the pace is as fast as it goes, and the number of searches that of the time simulated. */
const app = runTestApp({ limits: { userSearches: { points: 1_000_000, seconds: 1 } } })

const directory = 10_000
/** The searches that the limit allows in 24 hours: 60 a minute. */
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
    insert into users (display_name_chosen, display_name, email)
    select true,
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

/** Whether the answer reveals something of the person's email: a part of their name would have found them anyway. */
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

    // A refusal does not reveal whether there was a match.
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

/** Communities of 300 people with nicknames, which don't reveal their emails. */
const community = 300
const many = { points: 1_000_000, seconds: 86_400 }
const guarded = runTestApp({ limits: { userSearches: many, emailSearchesPerAddress: many } })
const unguarded = runTestApp({
  limits: { userSearches: many, emailSearches: many, emailSearchesPerAddress: many },
})
const networks = runTestApp({
  limits: { emailSearches: many, emailSearchesPerAddress: { points: 5, seconds: 86_400 } },
})
const communities = [guarded, unguarded, networks]

beforeAll(async () => {
  for (const { database } of communities)
    await sql`
      insert into users (display_name, email)
      select 'Tana ' || n, given || '.' || family || (n * 7) % 100 || '@' || (${domains}::text[])[1 + n % 3]
      from generate_series(1, ${community}::int) n, lateral (
        select
          (array['ada', 'beatrice', 'carlo', 'dino', 'elisa', 'furio', 'gaia', 'ivo', 'lia', 'marco', 'nives'])[1 + n % 11] as given,
          (array['amato', 'berti', 'conti', 'dossi', 'elmi', 'ferri', 'greco', 'longo', 'marini', 'neri'])[1 + n / 11 % 10] as family
      ) names
      on conflict do nothing`.execute(database)
})

/** The most common letters of names first. */
const letters = [...'aeiornltcsdmbgfvpuzhq.0123456789']
const trigrams = [
  'mar',
  'ann',
  'gio',
  'ari',
  'ina',
  'ell',
  'ert',
  'ont',
  'oss',
  'err',
  'ong',
  'rec',
  'mat',
  'lmi',
  'eri',
]

/**
 * Reads out the email of somebody whose uid is known, growing a part that finds them letter by letter (security finding j).
 * Each account makes as many searches as it may and finds as many people as it may; then the next goes on.
 */
async function readOutEmail(
  { origin }: TestApp,
  target: string,
  accounts: number,
  searchesOfAccount: number,
): Promise<{ part: string; email: string | null; searches: number; accounts: number }> {
  const before = { searches: 0, accounts: 0 }
  let by: Member | undefined
  let left = 0
  let found = new Set<string>()
  let part = ''

  /** Whether the search shows the target; null where no account is left. */
  async function shows(query: string): Promise<boolean | null> {
    let hasTarget = false
    if (!by || left === 0 || found.size > 70) {
      if (before.accounts === accounts) return null
      before.accounts += 1
      attackers += 1
      by = await register(origin, {
        name: `Zzz ${attackers}`,
        email: `zzz${attackers}@zzz.zz`,
        password: 'Tana-rossa1',
      })
      left = searchesOfAccount
      found = new Set()
    }
    left -= 1
    before.searches += 1
    // The page that begins with the target, if they are found: uids are known.
    const cursor = Buffer.from(JSON.stringify([uidBefore(target)])).toString('base64url')
    const { people } = await search(by, query, cursor)
    for (const { uid } of people) {
      found.add(uid)
      if (uid === target) hasTarget = true
    }
    return hasTarget
  }

  async function firstThatShows(queries: string[]): Promise<string | null | undefined> {
    for (const query of queries) {
      const hasTarget = await shows(query)
      if (hasTarget === null) return null
      if (hasTarget) return query
    }
    return undefined
  }

  const start = await firstThatShows(trigrams)
  if (!start) return { part, email: null, ...before }
  part = start
  while (!part.includes('@')) {
    const grown = await firstThatShows([...letters, '@'].map((letter) => part + letter))
    if (!grown) return { part, email: null, ...before }
    part = grown
  }
  const provided = await firstThatShows(domains.map((domain) => part + domain))
  if (!provided) return { part, email: null, ...before }
  part = provided
  for (;;) {
    const grown = await firstThatShows(letters.map((letter) => letter + part))
    if (grown === null) return { part, email: null, ...before }
    if (grown === undefined) return { part, email: part, ...before }
    part = grown
  }
}

/** The uid just before another, as a number. */
function uidBefore(uid: string): string {
  const digits = (BigInt(`0x${uid.replaceAll('-', '')}`) - 1n).toString(16).padStart(32, '0')
  return digits.replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5')
}

async function targetsOf({ database }: TestApp) {
  return await database
    .selectFrom('users')
    .select(['id as uid', 'email'])
    .where('display_name', 'in', ['Tana 42', 'Tana 123', 'Tana 250'])
    .execute()
}

it('keeps four accounts from reading an email out letter by letter (S-06)', async () => {
  const readings: Record<string, Awaited<ReturnType<typeof readOutEmail>>[]> = { without: [], with: [] }
  for (const [name, target, searchesOfAccount] of [
    ['without', unguarded, Number.POSITIVE_INFINITY],
    ['with', guarded, defaultLimits.emailSearches.points],
  ] as const)
    for (const { uid, email } of await targetsOf(target)) {
      const reading = await readOutEmail(target, uid, 4, searchesOfAccount)
      readings[name]?.push(reading)
      expect(email).toContain(reading.part)
      expect([name, reading.email]).toEqual([name, name === 'without' ? email : null])
      if (name === 'with') expect(reading.part.length).toBeLessThan(email.length / 2)
    }
  for (const [name, all] of Object.entries(readings))
    figure(
      'S-06',
      `${name} the limit: ${all.filter(({ email }) => email).length} of ${all.length} emails read out letter by letter, after ${all.map(({ searches, accounts }) => `${searches} searches of ${accounts} accounts`).join(', ')}: ${all.map(({ part }) => part).join(', ')}`,
    )
})

it('finds names by part and emails as a whole when the parts of a day are used up (S-06)', async () => {
  const [target] = await targetsOf(guarded)
  if (!target) throw new Error('there is no target')
  const member = await guarded.as('anna')
  const [name = '', domain = ''] = target.email.split('@')
  const finds = async (query: string) => {
    const { status, people } = await search(member, query)
    return [status, people.some(({ uid }) => uid === target.uid)]
  }
  expect(await finds(name)).toEqual([200, true])
  // Each part once more, and fewer letters than an email is searched for: neither is counted.
  for (let round = 0; round < 40; round += 1) {
    expect(await finds(name.toUpperCase())).toEqual([200, true])
    expect((await search(member, 'zq')).status).toBe(200)
  }
  const parts = Array.from(
    { length: defaultLimits.emailSearches.points - 2 },
    (_, index) => `nessuno${index}`,
  )
  for (const part of parts) expect(await finds(part)).toEqual([200, false])
  expect(await finds(`${name}@${domain.slice(0, 2)}`)).toEqual([200, true])

  for (const part of [`${name}@`, name.slice(1), `@${domain}`, target.email.slice(1), `${target.email}x`])
    expect(await finds(part)).toEqual([200, false])
  expect(await finds(` ${target.email.toUpperCase()} `)).toEqual([200, true])
  expect(await finds(name)).toEqual([200, true])
  expect((await search(member, 'tana 4')).people.length).toBeGreaterThan(5)

  // The window slides.
  await sql`update email_searches set searched_at = searched_at - interval '23 hours 59 minutes'`.execute(
    guarded.database,
  )
  expect(await finds(`${name}@`)).toEqual([200, false])
  await sql`update email_searches set searched_at = searched_at - interval '2 minutes'`.execute(
    guarded.database,
  )
  expect(await finds(`${name}@`)).toEqual([200, true])
  const { rows } = await sql<{ left: number }>`
    select count(*) as left from email_searches where viewer_id = ${member.uid}`.execute(guarded.database)
  expect(rows).toEqual([{ left: 1 }])
})

it('counts parts of emails that are looked for at once (S-06)', async () => {
  const bruno = await guarded.as('bruno')
  const queries = Array.from({ length: 100 }, (_, number) => `parte${number}`)
  await Promise.all(queries.map((query) => search(bruno, query)))
  const { rows } = await sql<{ noted: number }>`
    select count(*) as noted from email_searches where viewer_id = ${bruno.uid}`.execute(guarded.database)
  expect(rows).toEqual([{ noted: defaultLimits.emailSearches.points }])
})

it('counts searches for parts of emails by network too (S-06)', async () => {
  const [target] = await targetsOf(networks)
  if (!target) throw new Error('there is no target')
  const part = target.email.split('@')[0] ?? ''
  const from = (name: string, localAddress: string) =>
    register(networks.origin, { name, email: `${name}@zzz.zz`, password: 'Tana-rossa1' }, { localAddress })
  const [one, other, elsewhere] = [
    await from('uno', '127.0.0.1'),
    await from('due', '127.0.0.1'),
    await from('tre', '127.0.0.2'),
  ]
  for (const query of ['prima', 'seconda', 'terza']) await search(one, query)
  for (const query of ['quarta', 'quinta']) await search(other, query)
  for (const by of [one, other]) {
    expect(await search(by, part)).toMatchObject({ status: 200, people: [] })
    expect((await search(by, target.email)).people).toMatchObject([{ uid: target.uid }])
    expect((await search(by, 'tana 4')).people.length).toBeGreaterThan(5)
  }
  expect((await search(elsewhere, part)).people).toMatchObject([{ uid: target.uid }])
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
