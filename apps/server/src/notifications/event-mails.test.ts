import { createServer } from 'node:net'
import { createEvent } from '@covo/testing/member-actions'
import { mailsTo, parseMail, waitForMails } from '@covo/testing/outbox'
import type { Member, Newcomer } from '@covo/testing/visitor'
import { waitUntil } from '@covo/testing/wait-until'
import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { runTestApp } from '../../test/test-app.ts'
import { addJob } from '../platform/jobs/jobs.store.ts'
import { createLog } from '../platform/log/log.ts'
import { createMailer } from '../platform/mail/mailer.ts'
import { claimMail } from './event-mails.store.ts'
import { sendEventMails } from './event-mails.ts'
import { notifyOfEvent } from './notify.ts'
import { queueReminders } from './reminders.ts'
import { createUnsubscribeTokens } from './unsubscribe-tokens.ts'
import { queueNextMails } from './update-mails.store.ts'
import { queueUpdateMails } from './update-mails.ts'

/** Its own job sends nothing, and the one that queues waits for ever. */
const app = runTestApp({ limits: { mailRate: { points: 0, seconds: 60 } } })
const wired = runTestApp()
const settings = '/api/notifications/settings'
const everyMail = { eventMails: { changes: true, messages: true, reminders: true } }
const log = createLog('silent')
const from = { name: 'Covo', address: 'noreply@covo.example' }
const tokens = createUnsubscribeTokens('a secret for the tests, 32 letters')
const running = new AbortController().signal

beforeAll(() =>
  waitUntil(async () => {
    const { numAffectedRows } = await sql`
      update jobs set run_at = 'infinity'
      where kind = 'notifications.queue-event-mails' and lease is null and run_at > now()`.execute(
      app.database,
    )
    return numAffectedRows === 1n
  }),
)

/** A member with a confirmed address, who wants all mails. */
async function reader(changes: object = everyMail, isConfirmed = true, at = app): Promise<Newcomer> {
  const member = await at.newcomer()
  await at.database
    .updateTable('users')
    .set({ email_verified: isConfirmed })
    .where('id', '=', member.uid)
    .execute()
  await member.put(settings, changes)
  return member
}

const inMinutes = (minutes: number) => new Date(Date.now() + minutes * 60_000)

/** An event that begins in so many minutes, made and joined two days ago. */
async function eventIn(
  minutes: number,
  organizer: Member,
  participants: Member[] = [],
  form: object = {},
  { database } = app,
) {
  const dates = {
    dateTime: inMinutes(minutes).toISOString(),
    deadline: inMinutes(minutes + 60).toISOString(),
  }
  const event = await createEvent(organizer, { ...dates, ...form })
  for (const member of participants) await member.put(`/api/events/${event.id}/participation`)
  await sql`update events set created_at = now() - interval '2 days' where id = ${event.id}`.execute(database)
  await sql`
    update event_participants set joined_at = now() - interval '2 days' where event_id = ${event.id}`.execute(
    database,
  )
  return event
}

/** The work of a process at each of its sweeps, with the outbox of the app. */
async function sweep(smtpUrl: string | null = null, hasSwitches = true): Promise<void> {
  const { database, outbox } = app
  const mailer = createMailer({ smtpUrl, outbox, from, log })
  await queueReminders(database)
  await queueUpdateMails(database, running)
  const origin = 'https://covo.example'
  await sendEventMails({ database, limits, mailer, tokens, hasSwitches, origin, log }, running)
}

/** Counts nothing, but of a member whose mails are to be refused. */
const limits = {
  refused: new Set<string>(),
  refusals: new Map(),
  take: async (_name: string, key: string) => (limits.refused.has(key) ? 1 : 0),
  giveBack: async () => {},
  observe: async () => [],
  forget: async () => {},
}

async function subjectsTo({ email }: Newcomer) {
  const mails = await Promise.all((await mailsTo(app.outbox, email)).map(parseMail))
  return mails.map(({ subject }) => subject)
}

// Nothing of an earlier test is due.
beforeEach(async () => {
  await app.database.deleteFrom('events').execute()
})

