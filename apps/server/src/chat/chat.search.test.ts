import { randomUUID } from 'node:crypto'
import type { FoundMessages, Message } from '@covo/contract/chat/chat.routes'
import { befriend, openPrivateChat } from '@covo/testing/member-actions'
import { refusalOf } from '@covo/testing/refusal'
import type { Member } from '@covo/testing/visitor'
import { sql } from 'kysely'
import { describe, expect, it } from 'vitest'
import { runTestApp, unlimited } from '../../test/test-app.ts'
import { indexBatch } from './search-index.ts'

const searches = { points: 100, seconds: 600 }
const app = runTestApp({ limits: { ...unlimited, messageSearches: searches } })
const room = 'generale'

async function send(member: Member, text: string, conversationId = room): Promise<Message> {
  const answer = await member.post(`/api/chat/${conversationId}/messages`, { clientId: randomUUID(), text })
  expect(answer.status).toBe(201)
  return (await answer.json()) as Message
}

const pathOf = (query: string, filters: Record<string, string> = {}) =>
  `/api/chat/search?${new URLSearchParams({ query, ...filters })}`
const search = (member: Member, query: string, filters: Record<string, string> = {}) =>
  member.read<FoundMessages>(pathOf(query, filters))

async function excerptsOf(...search_: Parameters<typeof search>): Promise<string[]> {
  return (await search(...search_)).results.map(({ excerpt }) => excerpt)
}

const anna = () => app.as('anna')
const bruno = () => app.as('bruno')

/** Messages of the room that came before all others of these tests' words: written as an import does. */
async function fill(author: Member, count: number, text: string) {
  await sql`
    insert into messages (conversation_id, sequence, sender_id, client_id, text, sent_at)
    select ${room}, head + place, ${author.uid}, gen_random_uuid(), ${text}, clock_timestamp()
    from conversations, generate_series(1, ${count}::integer) as place where id = ${room}
  `.execute(app.database)
  await sql`update conversations set head = head + ${count} where id = ${room}`.execute(app.database)
}

