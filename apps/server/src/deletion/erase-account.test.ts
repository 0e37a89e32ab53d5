import { randomUUID } from 'node:crypto'
import type { MessagePage } from '@covo/contract/chat/chat.routes'
import * as cast from '@covo/testing/cast'
import { befriend, createEvent, makeToken, openPrivateChat, sendMessage } from '@covo/testing/member-actions'
import { type Member, register } from '@covo/testing/visitor'
import { sql } from 'kysely'
import { beforeAll, describe, expect, it } from 'vitest'
import { testSecret } from '../../test/signed-in-members.ts'
import { runTestApp, unlimited } from '../../test/test-app.ts'
import { createBlockedAddresses } from '../auth/blocked-addresses.ts'
import { eraseAccount } from './erase-account.ts'
import { eraseTraces } from './erase-traces.ts'
import { finishErasure, type TextsRemovedBy } from './erasures.store.ts'

const app = runTestApp({ limits: unlimited })

/** Columns that refer to a member and stay with their texts. */
const kept = new Set([
  'messages.sender_id',
  'conversation_authors.user_id',
  'conversation_members.user_id',
  'conversation_members.partner_id',
  'searched_messages.sender_id',
  'events.organizer_id',
  'event_updates.author_id',
  'notifications.author_id',
])

async function erase(uid: string, textsRemovedBy: TextsRemovedBy): Promise<void> {
  const email = 'dario@esempio.it'
  const keepBlockedAddress = createBlockedAddresses(testSecret, []).keep
  await app.database
    .transaction()
    .execute((trx) => eraseAccount(trx, uid, { textsRemovedBy, email, keepBlockedAddress }))
  await eraseTraces(app.database, uid)
  await finishErasure(app.database, uid)
  // The server deletes news that is a minute old.
  await app.database.deleteFrom('news').execute()
}

/** Every row of every table as text, by its table. */
async function everyRow(): Promise<{ table: string; row: string }[]> {
  const { rows: tables } = await sql<{ name: string }>`
    select relname as name from pg_class where relnamespace = 'public'::regnamespace and relkind = 'r'
  `.execute(app.database)
  expect(tables.length).toBeGreaterThan(25)
  const all = await Promise.all(
    tables.map(({ name }) =>
      sql<{ table: string; row: string }>`
        select ${name} as table, to_jsonb(one)::text as row from ${sql.table(name)} as one`.execute(
        app.database,
      ),
    ),
  )
  return all.flatMap(({ rows }) => rows)
}

async function rowsWith(pattern: RegExp): Promise<string[]> {
  return (await everyRow()).filter(({ row }) => pattern.test(row)).map(({ table }) => table)
}

/** The columns that refer to members, `table.column`, of which some row names this one. */
async function columnsThatName(uid: string): Promise<string[]> {
  const { rows: columns } = await sql<{ table: string; column: string }>`
    select conrelid::regclass::text as table, attname as column
    from pg_constraint join pg_attribute on attrelid = conrelid and attnum = any(conkey)
    where contype = 'f' and confrelid = 'users'::regclass`.execute(app.database)
  expect(columns.length).toBeGreaterThan(20)
  const named: string[] = []
  for (const { table, column } of columns) {
    const { rows } = await sql`
      select from ${sql.table(table)} where ${sql.ref(column)} = ${uid} limit 1`.execute(app.database)
    if (rows.length > 0) named.push(`${table}.${column}`)
  }
  return named.toSorted()
}