describe('a reminder', () => {
  it('goes to organizer and participants who want it and have confirmed their address', async () => {
    const [organizer, participant] = [await reader(), await reader()]
    const others = [
      await reader(everyMail, false),
      await reader({ eventMails: { reminders: false } }),
      await reader({ ...everyMail, reminders: false }),
      await reader({}),
    ]
    const stranger = await reader()
    const event = await eventIn(50, organizer, [participant, ...others], {
      title: 'Notte\ndei   pacchetti <b>',
      timeZone: 'Asia/Kolkata',
      venue: 'place',
      address: 'Via Roma 1, Torino',
    })
    await Promise.all([1, 2, 3, 4].map(() => sweep()))
    for (const one of [...others, stranger]) expect(await mailsTo(app.outbox, one.email)).toEqual([])
    expect(await mailsTo(app.outbox, organizer.email)).toHaveLength(1)
    const [raw = ''] = await mailsTo(app.outbox, participant.email)
    const mail = await parseMail(raw)
    expect(mail.subject).toBe('Promemoria: Notte dei pacchetti <b>')
    const day = new Date(event.dateTime).toLocaleDateString('it', {
      weekday: 'long',
      day: 'numeric',
      month: 'long',
      year: 'numeric',
      timeZone: 'Asia/Kolkata',
    })
    const time = new Date(event.dateTime).toLocaleTimeString('it', {
      hour: '2-digit',
      minute: '2-digit',
      timeZone: 'Asia/Kolkata',
    })
    expect(mail.text).toContain(`«Notte dei pacchetti <b>» inizia ${day} alle ${time} (Asia/Kolkata).`)
    expect(mail.text).toContain('Dove: Via Roma 1, Torino')
    expect(mail.text).toContain(`/app/eventi/${event.id}`)
    expect(mail.text).toContain('Per non ricevere più i promemoria:')
    expect(mail.html).toContain('Notte dei pacchetti &lt;b>')
    const header = (name: string) => mail.headers.find(({ key }) => key === name)?.value
    expect(header('auto-submitted')).toBe('auto-generated')
    expect(header('list-unsubscribe-post')).toBe('List-Unsubscribe=One-Click')
    const link = /^<https?:\/\/[^/]+(\/disiscrizione\/[\w-]+)>$/.exec(header('list-unsubscribe') ?? '')?.[1]
    expect(mail.text).toContain(link ?? 'no link')
    const ended = await fetch(`${app.origin}${link}`, {
      method: 'POST',
      body: new URLSearchParams({ 'List-Unsubscribe': 'One-Click' }),
    })
    expect(ended.status).toBe(200)
    expect(await participant.read(settings)).toMatchObject({
      eventMails: { changes: true, messages: true, reminders: false },
    })
  })

  it('comes a day and an hour before, of several missed ones the nearest, and none once it has begun', async () => {
    const organizer = await reader()
    const event = await eventIn(23 * 60, organizer, [], { title: 'Mostra' })
    const startIn = async (minutes: number) =>
      await app.database
        .updateTable('events')
        .set({ starts_at: inMinutes(minutes), ends_at: inMinutes(minutes + 60) })
        .where('id', '=', event.id)
        .execute()
    const sent = async () => {
      await sweep()
      await sweep()
      return (await mailsTo(app.outbox, organizer.email)).length
    }
    expect(await sent()).toBe(1)
    // An event that was moved is reminded of again: an hour before alone, and never after its start.
    await startIn(40)
    expect(await sent()).toBe(2)
    await startIn(-1)
    expect(await sent()).toBe(2)
    await startIn(25 * 60)
    expect(await sent()).toBe(2)
    expect(new Set(await subjectsTo(organizer))).toEqual(new Set(['Promemoria: Mostra']))
  })

  it('is not sent to members who joined after it was due, left meanwhile, or of a start that was moved meanwhile', async () => {
    const [organizer, late, leaving] = [await reader(), await reader(), await reader()]
    const event = await eventIn(20 * 60, organizer, [late, leaving])
    await sql`update event_participants set joined_at = now() where user_id = ${late.uid}`.execute(
      app.database,
    )
    await queueReminders(app.database)
    await leaving.delete(`/api/events/${event.id}/participation`)
    await sweep()
    expect(await Promise.all([organizer, late, leaving].map(subjectsTo))).toMatchObject([
      [expect.any(String)],
      [],
      [],
    ])

    const moved = await eventIn(21 * 60, late)
    await queueReminders(app.database)
    await app.database
      .updateTable('events')
      .set({ starts_at: inMinutes(3000), ends_at: inMinutes(3060) })
      .where('id', '=', moved.id)
      .execute()
    await sweep()
    expect(await subjectsTo(late)).toEqual([])
  })
})