describe('a search', () => {
  it('ignores case and accents, finds parts of words, phrases and spoilers, and wants all words', async () => {
    const texts = [
      '**Perché** no, 100%?',
      'il Computer di casa',
      'la flag è ||CTF{tesoro}||',
      'ci\nvediamo là',
    ]
    const sent: Message[] = []
    for (const text of texts) sent.push(await send(await anna(), text))
    const cases: [query: string, found: string[]][] = [
      ['perche', ['Perché no, 100%?']],
      ['PÈRCHÉ', ['Perché no, 100%?']],
      ['comp', ['il Computer di casa']],
      ['casa il', ['il Computer di casa']],
      ['"casa il"', []],
      ['"computer di"', ['il Computer di casa']],
      ['tesoro', ['la flag è [spoiler]']],
      ['"ci vediamo"', ['ci vediamo là']],
      ['100%', ['Perché no, 100%?']],
      ['c_mputer', []],
      ['100%?\\', []],
    ]
    for (const [query, found] of cases) expect(await excerptsOf(await bruno(), query), query).toEqual(found)
    const { results, next } = await search(await bruno(), 'perche')
    expect({ results, next }).toEqual({
      results: [
        {
          conversationId: room,
          sequence: sent[0]?.sequence,
          userId: (await anna()).uid,
          userName: 'Anna Bassi',
          timestamp: sent[0]?.timestamp,
          excerpt: 'Perché no, 100%?',
        },
      ],
      next: null,
    })
  })

  it('finds a text from its edit on, no earlier one, and none that was removed', async () => {
    const member = await anna()
    const { sequence } = await send(member, 'una zanzara')
    const path = `/api/chat/${room}/messages/${sequence}`
    const edit = async (text: string, edits: number) => {
      const headers = { 'content-type': 'application/json' }
      const answer = await member.fetch(path, {
        method: 'PUT',
        headers,
        body: JSON.stringify({ text, edits }),
      })
      expect(answer.status).toBe(200)
    }
    await edit('una Zanzara', 0)
    expect(await excerptsOf(member, 'zanzara')).toEqual(['una Zanzara'])
    await edit('una farfalla', 1)
    expect(await excerptsOf(member, 'zanzara')).toEqual([])
    expect(await excerptsOf(member, 'farfalla')).toEqual(['una farfalla'])
    expect((await member.delete(path)).status).toBe(204)
    expect(await excerptsOf(member, 'farfalla')).toEqual([])
    const { rows } = await sql`select from searched_messages where folded like '%farfalla%'`.execute(
      app.database,
    )
    expect(rows).toEqual([])
  })

  it('finds in the room and in the private chats of the searcher alone', async () => {
    const [carla, dario] = [await app.as('carla'), await app.as('dario')]
    await befriend(await anna(), await bruno())
    await befriend(await anna(), carla)
    const withBruno = await openPrivateChat(await anna(), await bruno())
    const withCarla = await openPrivateChat(await anna(), carla)
    const inRoom = await send(await bruno(), 'ornitorinco in sala')
    const toBruno = await send(await anna(), 'ornitorinco per Bruno', withBruno)
    const toCarla = await send(carla, 'ornitorinco per Anna', withCarla)
    const excerpts = [toCarla, toBruno, inRoom].map(({ text }) => text)
    expect(await excerptsOf(await anna(), 'ornitorinco')).toEqual(excerpts)
    expect(await excerptsOf(await bruno(), 'ornitorinco')).toEqual(excerpts.slice(1))
    expect(await excerptsOf(dario, 'ornitorinco')).toEqual(excerpts.slice(2))
    expect(await excerptsOf(carla, 'ornitorinco', { conversationId: withCarla })).toEqual([toCarla.text])
    for (const id of [withBruno, `${carla.uid}_${dario.uid}`])
      expect(await refusalOf(await dario.fetch(pathOf('ornitorinco', { conversationId: id })))).toEqual([
        404,
        'chat.conversation_not_found',
      ])
    const own = { userId: (await anna()).uid }
    expect(await excerptsOf(await anna(), 'ornitorinco', own)).toEqual([toBruno.text])
    expect(await excerptsOf(await anna(), 'ornitorinco', { since: toCarla.timestamp })).toEqual([
      toCarla.text,
    ])
    const before = { until: toCarla.timestamp }
    expect(await excerptsOf(await anna(), 'ornitorinco', before)).toEqual(excerpts.slice(1))
  })

  it('answers by pages, each message once, in one chat and in all', async () => {
    const [one, other] = [await app.as('carla'), await app.as('dario')]
    await befriend(one, other)
    const chat = await openPrivateChat(one, other)
    const sent: Message[] = []
    for (let place = 0; place < 50; place += 1)
      sent.unshift(await send(one, `pagina ${place}`, place % 3 === 0 ? chat : room))
    for (const filters of [{}, { conversationId: room }]) {
      const wanted = 'conversationId' in filters ? sent.filter((_, index) => (49 - index) % 3 !== 0) : sent
      const found: FoundMessages['results'] = []
      let before: string | null = ''
      while (before !== null) {
        const page: FoundMessages = await search(other, 'pagina', { ...filters, ...(before && { before }) })
        found.push(...page.results)
        if (page.next) expect(page.results).toHaveLength(20)
        before = page.next
      }
      // Of two messages that different chats store in one millisecond, either may come first.
      expect(found.map(({ timestamp }) => timestamp)).toEqual(wanted.map(({ timestamp }) => timestamp))
      expect(found.map(({ excerpt }) => excerpt).toSorted()).toEqual(
        wanted.map(({ text }) => text).toSorted(),
      )
    }
  })

  it('pages through thirty chats in the order of time, each message once', async () => {
    const member = await app.as('dario')
    const [chats, turns] = [30, 5]
    await sql`
      with partners as (
        insert into users (id, email, display_name)
        select gen_random_uuid(), 'molti' || place || '@esempio.it', 'Molti ' || place from generate_series(1, ${chats}::integer) as place
        returning id
      ),
      chats as (
        select least(id::text, ${member.uid}) || '_' || greatest(id::text, ${member.uid}) as chat, id as partner,
          row_number() over (order by id) as place
        from partners
      ),
      opened as (
        insert into conversations (id, kind, head, author_count) select chat, 'private', ${turns}::integer, 1 from chats
      ),
      sides as (
        insert into conversation_members (conversation_id, user_id, partner_id, last_message_at)
        select chat, ${member.uid}::uuid, partner, now() - place * interval '1 second' from chats
        union all select chat, partner, ${member.uid}::uuid, now() - place * interval '1 second' from chats
      )
      insert into messages (conversation_id, sequence, sender_id, client_id, text, sent_at)
      select chat, turn, partner, gen_random_uuid(), 'tartaruga ' || (place + ${chats}::integer * (${turns}::integer - turn)),
        now() - (place + ${chats}::integer * (${turns}::integer - turn)) * interval '1 second'
      from chats, generate_series(1, ${turns}::integer) as turn`.execute(app.database)
    const found: string[] = []
    let before: string | null = ''
    while (before !== null) {
      const page: FoundMessages = await search(member, 'tartaruga', before ? { before } : {})
      found.push(...page.results.map(({ excerpt }) => excerpt))
      before = page.next
    }
    expect(found).toEqual(Array.from({ length: chats * turns }, (_, index) => `tartaruga ${index + 1}`))
  })

  it('is refused without a word of three letters, and with what it can not be', async () => {
    const member = await anna()
    expect(await refusalOf(await member.fetch(pathOf('ab')))).toEqual([422, 'chat.query_too_short'])
    const wrong: Record<string, string>[] = [
      { query: 'a'.repeat(201) },
      { query: 'nullo\0' },
      { query: 'parola', before: 'abc' },
      { query: 'parola', since: 'ieri' },
      { query: 'parola', userId: 'anna' },
    ]
    for (const parameters of wrong)
      expect(
        await refusalOf(await member.fetch(`/api/chat/search?${new URLSearchParams(parameters)}`)),
      ).toEqual([400, 'common.invalid_request'])
  })
})

