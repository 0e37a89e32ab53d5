import { randomUUID } from 'node:crypto'
import { readdir, readFile, rm, stat } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import type { HistoryEntry, Message, MessagePage } from '@covo/contract/chat/chat.routes'
import type { EventDetails } from '@covo/contract/events/events.routes'
import type { Statement } from '@covo/contract/moderation/moderation.routes'
import type { OwnProfile, Profile } from '@covo/contract/profiles/profiles.routes'
import { closeCodes } from '@covo/contract/realtime'
import { createEvent, sendMessage, uploadFile } from '@covo/testing/member-actions'
import { mailsTo, parseMail, tokenIn, waitForMails } from '@covo/testing/outbox'
import { refusalOf } from '@covo/testing/refusal'
import { type Member, registerNewcomer } from '@covo/testing/visitor'
import { sql } from 'kysely'
import { expect, it } from 'vitest'
import { operate as operateWith } from '../../test/operate.ts'
import { operatorSettings } from '../../test/operator-settings.ts'
import { greyPng } from '../../test/pictures.ts'
import { runTestApp } from '../../test/test-app.ts'
import { keyOf } from '../files/file-store.ts'
import { purgeModeration } from '../moderation/moderation.store.ts'

const contact = 'gestione@esempio.it'
const app = runTestApp({ contact })
const reasons = 'Vende cose a tutti, ogni giorno.'
const password = 'Tana-rossa1'

const newcomer = () => registerNewcomer(app.origin)

async function operate(...words: string[]) {
  const settings = { ...(await operatorSettings(app)), COVO_DATA_DIR: dirname(app.outbox) }
  return await operateWith(settings, ...words)
}

async function report(by: Member, kind: string, id: string): Promise<string> {
  const answer = await by.post('/api/reports', { subject: { kind, id }, reason: 'spam' })
  return ((await answer.json()) as { id: string }).id
}

/** Decides, and answers the decision's id. */
async function decide(...words: string[]): Promise<string> {
  const { code, output } = await operate('decide', ...words)
  expect([code, output]).toEqual([0, expect.stringMatching(/^Decided: /)])
  return /decision ([\da-f-]{36})/.exec(output)?.[1] ?? ''
}

/** Answers the photo's address. */
async function savePhoto(member: Member): Promise<string> {
  const answer = await member.fetch('/api/profiles/me/photo', {
    method: 'PUT',
    headers: { 'content-type': 'image/png' },
    body: greyPng(100, 100),
  })
  return ((await answer.json()) as { photoURL: string }).photoURL
}

const entryOf = async (reader: Member, { sequence }: Message) =>
  (await reader.read<MessagePage>(`/api/chat/generale/messages?after=${sequence - 1}&limit=1`))
    .messages[0] as HistoryEntry & Message

const signIn = async (email: string) => {
  const answer = await app.visit().post('/api/auth/login', { email, password })
  const { code, params } = (await answer.json()) as { code?: string; params?: { until: string } }
  return { status: answer.status, code, until: params?.until }
}

