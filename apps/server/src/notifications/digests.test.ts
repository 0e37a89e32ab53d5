import { roomId } from '@covo/contract/chat/chat.rules'
import type { NotificationSettings } from '@covo/contract/notifications/notifications.routes'
import type { Team } from '@covo/contract/teams/teams.routes'
import { befriend, createEvent, openPrivateChat, sendMessage } from '@covo/testing/member-actions'
import { mailsTo, parseMail } from '@covo/testing/outbox'
import type { Member, Newcomer } from '@covo/testing/visitor'
import { sql } from 'kysely'
import { describe, expect, it } from 'vitest'
import { makeRoom } from '../../test/make-room.ts'
import { runTestApp, unlimited } from '../../test/test-app.ts'
import { createLog } from '../platform/log/log.ts'
import { createMailer } from '../platform/mail/mailer.ts'
import { queueDigests } from './digests.store.ts'
import { sendDigests } from './digests.ts'
import { createUnsubscribeTokens } from './unsubscribe-tokens.ts'

/** Its own sweeps send nothing. */
const app = runTestApp({ limits: { ...unlimited, mailRate: { points: 0, seconds: 60 } } })
const settings = '/api/notifications/settings'
const log = createLog('silent')
const from = { name: 'Covo', address: 'noreply@covo.example' }
const tokens = createUnsubscribeTokens('a secret for the tests, 32 letters')
const running = new AbortController().signal

/** A member with a confirmed address, who wants a digest each day and has not been here. */
async function reader(
  changes: object = { digest: 'daily', zone: 'Europe/Rome' },
  isConfirmed = true,
): Promise<Newcomer> {
  const member = await app.newcomer()
  await app.database
    .updateTable('users')
    .set({ email_verified: isConfirmed })
    .where('id', '=', member.uid)
    .execute()
  expect((await member.put(settings, changes)).status).toBe(200)
  return member
}

/** Lets the next digest of a member be due since so many minutes ago. */
const bePast = ({ uid }: Member, minutes = 1) =>
  sql`
    update notification_settings set digest_due_at = now() - ${minutes} * interval '1 minute'
    where user_id = ${uid} and digest_due_at is not null`.execute(app.database)

const see = ({ uid }: Member, hours: number) =>
  sql`
    insert into presences values (${uid}, now() - ${hours} * interval '1 hour')
    on conflict (user_id) do update set seen_at = excluded.seen_at`.execute(app.database)

const limits = { take: async () => 0 }

/** The work of a process in each minute. */
async function sweep(): Promise<void> {
  const mailer = createMailer({ smtpUrl: null, outbox: app.outbox, from, log })
  const dependencies = {
    database: app.database,
    limits,
    mailer,
    tokens,
    origin: app.origin,
    name: 'Covo',
    log,
  }
  await sendDigests(dependencies, running)
}

const digestsTo = async ({ email }: Newcomer) =>
  (await Promise.all((await mailsTo(app.outbox, email)).map(parseMail))).filter(({ subject }) =>
    subject?.startsWith('Le novità'),
  )

async function writeTo(member: Member): Promise<{ writer: Newcomer; chat: string }> {
  const writer = await reader({})
  await befriend(member, writer)
  const chat = await openPrivateChat(writer, member)
  expect((await sendMessage(writer, chat, 'una cosa segreta')).status).toBe(201)
  return { writer, chat }
}