it('is not sent to a member who turned the updates of events off, but where an instance has no such switch', async () => {
  const off = { ...everyMail, switches: { events: false } }
  const [one, other] = [await reader(off), await reader(off)]
  await eventIn(50, one)
  await sweep()
  expect(await subjectsTo(one)).toEqual([])
  await eventIn(50, other)
  await sweep(null, false)
  expect(await subjectsTo(other)).toHaveLength(1)
})

describe('once, however many processes are killed', () => {
  it('mails that a killed process had taken are sent later, under the same id', async () => {
    const organizer = await reader()
    await eventIn(30, organizer)
    await queueReminders(app.database)
    // Killed when it had taken the mail: nobody else takes it for two minutes.
    expect(await claimMail(app.database, true)).toMatchObject({ uid: organizer.uid, tries: 1 })
    await sweep()
    expect(await subjectsTo(organizer)).toEqual([])
    const later = () => app.database.updateTable('event_mails').set({ due_at: new Date() }).execute()
    await later()
    await sweep()
    // Killed when it had sent the mail, and not noted it: the mail server gets it again, and knows it.
    await app.database.updateTable('event_mails').set({ sent_at: null }).execute()
    await later()
    await sweep()
    const mails = await mailsTo(app.outbox, organizer.email)
    const ids = mails.map((mail) => /^Message-ID: <([\w-]{43})@/m.exec(mail)?.[1])
    expect(ids).toEqual([expect.any(String), ids[0]])
  })

  it('a mail that the mail server refuses is tried five times, later each time', async () => {
    let attempts = 0
    const refusing = createServer((socket) => {
      attempts += 1
      socket.end('554 no mail for you\r\n')
    })
    await new Promise<void>((ready) => refusing.listen(0, '127.0.0.1', ready))
    afterAll(() => refusing.close())
    const { port } = refusing.address() as { port: number }
    const organizer = await reader()
    await eventIn(30, organizer)
    const waits: number[] = []
    for (let round = 0; round < 7; round += 1) {
      await sweep(`smtp://127.0.0.1:${port}`)
      const { rows } = await sql<{ minutes: number }>`
        select round(extract(epoch from due_at - now()) / 60)::int as minutes from event_mails`.execute(
        app.database,
      )
      waits.push(rows[0]?.minutes ?? 0)
      await sweep(`smtp://127.0.0.1:${port}`)
      await app.database.updateTable('event_mails').set({ due_at: new Date() }).execute()
    }
    expect(attempts).toBe(5)
    expect(waits.slice(0, 5)).toEqual([1, 2, 4, 8, 16])
    expect(await subjectsTo(organizer)).toEqual([])
  })
})

it('of a seat says so, to members who have not ended such mails', async () => {
  const [organizer, lucky, quiet, unconfirmed] = await Promise.all([
    reader(),
    reader({}),
    reader({ eventMails: { changes: false } }),
    reader({}, false),
  ])
  const event = await eventIn(3000, organizer, [lucky, quiet, unconfirmed], { title: 'Torneo' })
  const uids = [lucky.uid, quiet.uid, unconfirmed.uid]
  await app.database
    .transaction()
    .execute((trx) => notifyOfEvent(trx, () => {}, { kind: 'seat', eventId: event.id, uids, authorId: null }))
  await sweep()
  await sweep()
  expect(await Promise.all([lucky, quiet, unconfirmed].map(subjectsTo))).toEqual([
    ["C'è posto: Torneo"],
    [],
    [],
  ])
  const { text = '' } = await parseMail((await mailsTo(app.outbox, lucky.email))[0] ?? '')
  expect(text).toContain('Si è liberato un posto: partecipi a «Torneo».')
  expect(text).toContain('Per non ricevere più le mail sui cambiamenti degli eventi:')
})