describe('a long history', () => {
  it('has what is far up found by the index, and looks at no more than its rows', async () => {
    const member = await anna()
    await fill(member, 30, 'celacanto di una volta')
    await fill(member, 1100, 'comune allora')
    await fill(member, 1, 'un comune riempitivo, ma raro')
    await fill(member, 1, 'un riempitivo raro e poco comune')
    await fill(member, 5000, 'riempitivo')
    const newest = await send(member, 'celacanto di oggi')
    for (const filters of [{}, { conversationId: room }]) {
      const first = await search(member, 'celacanto', filters)
      expect(first.results).toHaveLength(20)
      expect(first.results[0]?.sequence).toBe(newest.sequence)
      const second = await search(member, 'celacanto', { ...filters, before: first.next ?? '' })
      expect(second.results).toHaveLength(11)
      expect(second.next).toBe(null)
      expect((await search(member, 'celacanti', filters)).next).toBe(null)
      // Compared as a whole where the index finds its rare words.
      for (const query of ['"comune riempitivo, ma raro"', '"comune riempitivo" raro'])
        expect(await excerptsOf(member, query, filters)).toEqual(['un comune riempitivo, ma raro'])
      // More than the index may name: the page ends where the newest do.
      const common = await search(member, 'comune', filters)
      expect(common.results).toEqual([])
      const further = await search(member, 'comune', { ...filters, before: common.next ?? '' })
      expect(further.results).toHaveLength(20)
    }
  })

  it('is searched by time', async () => {
    const member = await anna()
    await fill(member, 600, 'tempo perso')
    const { timestamp } = await send(member, 'tempo segnato')
    await fill(member, 600, 'tempo perso')
    const { results } = await search(member, 'tempo', { until: timestamp })
    expect(new Set(results.map(({ excerpt }) => excerpt))).toEqual(new Set(['tempo perso']))
    expect(await excerptsOf(member, 'segnato', { since: timestamp })).toEqual(['tempo segnato'])
  })

  it('that other releases edited or removed is found as it is now, indexed or not', async () => {
    const member = await anna()
    const [edited, removed] = [await send(member, 'Però cambiato'), await send(member, 'Però tolto')]
    expect(await excerptsOf(member, 'pero')).toEqual(['Però tolto', 'Però cambiato'])
    await sql`update messages set text = 'nulla', edits = 1 where id = ${edited.id}`.execute(app.database)
    await sql`
      update messages set text = '', removed_at = now(), removed_by = 'author' where id = ${removed.id}
    `.execute(app.database)
    expect(await excerptsOf(member, 'pero')).toEqual([])
  })

  it('is indexed once, by however many at once', async () => {
    const member = await anna()
    await fill(member, 700, 'Importato')
    const counts = await Promise.all(Array.from({ length: 4 }, () => indexBatch(app.database, room)))
    expect(counts.reduce((sum, count) => sum + count)).toBeLessThanOrEqual(700)
    expect(await excerptsOf(member, 'importato')).toHaveLength(20)
  })
})

it('is limited for each member', async () => {
  const member = await app.as('dario')
  let answer = await member.fetch(pathOf('parola'))
  for (let place = 0; place < searches.points && answer.ok; place += 1)
    answer = await member.fetch(pathOf('parola'))
  expect(Number(answer.headers.get('retry-after'))).toBeGreaterThan(0)
  expect(await refusalOf(answer)).toEqual([429, 'chat.too_many_searches'])
  expect((await (await anna()).fetch(pathOf('parola'))).status).toBe(200)
})
