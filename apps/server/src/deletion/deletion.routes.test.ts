import type { MessagePage } from '@covo/contract/chat/chat.routes'
import type { EventPage } from '@covo/contract/events/events.routes'
import { nobody } from '@covo/contract/events/events.rules'
import { membersTopic } from '@covo/contract/profiles/profiles.news'
import { closeCodes } from '@covo/contract/realtime'
import { befriend, createEvent, openPrivateChat, sendMessage } from '@covo/testing/member-actions'
import { mailsTo, parseMail, waitForMails } from '@covo/testing/outbox'
import { refusalOf } from '@covo/testing/refusal'
import { type Member, type Newcomer, register, registerNewcomer, type Visitor } from '@covo/testing/visitor'
import { waitUntil } from '@covo/testing/wait-until'
import { sql } from 'kysely'
import { describe, expect, it } from 'vitest'
import { testSecret } from '../../test/signed-in-members.ts'
import { runTestApp, unlimited } from '../../test/test-app.ts'
import { createBlockedAddresses } from '../auth/blocked-addresses.ts'
import { eraseAccount } from './erase-account.ts'
import { eraseDueAccount } from './erase-due-accounts.ts'
import { eraseTraces } from './erase-traces.ts'

const app = runTestApp({ limits: unlimited })
const day = 24 * 60 * 60 * 1000
const password = 'Tana-rossa1'
const keepBlockedAddress = createBlockedAddresses(testSecret, []).keep

const newcomer = (origin = app.origin) => registerNewcomer(origin)

const ask = (member: Visitor, eraseTexts = false) => member.post('/api/account/deletion', { eraseTexts })

function signIn({ email }: Newcomer, keepAccount?: boolean) {
  const visitor = app.visit()
  return {
    visitor,
    answer: visitor.post('/api/auth/login', { email, password, ...(keepAccount && { keepAccount }) }),
  }
}

async function rowOf({ uid }: Member) {
  return await app.database
    .selectFrom('users')
    .select(['deletion_at', 'erase_texts', 'erased_at', 'email'])
    .where('id', '=', uid)
    .executeTakeFirstOrThrow()
}

async function countSessions({ uid }: Member): Promise<number> {
  return (await app.database.selectFrom('sessions').select('id').where('user_id', '=', uid).execute()).length
}

async function makeDue({ uid }: Member): Promise<void> {
  await sql`update users set deletion_at = now() - interval '1 second' where id = ${uid}`.execute(
    app.database,
  )
}

const untilFinished = ({ uid }: Member) =>
  waitUntil(async () => {
    const { rows } = await sql`
      select from erasures where user_id = ${uid} and finished_at is not null and email is null`.execute(
      app.database,
    )
    return rows.length === 1
  })

describe('asking for the deletion of the own account', () => {
  it('says before what it means', async () => {
    const member = await newcomer()
    await createEvent(member, { title: 'In programma' })
    expect(await member.read('/api/account/deletion')).toEqual({ days: 14, upcomingEvents: 1 })
  })

  it('closes it: all sessions end, the cookie goes, and a mail says until when', async () => {
    const member = await newcomer()
    const other = signIn(member)
    expect((await other.answer).status).toBe(200)
    const sockets = [app.live(member), app.live(other.visitor)]
    await Promise.all(sockets.map((socket) => socket.receive('live.welcome')))
    const answer = await ask(member, true)
    const { until } = (await answer.json()) as { until: string }
    expect(answer.status).toBe(200)
    expect(Math.abs(new Date(until).getTime() - Date.now() - 14 * day)).toBeLessThan(60_000)
    expect(member.cookie()).not.toContain('session')
    for (const socket of sockets) expect(await socket.closed()).toBe(closeCodes.sessionEnded)
    expect((await other.visitor.fetch('/api/profiles/me')).status).toBe(401)
    expect(await rowOf(member)).toEqual({
      deletion_at: new Date(until),
      erase_texts: true,
      erased_at: null,
      email: member.email,
    })
    const [mail = ''] = await waitForMails(app.outbox, member.email)
    const { subject, text } = await parseMail(mail)
    const date = new Date(until).toLocaleDateString('it', {
      day: 'numeric',
      month: 'long',
      year: 'numeric',
      timeZone: 'Europe/Rome',
    })
    expect(subject).toBe(`Il tuo account sarà eliminato il ${date}`)
    expect(text).toContain('Spariscono anche i testi dei tuoi messaggi.')
    expect(text).toContain('http://localhost:0/Login')
    expect(text).toMatch(/Quando: .+ \(ora italiana\)\. Da: dispositivo sconosciuto\./)
  })

  it('is refused to a session that was not confirmed lately, and without a choice of what goes', async () => {
    const member = await newcomer()
    expect((await member.post('/api/account/deletion', {})).status).toBe(400)
    await sql`update sessions set confirmed_at = now() - interval '11 minutes' where user_id = ${member.uid}`.execute(
      app.database,
    )
    expect(await refusalOf(await ask(member))).toEqual([403, 'account.confirmation_needed'])
    expect(await rowOf(member)).toMatchObject({ deletion_at: null })
    expect((await member.post('/api/account/confirmation', { password })).status).toBe(204)
    expect((await ask(member)).status).toBe(200)
  })
})

