import { readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { buffer } from 'node:stream/consumers'
import { eventRoomId } from '@covo/contract/chat/chat.rules'
import type { Team } from '@covo/contract/teams/teams.routes'
import { botScopes } from '@covo/contract/tokens/bots.rules'
import {
  befriend,
  createEvent,
  makeBot,
  makeToken,
  openPrivateChat,
  sendMessage,
} from '@covo/testing/member-actions'
import { type Member, register } from '@covo/testing/visitor'
import { sql } from 'kysely'
import { beforeAll, describe, expect, it } from 'vitest'
import { operate } from '../../test/operate.ts'
import { operatorSettings } from '../../test/operator-settings.ts'
import { readZip } from '../../test/read-zip.ts'
import { runTestApp, unlimited } from '../../test/test-app.ts'
import { memberData } from '../platform/database/member-data.ts'
import { openArchive } from './archive.ts'
import { ownDataFiles } from './own-data.ts'

const app = runTestApp({ limits: unlimited })

/** Where the archive holds the columns of the member's own row. */
const exported: Record<string, string> = {
  display_name: 'profile',
  photo_url: 'profile',
  profession: 'profile',
  city: 'profile',
  phone: 'profile',
  birth_date: 'profile',
  bio: 'profile',
  skills: 'profile',
  links: 'profile',
  updated_at: 'profile',
  email: 'account',
  email_verified: 'account',
  created_at: 'account',
  bio_audience: 'settings',
  profession_audience: 'settings',
  city_audience: 'settings',
  phone_audience: 'settings',
  birth_date_audience: 'settings',
  email_to_friends: 'settings',
  findable_by_email: 'settings',
  show_presence: 'settings',
  read_receipts: 'settings',
  show_typing: 'settings',
  show_participation: 'settings',
  suspended_until: 'decisions',
}

/** Columns of that row that the archive leaves out, with the reasons. */
const leftOut: Record<string, string> = {
  id: 'names rows, and says nothing of the person',
  display_name_key: 'made of the name',
  searchable_name: 'made of the name',
  display_name_skeleton: 'made of the name',
  display_name_chosen: 'marks the names that have to be unique',
  blocked_at: 'a blocked member has no session; the operator, who blocked them, runs export-member',
  verification_asked_at: 'what the registration asked, which the address’s confirmation answers',
  erased_at: 'an erased member has no data any more',
  deletion_at: 'a member who asked for it has no session',
  erase_texts: 'as above',
  is_moderator: 'what the operator gave them',
}

it('holds every column of the own row, or says why not (P-01)', async () => {
  const { rows } = await sql<{ name: string }>`
    select attname as name from pg_attribute
    where attrelid = 'users'::regclass and attnum > 0 and not attisdropped`.execute(app.database)
  const known = [...Object.keys(exported), ...Object.keys(leftOut), 'bot_owner']
  expect(known.toSorted()).toEqual(rows.map(({ name }) => name).toSorted())
})

it('has the files that hold what refers to a member', () => {
  const files = [
    // Of the column that 'messages-public' is of.
    'messages-rooms',
    'messages-teams',
    ...Object.values(exported),
    ...Object.values(memberData).flatMap((one) => ('file' in one ? [one.file] : [])),
  ]
  expect(new Set(ownDataFiles.map(({ name }) => name))).toEqual(new Set(files))
})

const evil = `<script>alert(1)</script><img src=x onerror="alert(2)">&amp;'"</td>`

describe('of a member among others', () => {
  let anna: Member
  let files: Map<string, string>
  const json = (name: string) => JSON.parse(files.get(`${name}.json`) ?? '') as Record<string, unknown>[]

  beforeAll(async () => {
    const cast = ['Anna', 'Bruno', 'Carla', 'Dario', 'Elena'].map((name) => ({
      name,
      email: `posta-${name}@canarino.it`,
      password: 'Tana-rossa1',
    }))
    const [first, bruno, carla, dario, elena] = await Promise.all(
      cast.map((person) => register(app.origin, person)),
    )
    if (!first || !bruno || !carla || !dario || !elena) throw new Error('somebody is missing')
    anna = first
    await befriend(anna, bruno)
    await anna.post('/api/friends/requests', { uid: carla.uid })
    await dario.post('/api/friends/requests', { uid: anna.uid })
    await anna.put(`/api/blocks/${elena.uid}`)
    await bruno.put(`/api/blocks/${anna.uid}`).then(() => bruno.delete(`/api/blocks/${anna.uid}`))
    await befriend(anna, bruno)
    const chat = await openPrivateChat(anna, bruno)
    await sendMessage(anna, chat, `privato di Anna ${evil}`)
    await sendMessage(bruno, chat, 'canarino-privato')
    await sendMessage(bruno, 'generale', 'canarino-pubblico')
    await sendMessage(anna, 'generale', `pubblico di Anna a <@${bruno.uid}>`)
    await anna.put('/api/chat/generale/messages/1/reactions/up')
    const own = await createEvent(anna, { title: 'Festa di Anna', description: `da Anna ${evil}` })
    await bruno.put(`/api/events/${own.id}/participation`)
    await anna.post(`/api/events/${own.id}/updates`, {
      clientId: crypto.randomUUID(),
      text: 'portate le torce',
    })
    const others = await createEvent(bruno, { title: 'Gita di Bruno', description: 'canarino-descrizione' })
    await anna.put(`/api/events/${others.id}/participation`)
    await bruno.post(`/api/events/${others.id}/updates`, {
      clientId: crypto.randomUUID(),
      text: 'canarino-avviso',
    })
    await sendMessage(anna, eventRoomId(others.id), 'porto la tenda')
    await sendMessage(bruno, eventRoomId(others.id), 'canarino-stanza')
    await anna.put(`/api/chat/${eventRoomId(others.id)}/messages/2/reactions/done`)
    const led = await createEvent(carla, { title: 'Corso di Carla', description: 'canarino-descrizione' })
    await app.database
      .insertInto('event_organizers')
      .values({ event_id: led.id, user_id: anna.uid })
      .execute()
    const draft = { presentation: '', maximum: 5, skills: [], isLooking: true, ctftimeId: '' }
    const team = await anna.post('/api/teams', { ...draft, name: 'Volpi di Anna' })
    const { id: ownTeam, conversationId } = (await team.json()) as Team
    await sendMessage(anna, conversationId, 'ci vediamo alle nove')
    const other = await bruno.post('/api/teams', { ...draft, name: 'Lupi', presentation: 'canarino-squadra' })
    await anna.post(`/api/teams/${((await other.json()) as Team).id}/requests`, { text: 'gioco da un anno' })
    const hackathon = await createEvent(bruno, { title: 'Maratona', category: 'hackathon' })
    const race = await createEvent(bruno, { title: 'Gara', category: 'ctf' })
    for (const { id } of [hackathon, race]) await anna.put(`/api/events/${id}/participation`)
    await anna.put(`/api/teams/${ownTeam}/events/${hackathon.id}`)
    await anna.put(`/api/teams/${ownTeam}/events/${hackathon.id}/lineup`)
    await anna.put(`/api/events/${race.id}/looking`, { text: 'gioco web' })
    await makeToken(anna, 'chat:read', 'events:read')
    await makeBot(anna, 'Robottino')
    await anna.post('/api/events/feed')
    await anna.post('/api/reports', {
      subject: { kind: 'event', id: others.id },
      reason: 'other',
      details: 'dubbio',
    })
    await bruno.post('/api/reports', {
      subject: { kind: 'member', id: anna.uid },
      reason: 'spam',
      details: 'canarino-dettagli',
    })
    await sql`
      with decided as (
        insert into decisions (subject_kind, subject_id, member_id, action, rule, facts, removed, appeal_hash)
        values ('event', ${own.id}, ${anna.uid}, 'remove', 3, 'Vende cose a tutti.', '{}', 'canarino-reclamo') returning id
      )
      insert into appeals (decision_id, text) select id, 'Non vendo niente.' from decided`.execute(
      app.database,
    )
    // A marker in each field of everybody else; secrets are marked of Anna too.
    await sql`
      update users set phone = 'canarino-telefono-' || id, city = 'canarino-citta-' || id, bio = 'canarino-bio-' || id, links = array['https://canarino.it/' || id],
        profession = 'canarino-mestiere-' || id, photo_url = 'https://canarino-foto.it/' || id, birth_date = '1911-01-01'
      where id <> ${anna.uid}`.execute(app.database)
    await sql`
      update users set phone = '055 1234', city = 'Firenze', bio = ${evil}, profession = 'Liutaia',
        birth_date = '1990-02-03', skills = '{Web,OSINT}', links = '{https://esempio.it/anna}', photo_url = 'https://esempio.it/anna.png'
      where id = ${anna.uid}`.execute(app.database)
    await sql`
      update accounts set access_token = 'canarino-accesso', refresh_token = 'canarino-rinnovo', id_token = 'canarino-id',
        account_id = 'canarino-conto-' || id, password = 'canarino-' || password`.execute(app.database)
    await sql`
      update sessions set ip_address = 'canarino-ip', user_agent = 'canarino-navigatore', token = 'canarino-' || token`.execute(
      app.database,
    )
    const photoOf = (member: Member, text: string) => {
      const [small, large] = [Buffer.from(`${text}-piccola`), Buffer.from(text)]
      return { user_id: member.uid, small, large }
    }
    await app.database
      .insertInto('photos')
      .values([photoOf(anna, 'foto di Anna'), photoOf(bruno, 'canarino-foto')])
      .execute()
    files = await readZip(await buffer(openArchive(app.database, anna.uid)))
  })

  it('has their teams, what they wrote there, asked, play and look for', () => {
    expect(json('teams')).toMatchObject([
      { name: 'Volpi di Anna', relation: 'captain', text: null },
      { name: 'Lupi', relation: 'requested', event: null, text: 'gioco da un anno' },
      { name: 'Volpi di Anna', relation: 'playing', event: 'Maratona', text: null },
      { name: '', relation: 'looking', event: 'Gara', text: 'gioco web' },
    ])
    expect(json('messages-teams')).toMatchObject([
      { partner: 'Volpi di Anna', text: 'ci vediamo alle nove', sequence: 1 },
    ])
  })

  it('has all that is theirs, as JSON', () => {
    const time = expect.stringMatching(/^20\d\d-\d\d-\d\dT/)
    expect([...files.keys()]).toEqual([
      'index.html',
      ...ownDataFiles.map(({ name }) => `${name}.json`),
      'foto.webp',
    ])
    expect(files.get('foto.webp')).toBe('foto di Anna')
    expect(json('account')).toEqual({
      email: 'posta-anna@canarino.it',
      emailVerified: false,
      signInMethods: ['password'],
      createdAt: time,
    })
    expect(json('profile')).toEqual({
      displayName: 'Anna',
      bio: evil,
      professione: 'Liutaia',
      citta: 'Firenze',
      telefono: '055 1234',
      dataNascita: '1990-02-03',
      interessi: ['Web', 'OSINT'],
      links: ['https://esempio.it/anna'],
      photoURL: 'https://esempio.it/anna.png',
      updatedAt: time,
    })
    expect(json('friends')).toEqual([{ displayName: 'Bruno', since: time }])
    expect(json('requests')).toEqual([
      { displayName: 'Carla', direction: 'sent', sentAt: time },
      { displayName: 'Dario', direction: 'received', sentAt: time },
    ])
    expect(json('blocks')).toEqual([{ displayName: 'Elena', since: time }])
    expect(json('events')).toMatchObject([{ title: 'Festa di Anna', description: `da Anna ${evil}` }])
    expect(json('event-messages')).toMatchObject([{ title: 'Festa di Anna', text: 'portate le torce' }])
    const byTitle = (one: Record<string, unknown>, other: Record<string, unknown>) =>
      String(one.title).localeCompare(String(other.title))
    expect(json('participations').toSorted(byTitle)).toMatchObject([
      { title: 'Corso di Carla', role: 'organizer', since: time },
      { title: 'Gara', role: 'joined', since: time },
      { title: 'Gita di Bruno', role: 'joined', since: time },
      { title: 'Maratona', role: 'joined', since: time },
    ])
    expect(json('messages-public')).toEqual([
      {
        sequence: 2,
        text: 'pubblico di Anna a @Bruno',
        sentAt: time,
        editedAt: null,
        removedAt: null,
        replyTo: null,
        files: [],
      },
    ])
    expect(json('messages-private')).toMatchObject([{ partner: 'Bruno', text: `privato di Anna ${evil}` }])
    expect(json('messages-events')).toMatchObject([{ partner: 'Gita di Bruno', text: 'porto la tenda' }])
    expect(json('reactions')).toEqual([
      { partner: 'Gita di Bruno', sequence: 2, reaction: 'done', reactedAt: time },
      { partner: '', sequence: 1, reaction: 'up', reactedAt: time },
    ])
    expect(json('reports')).toMatchObject([{ about: 'event', reason: 'other', details: 'dubbio' }])
    expect(json('decisions')).toMatchObject([
      {
        about: 'event',
        action: 'remove',
        rule: 3,
        facts: 'Vende cose a tutti.',
        appeal: 'Non vendo niente.',
      },
    ])
    expect(json('devices')).toContainEqual({ startedAt: time, lastUsedAt: time, expiresAt: time })
    expect(json('tokens')).toEqual([
      {
        name: 'Bot',
        scopes: ['chat:read', 'events:read'],
        createdAt: time,
        expiresAt: null,
        lastUsedOn: null,
      },
    ])
    expect(json('bots')).toEqual([
      {
        name: 'Robottino',
        createdAt: time,
        scopes: [...botScopes],
        expiresAt: null,
        lastUsedOn: null,
        rooms: [],
      },
    ])
    expect(json('settings')).toMatchObject({
      bio: 'friends',
      telefono: 'me',
      findableByEmail: true,
      showPresence: true,
      reminders: true,
      hasCalendarFeed: true,
    })
  })

  it('has nobody else’s words or data, and no secrets (S-05)', async () => {
    const all = [...files.values()].join('\n').replaceAll('posta-anna@canarino.it', '')
    expect(all).not.toMatch(/canarino|1911-01-01|\$argon2/)
    const { rows } = await sql<{ value: string }>`
      select id::text as value from users union all select token from sessions union all select id::text from sessions
      union all select password from accounts where password is not null union all select token_hash from tokens union all select id::text from calendar_feeds where id is not null`.execute(
      app.database,
    )
    expect(rows.length).toBeGreaterThan(15)
    for (const { value } of rows) expect(all).not.toContain(value)
  })

  it('has a page that shows the same, without scripts, and with every value as text (S-09)', () => {
    const page = files.get('index.html') ?? ''
    expect(page).toMatch(/^<!doctype html>\n<html lang="it">/)
    expect(page).toContain(`content="default-src 'none'; style-src 'unsafe-inline'"`)
    expect(page.match(/<[a-z][\w-]*/g)?.every((tag) => plainTags.has(tag.slice(1)))).toBe(true)
    expect(page).toContain(
      'privato di Anna &lt;script>alert(1)&lt;/script>&lt;img src=x onerror=&quot;alert(2)&quot;>&amp;amp;',
    )
    for (const text of [
      'Festa di Anna',
      'Gita di Bruno',
      'pubblico di Anna a @Bruno',
      'inviata',
      'Chat Generale',
    ])
      expect(page).toContain(text)
    expect(page.match(/<h2>/g)).toHaveLength(ownDataFiles.length)
  })

  it('is written by the operator’s command too, for a member who is there', async () => {
    const settings = await operatorSettings(app)
    const path = join(tmpdir(), `${crypto.randomUUID()}.zip`)
    const run = (who: string) => operate(settings, 'export-member', who, path)
    expect(await run('posta-anna@canarino.it')).toMatchObject({
      code: 0,
      output: `Written: the data of Anna (posta-anna@canarino.it, ${anna.uid}) to ${path}\n`,
    })
    expect((await readZip(await readFile(path))).get('messages-private.json')).toBe(
      files.get('messages-private.json'),
    )
    await rm(path)
    expect(await run('nessuno@esempio.it')).toMatchObject({ code: 1 })
  }, 120_000)
})

const plainTags = new Set(
  'html head meta title style body h1 h2 p nav ul li a section div table tr th td'.split(' '),
)

it('has of a member who did nothing a page that says so', async () => {
  const nobody = await register(app.origin, {
    name: 'Nuova',
    email: 'nuova@esempio.it',
    password: 'Tana-rossa1',
  })
  const files = await readZip(await buffer(openArchive(app.database, nobody.uid)))
  expect(files.has('foto.webp')).toBe(false)
  expect(files.get('friends.json')).toBe('[\n\n]\n')
  expect(files.get('index.html')).toContain('<h2>Amici</h2>\n<p>Niente.</p>')
})

it('reads lists of any length, page after page, each row once', async () => {
  const writer = await register(app.origin, {
    name: 'Scrive',
    email: 'scrive@esempio.it',
    password: 'Tana-rossa1',
  })
  await sql`
    with made as (
      insert into users (display_name, email) select 'Amica ' || n, 'amica' || n || '@esempio.it'
      from generate_series(1, 600) n returning id
    ) insert into friendships (user_id, friend_id) select ${writer.uid}, id from made`.execute(app.database)
  await sql`
    insert into messages (conversation_id, sequence, sender_id, client_id, text, sent_at)
    select 'generale', n, case when n % 2 = 0 or n > 12000 then ${writer.uid}::uuid else (select id from users where display_name = 'Anna') end,
      gen_random_uuid(), 'numero ' || n, now() from generate_series(1000, 13000) n`.execute(app.database)
  await sql`update conversations set head = 13000 where id = 'generale'`.execute(app.database)
  await sql`insert into conversation_authors values ('generale', ${writer.uid})`.execute(app.database)
  const files = await readZip(await buffer(openArchive(app.database, writer.uid)))
  const names = (JSON.parse(files.get('friends.json') ?? '') as { displayName: string }[]).map(
    (one) => one.displayName,
  )
  expect(new Set(names).size).toBe(600)
  expect(names).toHaveLength(600)
  const sequences = (JSON.parse(files.get('messages-public.json') ?? '') as { sequence: number }[]).map(
    (one) => one.sequence,
  )
  const expected = Array.from({ length: 12_001 }, (_, index) => 1000 + index).filter(
    (n) => n % 2 === 0 || n > 12_000,
  )
  expect(sequences).toHaveLength(expected.length)
  expect(sequences).toEqual(expected)
})