describe('erasing an account', () => {
  let dario: Member
  let anna: Member
  let bruno: Member
  let chat = ''
  let eventId = ''

  beforeAll(async () => {
    dario = await app.as('dario')
    anna = await app.as('anna')
    bruno = await app.as('bruno')
    const carla = await app.as('carla')
    await befriend(dario, anna)
    await dario.post('/api/friends/requests', { uid: bruno.uid })
    await carla.post('/api/friends/requests', { uid: dario.uid })
    const blocked = await register(app.origin, {
      ...cast.carla,
      name: 'Elia Fabbri',
      email: 'elia@esempio.it',
    })
    expect((await dario.put(`/api/blocks/${blocked.uid}`)).status).toBe(204)
    await dario.patch('/api/profiles/me', {
      displayName: 'Dario Elmi',
      bio: 'Amo i gatti rossi',
      telefono: '333 1234567',
      citta: 'Torino',
      professione: 'Fabbro',
      dataNascita: '1990-01-31',
      interessi: ['Forensics'],
      links: ['https://esempio.it/vetrina'],
    })
    chat = await openPrivateChat(dario, anna)
    await sendMessage(dario, chat, 'Una frase segretissima')
    await sendMessage(anna, chat, 'Una risposta')
    await sendMessage(dario, 'generale', 'Un fatto segretissimo')
    await sendMessage(bruno, 'generale', `Che ne dice <@${dario.uid}>?`)
    for (const conversation of ['generale', chat]) {
      const { messages } = await dario.read<MessagePage>(`/api/chat/${conversation}/messages`)
      for (const { sequence } of messages) {
        const path = `/api/chat/${conversation}/messages/${sequence}/reactions/heart`
        expect((await dario.put(path)).status).toBe(200)
        expect((await anna.put(path)).status).toBe(200)
      }
    }
    eventId = (await createEvent(anna, { title: 'Di Anna' })).id
    await dario.put(`/api/events/${eventId}/participation`)
    await createEvent(dario, { title: 'Di nessuno' })
    await dario.put('/api/notifications/settings', { reminders: false })
    await makeToken(dario, 'chat:read')
    await dario.put('/api/events/feed', { scope: 'own', categories: ['ctf'] })
    await dario.post('/api/account/verification-mail')
    await dario.read('/api/friends/search?query=Elia')
    await app.visit().post('/api/auth/reset-mail', { email: cast.dario.email })
  })

  it('finds the person in many tables before', async () => {
    expect(
      await rowsWith(/dario|Elmi|gatti rossi|1234567|Torino|Fabbro|Forensics|vetrina|1990-01-31/i),
    ).toContain('users')
    const named = await columnsThatName(dario.uid)
    expect(named.length).toBeGreaterThan(12)
    expect(named).toContain('message_reactions.user_id')
  })

  it('leaves no trace of the person in any column of any table, but the texts (S-05) (P-02)', async () => {
    const { uid } = dario
    await erase(uid, null)
    expect(
      await rowsWith(/dario|Elmi|gatti rossi|1234567|Torino|Fabbro|Forensics|vetrina|1990-01-31/i),
    ).toEqual([])
    expect((await columnsThatName(uid)).filter((column) => !kept.has(column))).toEqual([])
    const { rows } =
      await sql`select erased_at, deletion_at, email_verified from users where id = ${uid}`.execute(
        app.database,
      )
    expect(rows).toEqual([{ erased_at: expect.any(Date), deletion_at: null, email_verified: false }])
    const room = await anna.read<MessagePage>('/api/chat/generale/messages')
    expect(room.messages.map(({ userName, text }) => [userName, text])).toEqual([
      ['Utente eliminato', 'Un fatto segretissimo'],
      ['Bruno Conti', `Che ne dice <@${uid}>?`],
    ])
    // The other's reactions stay, and are counted right.
    for (const conversation of ['generale', chat]) {
      const { messages } = (await anna.read<MessagePage>(`/api/chat/${conversation}/messages`)) as MessagePage
      for (const { reactions } of messages) expect(reactions).toEqual([{ reaction: 'heart', count: 1 }])
    }
    expect(await bruno.read(`/api/events/${eventId}`)).toMatchObject({ participantsCount: 0 })
    const { rows: read } = await sql`
      select head - last_read as left, is_unread from conversation_members
      join conversations on id = conversation_id where user_id = ${uid}`.execute(app.database)
    expect(read).toEqual([{ left: 0, is_unread: false }])
  })

  it('leaves no text either where they are to go, also later', async () => {
    const { uid } = dario
    expect(await rowsWith(/segretissim/)).toContain('messages')
    await erase(uid, 'author')
    expect(await rowsWith(/segretissim/)).toEqual([])
    const { messages } = await anna.read<MessagePage>(`/api/chat/${chat}/messages`)
    expect(messages).toMatchObject([
      { text: '', isRemoved: true, removedBy: 'author' },
      { text: 'Una risposta' },
    ])
    const refused = await anna.post(`/api/chat/${chat}/messages`, { clientId: randomUUID(), text: 'Ehi' })
    expect(refused.status).toBe(403)
  })
})