it('removes a message with its reasons, takes an appeal once, and restores it', async () => {
  const [anna, bruno, carla, dario] = await Promise.all([newcomer(), newcomer(), newcomer(), newcomer()])
  const sent = await sendMessage(bruno, 'generale', `Compra <@${dario.uid}>, subito`)
  const message = (await sent.json()) as Message
  const id = await report(anna, 'message', message.id)
  await report(carla, 'message', message.id)

  const listed = await operate('list-reports')
  expect(listed.output).toContain(`${id}  `)
  expect((await operate('list-reports', id)).output).toContain(`${bruno.name}: Compra @${dario.name}, subito`)
  for (const [words, said] of [
    [['remove', '9', reasons], 'from 1 to 6'],
    [['remove', '3', 'troppo corto'], '20 to 2000'],
    [['empty', '3', reasons], 'profile of a member'],
    [['remove', '3', reasons, '7'], 'number of days'],
  ] as const) {
    const refused = await operate('decide', id, ...words)
    expect([refused.code, refused.output]).toEqual([1, expect.stringContaining(said)])
  }
  expect(await entryOf(anna, message)).toMatchObject({ text: message.text })

  const decision = await decide(id, 'remove', '3', reasons)
  const removed = await entryOf(anna, message)
  expect(removed).toMatchObject({ text: '', isRemoved: true, removedBy: 'operator' })
  const [mail = ''] = await waitForMails(app.outbox, bruno.email)
  const { subject, text = '' } = await parseMail(mail)
  expect(subject).toBe('Decisione sul tuo contenuto')
  expect(text).toMatch(
    /^Decisione del .+: abbiamo rimosso il tuo messaggio nella Chat Generale\. Vale su tutta la community\. Fatti: Vende cose a tutti, ogni giorno\. Nasce da una segnalazione\. Ha deciso una persona, senza strumenti automatici\. Regola 3 delle Regole della community: Evita spam e contenuti offensivi, perché: Vende cose a tutti, ogni giorno\./,
  )
  expect(text).toContain(`Compra @${dario.name}, subito`)
  expect(text).not.toMatch(new RegExp(`${carla.name}|${anna.name}`))
  for (const { email } of [anna, carla]) {
    const outcome = await parseMail((await mailsTo(app.outbox, email)).at(-1) ?? '')
    expect(outcome.subject).toBe('Esito della tua segnalazione')
    expect(outcome.text).not.toMatch(/sospe|rimoss|Socio/)
  }
  expect((await operate('decide', id, 'none')).output).toContain('decided on it already')

  const read = (token: string) => app.visit().post('/api/appeals/statement', { token })
  expect(await refusalOf(await read('inventato'))).toEqual([410, 'auth.reset_link_invalid'])
  const statement = (await (await read(tokenIn(mail))).json()) as Statement
  expect(statement).toEqual({
    kind: 'message',
    action: 'remove',
    rule: 3,
    facts: reasons,
    decidedAt: expect.any(String),
    suspendedUntil: null,
    where: 'nella Chat Generale',
    quoted: `Compra @${dario.name}, subito`,
    botName: null,
    appealableUntil: expect.any(String),
  })
  const days = (Date.parse(statement.appealableUntil) - Date.parse(statement.decidedAt)) / 86_400_000
  expect([181, 182, 183, 184]).toContain(Math.round(days))

  const appeal = (token: string, words: string) => app.visit().post('/api/appeals', { token, text: words })
  const why = 'Non vendo niente: era uno scherzo.'
  expect(await refusalOf(await appeal('inventato', why))).toEqual([410, 'auth.reset_link_invalid'])
  expect(await refusalOf(await appeal(tokenIn(mail), 'corto'))).toEqual([422, 'moderation.text_required'])
  const appeals = await Promise.all([1, 2, 3].map(() => appeal(tokenIn(mail), why)))
  expect(appeals.map(({ status }) => status).toSorted()).toEqual([204, 410, 410])
  expect((await read(tokenIn(mail))).status).toBe(410)
  const toOperator = (await waitForMails(app.outbox, contact, 3)).at(-1) ?? ''
  expect(toOperator).toContain('Nuovo reclamo')
  expect(toOperator).not.toContain('scherzo')
  expect((await operate('list-reports')).output).toContain(why)

  const answered = await operate('answer-appeal', decision, 'accept', 'Era davvero uno scherzo fra amici.')
  expect(answered.output).toBe(`Answered: accept (decision ${decision}).\n`)
  const restored = await entryOf(anna, message)
  expect(restored).toMatchObject({ text: message.text, mentions: [{ uid: dario.uid }] })
  expect(restored.isRemoved).toBeUndefined()
  expect(restored.change).toBeGreaterThan(removed.change ?? 0)
  const outcome = await parseMail((await mailsTo(app.outbox, bruno.email)).at(-1) ?? '')
  expect([outcome.subject, outcome.text]).toEqual(['Esito del reclamo', expect.stringContaining('accolto')])
  expect((await operate('answer-appeal', decision, 'accept', reasons)).output).toContain('No appeal')
  expect((await operate('revert', decision, reasons)).output).toContain('reverted already')
  const acts = (await operate('moderation-log')).output.split('\n').filter((line) => line.includes(decision))
  expect(acts.map((line) => line.split(/ +/)[1])).toEqual(['appeal_accepted', 'decided'])
})