describe('of an update', () => {
  /** An event with an organizer beside its owner, a participant and one who waits. */
  async function busyEvent() {
    const [owner, added, seated, waiting] = [await reader(), await reader(), await reader(), await reader()]
    const { id } = await eventIn(3000, owner, [added, seated, waiting], {
      title: 'Torneo',
      capacity: 2,
      timeZone: 'Asia/Kolkata',
    })
    expect((await owner.put(`/api/events/${id}/organizers/${added.uid}`)).status).toBe(204)
    return { id, owner, added, seated, waiting, concerned: [owner, added, seated, waiting] }
  }
  const change = async (by: Member, id: string, form: object) => {
    const { version } = await by.read<{ version: number }>(`/api/events/${id}`)
    expect((await by.patch(`/api/events/${id}`, { version, ...form })).status).toBe(200)
  }
  const minutesPass = (minutes: number) =>
    sql`update event_updates set created_at = created_at - ${minutes} * interval '1 minute'`.execute(
      app.database,
    )
  const subjects = (readers: Newcomer[]) => Promise.all(readers.map(subjectsTo))

  it('says the sum of all edits, five minutes after the last one', async () => {
    const { id, owner, added, concerned, seated } = await busyEvent()
    const { dateTime } = await owner.read<{ dateTime: string }>(`/api/events/${id}`)
    const moved = new Date(Date.parse(dateTime) + 3_600_000).toISOString()
    await change(owner, id, { dateTime: moved, description: 'Nuova' })
    await change(owner, id, { title: 'Giostra' })
    await minutesPass(4)
    await change(added, id, { title: 'Torneo', venue: 'place', address: 'Via Roma 1' })
    await minutesPass(4)
    await sweep()
    expect(await subjects(concerned)).toEqual([[], [], [], []])
    await minutesPass(1)
    await Promise.all([sweep(), sweep(), sweep()])
    await sweep()
    expect(await subjects(concerned)).toEqual(concerned.map(() => ['Cambiato: Torneo']))
    const { text = '', headers } = await parseMail((await mailsTo(app.outbox, seated.email))[0] ?? '')
    expect(text).toMatch(/inizio: .* alle .* \(Asia\/Kolkata\) → .* alle .* \(Asia\/Kolkata\)/)
    expect(text).toContain('luogo: non indicato → in presenza')
    expect(text).toContain('indirizzo: – → Via Roma 1')
    expect(text).not.toContain('titolo:')
    expect(text).not.toContain('Nuova')
    expect(text).toContain('Per non ricevere più le mail sui cambiamenti degli eventi:')
    expect(headers.find(({ key }) => key === 'list-unsubscribe')?.value).toContain('/disiscrizione/changes-')

    // No mail reports a change that was undone, or one that notifies nobody.
    await change(owner, id, { title: 'Altra', category: 'other' })
    await change(owner, id, { title: 'Torneo' })
    await minutesPass(6)
    await sweep()
    expect(await subjectsTo(seated)).toHaveLength(1)
  })

  it('says at once that an event is cancelled, confirmed, or what an organizer writes', async () => {
    const { id, owner, added, seated, waiting, concerned } = await busyEvent()
    const quiet = await reader({ eventMails: { changes: false, messages: false } })
    const unconfirmed = await reader(everyMail, false)
    for (const member of [quiet, unconfirmed]) await member.put(`/api/events/${id}/participation`)
    const message = { clientId: crypto.randomUUID(), text: `Si entra dal retro.${' e poi'.repeat(100)}` }
    await added.post(`/api/events/${id}/updates`, message)
    await sweep()
    const written = [`${added.name} scrive ai partecipanti di Torneo`]
    expect(await subjects(concerned)).toEqual([written, [], written, written])
    const { text = '' } = await parseMail((await mailsTo(app.outbox, waiting.email))[0] ?? '')
    expect(text).toContain('Si entra dal retro. e poi')
    expect(text).not.toContain(message.text)
    expect(text).toContain('Per non ricevere più i messaggi di chi organizza:')

    const late = await reader()
    await late.put(`/api/events/${id}/participation`)
    // No mail reports an edit that still waits when the event is cancelled.
    await change(owner, id, { title: 'Giostra' })
    const { version } = await owner.read<{ version: number }>(`/api/events/${id}`)
    await owner.post(`/api/events/${id}/cancel`, { version, reason: 'Piove.' })
    await sweep()
    await minutesPass(6)
    await sweep()
    await added.post(`/api/events/${id}/restore`, { version: version + 1 })
    await sweep()
    expect(await subjectsTo(late)).toEqual(['Annullato: Giostra', 'Confermato: Giostra'])
    expect(await subjectsTo(owner)).toEqual([...written, 'Confermato: Giostra'])
    expect(await subjects([quiet, unconfirmed])).toEqual([[], []])
    expect(await subjectsTo(seated)).toHaveLength(3)
  })

  it('goes to thousands, once each, also where a process is killed between', async () => {
    const { id, owner, seated } = await busyEvent()
    await sql`
      with crowd as (
        insert into users (id, email, display_name, email_verified)
        select gen_random_uuid(), 'folla' || n || '@esempio.it', 'Folla ' || n, true
        from generate_series(1, 2500) as n returning id
      )
      insert into event_participants (event_id, user_id) select ${id}, id from crowd`.execute(app.database)
    await owner.post(`/api/events/${id}/cancel`, { version: 0, reason: 'Piove.' })
    const queued = async () => {
      const { rows } = await sql<{ count: number }>`
        select count(*)::integer as count from event_mails where event_id = ${id}`.execute(app.database)
      return rows[0]?.count
    }
    // Killed after the first transactions.
    await queueUpdateMails(app.database, AbortSignal.abort())
    expect(await queueNextMails(app.database)).toBe(true)
    expect(await queued()).toBeLessThan(2001)
    await Promise.all([1, 2, 3].map(() => queueUpdateMails(app.database, running)))
    await queueUpdateMails(app.database, running)
    // The server looks for due mails too, and may still be at the last of them.
    await expect.poll(queued).toBe(2503)
    await app.database
      .updateTable('event_mails')
      .set({ tries: 5 })
      .where('user_id', '<>', seated.uid)
      .execute()
    await sweep()
    expect(await subjectsTo(seated)).toEqual(['Annullato: Torneo'])
  })
})