describe('a closed account', () => {
  it('is found by nobody, gets no requests and no private messages, and keeps its name (S-05)', async () => {
    const [member, friend, waiting, stranger] = await Promise.all(Array.from({ length: 4 }, () => newcomer()))
    if (!member || !friend || !waiting || !stranger) throw new Error('unreachable')
    await befriend(member, friend)
    const chat = await openPrivateChat(member, friend)
    await sendMessage(member, chat, 'A presto')
    await member.post('/api/friends/requests', { uid: waiting.uid })
    const found = async () =>
      await stranger.read<{ people: unknown[] }>(
        `/api/friends/search?query=${encodeURIComponent(member.name)}`,
      )
    expect((await found()).people).not.toEqual([])
    expect((await ask(member)).status).toBe(200)

    expect((await found()).people.filter((person) => (person as Member).uid === member.uid)).toEqual([])
    for (const viewer of [stranger, friend])
      expect(await refusalOf(await viewer.fetch(`/api/profiles/${member.uid}`))).toEqual([
        404,
        'profiles.not_found',
      ])
    expect(await refusalOf(await stranger.post('/api/friends/requests', { uid: member.uid }))).toEqual([
      404,
      'friends.member_not_found',
    ])
    const requests = await waiting.read<{ people: unknown[] }>('/api/friends/requests')
    expect(requests.people).toEqual([])
    expect(await waiting.read('/api/friends/counts')).toMatchObject({ incomingRequests: 0 })
    const accepted = await waiting.post(`/api/friends/requests/${member.uid}/accept`)
    expect(await refusalOf(accepted)).toEqual([404, 'friends.request_not_found'])
    expect(await refusalOf(await sendMessage(friend, chat, 'Ci sei?'))).toEqual([403, 'chat.partner_gone'])
    expect(await friend.read(`/api/chat/${chat}/partner`)).toMatchObject({
      displayName: member.name,
      writing: 'gone',
    })
    const { messages } = await friend.read<MessagePage>(`/api/chat/${chat}/messages`)
    expect(messages).toMatchObject([{ text: 'A presto', userName: member.name }])
    const again = app.visit().post('/api/auth/register', {
      email: member.email,
      username: 'Un altro nome',
      password,
      passwordConfirmation: password,
    })
    expect(await refusalOf(await again)).toEqual([409, 'auth.email_taken'])

    // Kept, everything is as before.
    const kept = signIn(member, true)
    expect((await kept.answer).status).toBe(200)
    expect((await stranger.fetch(`/api/profiles/${member.uid}`)).status).toBe(200)
    expect(await waiting.read('/api/friends/counts')).toMatchObject({ incomingRequests: 1 })
    expect((await sendMessage(friend, chat, 'Bentornato')).status).toBe(201)
  })

  it('opens to a right sign-in that says to keep it, and to no other (S-01)', async () => {
    const member = await newcomer()
    const { until } = (await (await ask(member)).json()) as { until: string }
    const refused = signIn(member)
    const answer = await refused.answer
    expect([answer.status, await answer.json()]).toMatchObject([
      403,
      { code: 'auth.deletion_pending', params: { until } },
    ])
    expect(refused.visitor.cookie()).toBe('')
    expect(await countSessions(member)).toBe(0)
    const wrong = app.visit().post('/api/auth/login', {
      email: member.email,
      password: 'sbagliata',
      keepAccount: true,
    })
    expect(await refusalOf(await wrong)).toEqual([401, 'auth.invalid_credentials'])
    expect((await rowOf(member)).deletion_at).toEqual(new Date(until))

    const kept = signIn(member, true)
    expect((await kept.answer).status).toBe(200)
    expect((await kept.visitor.fetch('/api/profiles/me')).status).toBe(200)
    expect(await rowOf(member)).toMatchObject({ deletion_at: null, erase_texts: false })
    const mails = await waitForMails(app.outbox, member.email, 2)
    const { subject, text } = await parseMail(mails.at(-1) ?? '')
    expect(subject).toBe('Eliminazione annullata')
    expect(text).toMatch(/Quando: .+ \(ora italiana\)\. Da: dispositivo sconosciuto\./)
  })
})