it('suspends until a day, says so at the sign-in alone, and ends by itself or by a reversal', async () => {
  const [anna, bruno] = await Promise.all([newcomer(), newcomer()])
  const socket = app.live(bruno)
  await socket.receive('live.welcome')
  const first = await decide(await report(anna, 'member', bruno.uid), 'suspend', '1', reasons, '7')
  expect(await socket.closed()).toBe(closeCodes.sessionEnded)
  expect((await bruno.fetch('/api/profiles/me')).status).toBe(401)
  const refused = await signIn(bruno.email)
  expect(refused).toMatchObject({ status: 403, code: 'auth.account_suspended' })
  const days = (Date.parse(refused.until ?? '') - Date.now()) / 86_400_000
  expect(Math.round(days * 100) / 100).toBe(7)
  const { rows } = await sql`select from sessions where user_id = ${bruno.uid}`.execute(app.database)
  expect(rows).toEqual([])
  expect((await parseMail((await mailsTo(app.outbox, bruno.email)).at(-1) ?? '')).text).toMatch(
    /abbiamo sospeso il tuo account\. Vale su tutta la community, fino al \d/,
  )

  await sql`update users set suspended_until = now() where id = ${bruno.uid}`.execute(app.database)
  expect((await signIn(bruno.email)).status).toBe(200)
  await sql`delete from reports`.execute(app.database)
  const second = await decide(await report(anna, 'member', bruno.uid), 'suspend', '1', reasons)
  expect(await signIn(bruno.email)).toMatchObject({ status: 403, until: '9999-12-31T00:00:00.000Z' })
  expect((await operate('revert', second, reasons)).code).toBe(0)
  // The first holds still.
  expect((await signIn(bruno.email)).until).toBe(refused.until)
  expect((await operate('revert', first, reasons)).code).toBe(0)
  expect((await signIn(bruno.email)).status).toBe(200)
})

it('lets a session that began at the same instant count as none (S-03)', async () => {
  const member = await newcomer()
  await sql`update users set suspended_until = now() + interval '1 day' where id = ${member.uid}`.execute(
    app.database,
  )
  expect((await member.fetch('/api/profiles/me')).status).toBe(401)
})

it('removes an event with everything about it, and restores it; empties a profile, and fills it again', async () => {
  const [anna, bruno, carla] = await Promise.all([newcomer(), newcomer(), newcomer()])
  const { id } = await createEvent(bruno, { title: 'Vendita' })
  await carla.put(`/api/events/${id}/participation`)
  const tab = app.live(anna)
  await tab.receive('live.welcome')
  tab.socket.send(JSON.stringify({ type: 'watch', topic: 'events:all' }))
  await tab.receive('live.watching')
  const removal = await decide(await report(anna, 'event', id), 'remove', '3', reasons)
  expect((await tab.receive('events.removed')).eventId).toBe(id)
  expect((await carla.fetch(`/api/events/${id}`)).status).toBe(404)
  expect((await operate('revert', removal, reasons)).code).toBe(0)
  expect((await tab.receive('events.created')).event.id).toBe(id)
  expect(await carla.read<EventDetails>(`/api/events/${id}`)).toMatchObject({
    title: 'Vendita',
    participantsCount: 1,
    isParticipating: true,
  })

  const photoURL = await savePhoto(bruno)
  const photoBytes = async () => {
    const answer = await anna.fetch(`${photoURL}/96`)
    return answer.ok ? Buffer.from(await answer.arrayBuffer()).toString('hex') : answer.status
  }
  const bytes = await photoBytes()
  await bruno.patch('/api/profiles/me', { bio: 'Compra!', links: ['https://negozio.it'] })
  const emptying = await decide(await report(anna, 'member', bruno.uid), 'empty', '2', reasons)
  const shown = async () => {
    const { displayName, photoURL } = await anna.read<Profile>(`/api/profiles/${bruno.uid}`)
    const { bio, links } = await bruno.read<OwnProfile>('/api/profiles/me')
    return [displayName, photoURL, bio, links]
  }
  expect(await shown()).toEqual([`Utente ${bruno.uid.slice(0, 4)}`, '', '', []])
  expect(await photoBytes()).toBe(404)
  expect((await operate('check')).output).toContain("right  members' photos")
  expect((await operate('revert', emptying, reasons)).code).toBe(0)
  expect(await shown()).toEqual([bruno.name, photoURL, 'Compra!', ['https://negozio.it']])
  expect(await photoBytes()).toBe(bytes)
})

it('gives no photo back to a member who has another by then', async () => {
  const [anna, bruno] = await Promise.all([newcomer(), newcomer()])
  const before = await savePhoto(bruno)
  const emptying = await decide(await report(anna, 'member', bruno.uid), 'empty', '2', reasons)
  const since = await savePhoto(bruno)
  expect((await operate('revert', emptying, reasons)).code).toBe(0)
  expect(await anna.read<Profile>(`/api/profiles/${bruno.uid}`)).toMatchObject({ photoURL: since })
  expect([(await anna.fetch(before)).status, (await anna.fetch(since)).status]).toEqual([404, 200])
})

it('lets one of two decide', async () => {
  const [anna, bruno, carla] = await Promise.all([newcomer(), newcomer(), newcomer()])
  const reports = [await report(anna, 'member', bruno.uid), await report(carla, 'member', bruno.uid)]
  const both = await Promise.all(reports.map((id) => operate('decide', id, 'suspend', '1', reasons, '1')))
  expect(both.map(({ code }) => code).toSorted()).toEqual([0, 1])
  expect(both.find(({ code }) => code === 1)?.output).toContain('decided on it already')
  const { rows } = await sql`select from decisions where member_id = ${bruno.uid}`.execute(app.database)
  expect(rows).toHaveLength(1)
})