it('a server sends what is due', async () => {
  const organizer = await reader(everyMail, true, wired)
  await eventIn(30, organizer, [], {}, wired)
  await addJob(wired.database, 'notifications.queue-event-mails', {}, { key: '' })
  await expect
    .poll(async () => {
      // It may run before the one that queues has ended.
      await addJob(wired.database, 'notifications.send-event-mails', {}, { key: '' })
      return (await mailsTo(wired.outbox, organizer.email)).some((mail) => mail.includes('disiscrizione'))
    })
    .toBe(true)
  const [mail = ''] = await waitForMails(wired.outbox, organizer.email)
  expect(mail).toContain('http://localhost:0/disiscrizione/reminders-')
})

it('a member who got enough mails today gets no more, and reminders are the last to be sent', async () => {
  const organizer = await reader()
  await eventIn(30, organizer)
  limits.refused.add(organizer.uid)
  await sweep()
  limits.refused.clear()
  await sweep()
  expect(await subjectsTo(organizer)).toEqual([])
  const event = await eventIn(35, organizer)
  await queueReminders(app.database)
  await app.database
    .insertInto('event_mails')
    .values({ user_id: organizer.uid, event_id: event.id, kind: 'seat', key: '' })
    .execute()
  expect((await claimMail(app.database, true))?.kind).toBe('seat')
})