describe('an account that is due', () => {
  it('is erased by the server, with its texts where it asked so; its address gets the last mail, and is free', async () => {
    const [member, reader] = [await newcomer(), await newcomer()]
    await sendMessage(member, 'generale', 'Un testo che se ne va')
    const { id: eventId } = await createEvent(member)
    const live = app.live(reader)
    await live.receive('live.welcome')
    await live.watch(membersTopic)
    await ask(member, true)
    await makeDue(member)
    const news = await live.receive('profiles.member_changed', ({ uid }) => uid === member.uid)
    expect(news.displayName).toBe('Utente eliminato')
    await untilFinished(member)
    const mails = await waitForMails(app.outbox, member.email, 2)
    const { subject, text } = await parseMail(mails.at(-1) ?? '')
    expect(subject).toBe('Il tuo account è stato eliminato')
    expect(text).toContain('Anche i testi dei tuoi messaggi sono stati eliminati.')
    const { messages } = await reader.read<MessagePage>('/api/chat/generale/messages')
    expect(messages.at(-1)).toMatchObject({ userName: 'Utente eliminato', text: '', removedBy: 'author' })
    const owner = { organizerId: nobody.uid, organizerName: 'Organizzatore Anonimo' }
    expect(await reader.read(`/api/events/${eventId}`)).toMatchObject({ ...owner, organizers: [nobody] })
    const listed = (await reader.read<EventPage>('/api/events')).events.find(({ id }) => id === eventId)
    expect(listed).toMatchObject(owner)
    const report = { subject: { kind: 'event', id: eventId }, reason: 'spam' }
    expect((await reader.post('/api/reports', report)).status).toBe(201)
    expect((await signIn(member, true).answer).status).toBe(401)
    const again = await register(app.origin, { name: 'Di nuovo qui', email: member.email, password })
    expect(again.uid).not.toBe(member.uid)
  })

  it('is finished by another process, where one was killed in the middle', async () => {
    const member = await newcomer()
    const total = 1300
    await sql`
      insert into messages (conversation_id, sequence, sender_id, client_id, text, sent_at)
      select 'generale', head + n, ${member.uid}, gen_random_uuid(), 'da togliere', now()
      from conversations, generate_series(1, ${total}::integer) n where id = 'generale'`.execute(app.database)
    await sql`insert into conversation_authors values ('generale', ${member.uid})`.execute(app.database)
    await sql`
      update conversations set head = head + ${total}::integer, author_count = author_count + 1 where id = 'generale'
    `.execute(app.database)
    await ask(member, true)
    // The killed process had erased the account and a part of the texts; its lease is over.
    await app.database.transaction().execute(async (trx) => {
      await sql`select from users where id = ${member.uid} for update`.execute(trx)
      await eraseAccount(trx, member.uid, {
        textsRemovedBy: 'author',
        email: member.email,
        keepBlockedAddress,
      })
    })
    let batches = 0
    const abortedAtThirdBatch = {
      throwIfAborted() {
        batches += 1
        if (batches === 3) throw new Error('killed')
      },
    } as AbortSignal
    const left = async () =>
      (
        await sql<{ count: number }>`
          select count(*) from messages where sender_id = ${member.uid} and text <> ''`.execute(app.database)
      ).rows[0]?.count
    await expect(eraseTraces(app.database, member.uid, abortedAtThirdBatch)).rejects.toThrow('killed')
    const leftByTheKilled = Number(await left())
    expect(leftByTheKilled).toBeGreaterThan(0)
    expect(leftByTheKilled).toBeLessThan(total)
    expect(await mailsTo(app.outbox, member.email)).toHaveLength(1)
    await sql`update erasures set taken_until = now() - interval '1 second' where user_id = ${member.uid}`.execute(
      app.database,
    )
    await untilFinished(member)
    expect(await left()).toBe(0)
    expect(await mailsTo(app.outbox, member.email)).toHaveLength(2)
  })
})