it('keeps the log as it was written, and everything as long as it may (P-04)', async () => {
  const refusal = /never changed/
  for (const statement of [
    sql`update moderation_log set facts = 'altro'`,
    sql`delete from moderation_log`,
    sql`update moderation_log set facts = '', member_id = null, subject_id = null`,
  ])
    await expect(statement.execute(app.database)).rejects.toThrow(refusal)

  const count = async (table: string) => {
    const { rows } = await sql<{
      count: number
    }>`select count(*)::int as count from ${sql.table(table)}`.execute(app.database)
    return rows[0]?.count
  }
  const held = await Promise.all(['reports', 'decisions', 'appeals', 'moderation_log'].map(count))
  expect(held.every((rows) => (rows ?? 0) > 0)).toBe(true)
  await purgeModeration(app.database)
  expect(await Promise.all(['reports', 'decisions', 'appeals', 'moderation_log'].map(count))).toEqual(held)

  await sql`
    update decisions set decided_at = decided_at - interval '31 days', removed = '{"text": "via"}', reverted_at = now()
  `.execute(app.database)
  await sql`update appeals set answered_at = null, is_accepted = null, answer = null`.execute(app.database)
  await purgeModeration(app.database)
  // A copy stays while an appeal waits for it.
  const { rows } = await sql<{
    count: number
  }>`select count(*)::int from decisions where removed is not null`.execute(app.database)
  expect(rows[0]?.count).toBe(1)

  await sql`update reports set closed_at = now() - interval '91 days'`.execute(app.database)
  await sql`update decisions set decided_at = now() - interval '13 months'`.execute(app.database)
  await sql`alter table moderation_log disable trigger moderation_log_kept`.execute(app.database)
  await sql`update moderation_log set acted_at = now() - interval '25 months'`.execute(app.database)
  await sql`alter table moderation_log enable trigger moderation_log_kept`.execute(app.database)
  await purgeModeration(app.database)
  expect(await Promise.all(['reports', 'decisions', 'appeals'].map(count))).toEqual([0, 0, 0])
  const log = await sql<{ named: number; count: number }>`
    select count(*)::int as count, count(*) filter (where member_id is not null or facts <> '')::int as named
    from moderation_log`.execute(app.database)
  expect(log.rows[0]).toEqual({ count: held[3], named: 0 })
})

it('writes the files of a report into a new folder, and nowhere else', async () => {
  const [anna, bruno] = await Promise.all([newcomer(), newcomer()])
  const picture = await uploadFile(bruno, 'generale', { name: 'foto.png', bytes: greyPng(9, 9) })
  const file = await uploadFile(bruno, 'generale', { name: 'note.txt', bytes: Buffer.from('flag') })
  const files = [{ id: picture.id }, { id: file.id }]
  const sent = await bruno.post('/api/chat/generale/messages', { clientId: randomUUID(), text: '', files })
  const id = await report(anna, 'message', ((await sent.json()) as Message).id)
  await app.database
    .updateTable('report_files')
    .set({ name: '../../../note.txt' })
    .where('id', '=', file.id)
    .execute()
  const folder = join(dirname(app.outbox), 'segnalazione')
  expect((await operate('list-reports', id)).output).toContain('[foto.png] [note.txt]')
  const { code, output } = await operate('list-reports', id, folder)
  expect([code, output]).toEqual([0, expect.stringContaining(`Written to ${folder}: 2 files`)])
  expect((await stat(folder)).mode & 0o777).toBe(0o700)
  const names = [`${picture.id.slice(0, 8)} foto.png.webp`, `${file.id.slice(0, 8)} _.._.._note.txt`]
  expect((await readdir(folder)).toSorted()).toEqual(names.toSorted())
  expect(await readFile(join(folder, names[1] ?? ''), 'utf8')).toBe('flag')
  expect((await readFile(join(folder, names[0] ?? ''))).subarray(8, 12).toString()).toBe('WEBP')

  const again = await operate('list-reports', id, folder)
  expect([again.code, again.output]).toEqual([1, expect.stringContaining('EEXIST')])
  await rm(join(dirname(app.outbox), 'files', keyOf(file.id, 'file')))
  const lost = await operate('list-reports', id, `${folder}-2`)
  expect([lost.code, lost.output]).toEqual([1, expect.stringMatching(/1 files[\s\S]*not there: .* _\.\._/)])
})