describe('a digest', () => {
  it('counts what waits, by name and without a text, and says how it ends', async () => {
    const member = await reader()
    const [asker, organizer] = [await reader({}), await reader({})]
    const { writer } = await writeTo(member)
    await asker.post('/api/friends/requests', { uid: member.uid })
    for (const name of ['Volpi', 'Lupi in silenzio']) {
      const draft = { name, presentation: '', maximum: 5, skills: [], isLooking: true, ctftimeId: '' }
      const { id, conversationId } = (await (await organizer.post('/api/teams', draft)).json()) as Team
      await organizer.put(`/api/teams/${id}/invited/${member.uid}`)
      await member.post(`/api/teams/${id}/invited/accept`)
      await sendMessage(organizer, conversationId, 'cosa segreta della squadra')
      if (name !== 'Volpi') await member.put(`/api/chat/${conversationId}/mute`, { until: 'always' })
    }
    await sendMessage(organizer, 'generale', `<@${member.uid}> altra cosa segreta`)
    const slug = await makeRoom(app.database, { name: 'Pacchetti' })
    await organizer.put(`/api/rooms/${slug}/membership`)
    await sendMessage(organizer, roomId(slug), `<@${member.uid}> segretissimo`)
    const event = await createEvent(organizer, { title: 'Notte <b>dei pacchetti</b>' })
    await member.put(`/api/events/${event.id}/participation`)
    const cancelled = await organizer.post(`/api/events/${event.id}/cancel`, {
      version: 0,
      reason: 'segreto',
    })
    expect(cancelled.ok).toBe(true)
    await bePast(member)
    await Promise.all([1, 2, 3, 4].map(() => sweep()))
    const [mail, ...more] = await digestsTo(member)
    expect(more).toEqual([])
    const { rows } = await sql<{ hours: number }>`
      select extract(epoch from digest_due_at - now())::float / 3600 as hours from notification_settings
      where user_id = ${member.uid}`.execute(app.database)
    expect(rows[0]?.hours).toBeGreaterThan(0)
    expect(rows[0]?.hours).toBeLessThanOrEqual(25)
    expect(mail?.subject).toBe('Le novità su Covo')
    expect(mail?.text).toContain(`1 chat con messaggi da leggere: ${writer.name}`)
    expect(mail?.text).toContain('1 squadra con messaggi da leggere: Volpi\n')
    expect(mail?.text).toContain('2 messaggi per te\n')
    expect(mail?.text).toContain(`1 richiesta di amicizia: ${asker.name}`)
    expect(mail?.text).toContain('1 evento con novità: Notte <b>dei pacchetti</b>')
    expect(mail?.html).not.toContain('<b>')
    for (const body of [mail?.text, mail?.html]) {
      expect(body).not.toContain('segret')
      expect(body).toContain('Per non ricevere più il riepilogo:')
      expect(body).toContain(`${app.origin}/app/home`)
    }
    const link = mail?.headers.find(({ key }) => key === 'list-unsubscribe')?.value.slice(1, -1) ?? ''
    const ended = await fetch(link, {
      method: 'POST',
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
      body: 'List-Unsubscribe=One-Click',
    })
    expect(ended.status).toBe(200)
    expect(await member.read<NotificationSettings>(settings)).toMatchObject({ digest: 'never' })
  })

  it('is none where nothing is new since the last one, and counts what is', async () => {
    const member = await reader()
    const { writer, chat } = await writeTo(member)
    await bePast(member)
    await sweep()
    await bePast(member, 0)
    await sweep()
    expect(await digestsTo(member)).toHaveLength(1)
    await sendMessage(writer, chat, 'ancora')
    await bePast(member, 0)
    await sweep()
    expect(await digestsTo(member)).toHaveLength(2)
  })

  it.each<[whose: string, prepare: (member: Newcomer) => Promise<unknown>]>([
    ['who wants none', (member) => member.put(settings, { digest: 'never' })],
    [
      'who reads it first',
      async (member) => {
        const [{ conversationId } = { conversationId: '' }] = (
          await member.read<{ chats: { conversationId: string }[] }>('/api/chat')
        ).chats
        await member.post(`/api/chat/${conversationId}/read`, { sequence: 1 })
      },
    ],
    ['who was here eleven hours before', (member) => see(member, 11)],
    ['whose switch is off', (member) => member.put(settings, { switches: { chat: false } })],
    ['whose digest has none of the kind', (member) => member.put(settings, { digestOf: { chat: false } })],
    [
      'whose address is not confirmed',
      (member) =>
        app.database
          .updateTable('users')
          .set({ email_verified: false })
          .where('id', '=', member.uid)
          .execute(),
    ],
    [
      'who is blocked',
      (member) =>
        app.database
          .updateTable('users')
          .set({ blocked_at: new Date() })
          .where('id', '=', member.uid)
          .execute(),
    ],
    [
      'who is to be deleted',
      (member) =>
        app.database
          .updateTable('users')
          .set({ deletion_at: new Date() })
          .where('id', '=', member.uid)
          .execute(),
    ],
    ['whose digest was due seven hours ago', (member) => bePast(member, 7 * 60)],
  ])('goes to nobody %s', async (_, prepare) => {
    const member = await reader()
    await writeTo(member)
    await bePast(member)
    await prepare(member)
    await sweep()
    expect(await digestsTo(member)).toEqual([])
  })

  it('goes to a member who was here thirteen hours before, and not to one who came after it was queued', async () => {
    const [member, other] = [await reader(), await reader()]
    for (const one of [member, other]) {
      await writeTo(one)
      await see(one, 13)
      await bePast(one)
    }
    while (await queueDigests(app.database));
    await see(other, 0)
    await sweep()
    expect([await digestsTo(member), await digestsTo(other)].map(({ length }) => length)).toEqual([1, 0])
  })

  it('counts nothing of members whom a block hides', async () => {
    const member = await reader()
    const { writer } = await writeTo(member)
    await writer.put(`/api/blocks/${member.uid}`)
    await bePast(member)
    await sweep()
    expect(await digestsTo(member)).toEqual([])
  })
})