describe('at the same instant', () => {
  it('as a deletion starts, no sign-in leaves a session', async () => {
    for (let round = 0; round < 4; round += 1) {
      const member = await newcomer()
      const signIns = Array.from({ length: 7 }, () => signIn(member))
      const [asked, ...answers] = await Promise.all([ask(member), ...signIns.map(({ answer }) => answer)])
      expect(asked.status).toBe(200)
      for (const { status } of answers) expect([200, 401, 403]).toContain(status)
      expect(await countSessions(member)).toBe(0)
      for (const { visitor } of signIns) expect((await visitor.fetch('/api/profiles/me')).status).toBe(401)
    }
  })

  it('as the job begins, the account is kept whole or erased whole', async () => {
    const outcomes = await Promise.all(
      Array.from({ length: 8 }, async () => {
        const member = await newcomer()
        await ask(member)
        await makeDue(member)
        const { visitor, answer } = signIn(member, true)
        const [{ status }] = await Promise.all([answer, eraseDueAccount(app.database, keepBlockedAddress)])
        const { deletion_at: deletionAt, erased_at: erasedAt } = await waitUntil(async () => {
          const row = await rowOf(member)
          return (row.deletion_at === null || row.erased_at !== null) && row
        })
        expect(deletionAt).toBeNull()
        expect(status).toBe(erasedAt ? 401 : 200)
        expect((await visitor.fetch('/api/profiles/me')).status).toBe(erasedAt ? 401 : 200)
        return erasedAt ? 'erased' : 'kept'
      }),
    )
    expect(outcomes).toHaveLength(8)
    expect(outcomes).toContain('erased')
  })
})

describe('an instance with no days to think it over', () => {
  const hasty = runTestApp({ limits: unlimited, deletionDays: 0 })

  it('erases at once, and mails once', async () => {
    const member = await newcomer(hasty.origin)
    expect(await member.read('/api/account/deletion')).toEqual({ days: 0, upcomingEvents: 0 })
    expect((await ask(member)).status).toBe(200)
    const mails = await waitForMails(hasty.outbox, member.email)
    expect((await parseMail(mails[0] ?? '')).subject).toBe('Il tuo account è stato eliminato')
  })
})

describe('without COVO_EXTENSIONS', () => {
  const plain = runTestApp({ limits: unlimited, extensions: 'off' })

  it('there is no such operation, and a deletion that runs goes on', async () => {
    const member = await newcomer(plain.origin)
    expect(await refusalOf(await ask(member))).toEqual([404, 'common.not_found'])
    expect(await refusalOf(await member.fetch('/api/account/deletion'))).toEqual([404, 'common.not_found'])
    await sql`update users set deletion_at = now() + interval '1 day' where id = ${member.uid}`.execute(
      plain.database,
    )
    const json = { email: member.email, password }
    const answer = await plain.visit().post('/api/auth/login', json)
    expect(await refusalOf(answer)).toEqual([403, 'auth.deletion_pending'])
    await sql`update users set deletion_at = now() where id = ${member.uid}`.execute(plain.database)
    await waitForMails(plain.outbox, member.email)
  })
})
