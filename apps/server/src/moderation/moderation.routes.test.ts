import { randomUUID } from 'node:crypto'
import { join } from 'node:path'
import type { Message, MessagePage } from '@covo/contract/chat/chat.routes'
import { eventRoomId } from '@covo/contract/chat/chat.rules'
import { moderationTopic } from '@covo/contract/moderation/moderation.news'
import type {
  ActOnDecision,
  ReportedSubject,
  ReportToDecide,
  WaitingAppeal,
} from '@covo/contract/moderation/moderation.routes'
import type { NotificationPage } from '@covo/contract/notifications/notifications.routes'
import type { Team } from '@covo/contract/teams/teams.routes'
import type { MadeBot } from '@covo/contract/tokens/bots.routes'
import { botScopes } from '@covo/contract/tokens/bots.rules'
import {
  befriend,
  createEvent,
  makeBot,
  openPrivateChat,
  sendMessage,
  uploadFile,
} from '@covo/testing/member-actions'
import { parseMail, tokenIn, waitForMails } from '@covo/testing/outbox'
import { refusalOf } from '@covo/testing/refusal'
import { type Member, type Newcomer, type Visitor, visit } from '@covo/testing/visitor'
import { sql } from 'kysely'
import { describe, expect, it } from 'vitest'
import { makeModerator } from '../../test/make-moderator.ts'
import { runTestApp, unlimited } from '../../test/test-app.ts'
import { filesJobs } from '../files/files.jobs.ts'
import { openStore } from '../files/open-store.ts'
import { createLog } from '../platform/log/log.ts'

const app = runTestApp({ limits: unlimited })
const facts = 'Vende cose a tutti, ogni giorno.'
const password = 'Tana-rossa1'

const newcomer = () => app.newcomer()

async function moderator(): Promise<Newcomer> {
  const member = await newcomer()
  await makeModerator(app.database, member.uid)
  return member
}

type Kind = 'message' | 'member' | 'event' | 'team'

async function report(by: Member, kind: Kind, id: string, details = ''): Promise<string> {
  const answer = await by.post('/api/reports', { subject: { kind, id }, reason: 'spam', details })
  return ((await answer.json()) as { id: string }).id
}

const outcomeOf = async (answer: Response) => [
  answer.status,
  answer.status === 204 ? undefined : ((await answer.json()) as { code?: string }).code,
]
const decide = async (by: Member, id: string, decision: object) =>
  await outcomeOf(await by.post(`/api/moderation/reports/${id}/decision`, decision))
const revert = async (by: Member, id: string, reasons = facts) =>
  await outcomeOf(await by.post(`/api/moderation/decisions/${id}/revert`, { facts: reasons }))
const answer = async (by: Member, id: string, accept: boolean, reasons = accept ? '' : facts) =>
  await outcomeOf(await by.post(`/api/moderation/appeals/${id}/answer`, { accept, facts: reasons }))

const readLog = async (by: Member) => (await by.read<{ acts: ActOnDecision[] }>('/api/moderation/log')).acts

async function decisionOn({ uid }: Member): Promise<string> {
  const { id } = await app.database
    .selectFrom('decisions')
    .select('id')
    .where('member_id', '=', uid)
    .orderBy('decided_at', 'desc')
    .limit(1)
    .executeTakeFirstOrThrow()
  return id
}

/** Deletes the files that nobody holds, as the job does. */
async function removeFiles(): Promise<void> {
  const { database } = app
  const log = createLog('silent')
  const store = await openStore({ database, log, folder: join(app.outbox, '../files') })
  const run = { id: '', addedAt: new Date(), signal: new AbortController().signal }
  await filesJobs({ database, log, store })['files.remove']?.run({}, run)
}

const suspend = { action: 'suspend', rule: 1, facts, days: 7 }

describe('a moderator', () => {
  it('needs a second factor, and everybody else finds nothing', async () => {
    const [member, moderating] = [await newcomer(), await newcomer()]
    await sql`update users set is_moderator = true where id = ${moderating.uid}`.execute(app.database)
    const paths = ['reports', `reports/${randomUUID()}`, 'appeals', 'log']
    for (const path of paths) {
      expect(await outcomeOf(await member.fetch(`/api/moderation/${path}`))).toEqual([
        404,
        'common.not_found',
      ])
      expect(await outcomeOf(await moderating.fetch(`/api/moderation/${path}`))).toEqual([
        403,
        'moderation.second_factor_needed',
      ])
    }
    expect(await member.read('/api/account')).toMatchObject({ isModerator: false })
    const mayModerate = async () => [
      (await moderating.fetch('/api/moderation/reports')).status,
      (await moderating.read<{ mayModerate: boolean }>('/api/account')).mayModerate,
    ]
    // A thief of the password can turn one on as well.
    await sql`
      insert into second_factors (user_id, sealed_seed, key_id, is_on) values (${moderating.uid}, '', '', true)
    `.execute(app.database)
    expect(await mayModerate()).toEqual([403, false])
    // As at a sign-in since.
    await sql`
      update sessions set created_at = now() + interval '1 second' where user_id = ${moderating.uid}
    `.execute(app.database)
    expect(await mayModerate()).toEqual([200, true])
  })

  it('confirms their identity, which is good for eight hours', async () => {
    const [by, member, reporter] = [await moderator(), await newcomer(), await newcomer()]
    const id = await report(reporter, 'member', member.uid)
    const age = (hours: number) =>
      sql`update sessions set confirmed_at = now() - ${hours} * interval '1 hour' where user_id = ${by.uid}`.execute(
        app.database,
      )
    await age(8)
    expect(await decide(by, id, suspend)).toEqual([403, 'account.confirmation_needed'])
    await age(7)
    expect(await decide(by, id, suspend)).toEqual([204, undefined])
  })

  it('judges neither themselves, nor another moderator, nor what they reported', async () => {
    const [by, other, member, reporter] = [
      await moderator(),
      await moderator(),
      await newcomer(),
      await newcomer(),
    ]
    const ofSelf = await report(reporter, 'member', by.uid)
    const ofOther = await report(reporter, 'member', other.uid)
    const own = await report(by, 'member', member.uid)
    await report(reporter, 'member', member.uid)
    for (const id of [ofSelf, ofOther, own]) {
      expect(await by.read(`/api/moderation/reports/${id}`)).toMatchObject({ mayDecide: false })
      expect(await decide(by, id, suspend)).toEqual([403, 'moderation.not_allowed'])
    }
    expect(await decide(other, own, suspend)).toEqual([204, undefined])
    // Of one who moderates by then, nobody undoes it.
    await makeModerator(app.database, member.uid)
    expect(await revert(by, await decisionOn(member))).toEqual([403, 'moderation.not_allowed'])
  })
})

describe('a report', () => {
  it('is listed once a subject, the first one first, with what was seen and by whom', async () => {
    const [by, one, two, author] = [await moderator(), await newcomer(), await newcomer(), await newcomer()]
    await befriend(one, author)
    const chat = await openPrivateChat(one, author)
    await sendMessage(author, chat, 'prima')
    const reported = (await (await sendMessage(author, chat, 'compra subito')).json()) as Message
    await sendMessage(author, chat, 'dopo')
    const message = await report(one, 'message', reported.id, 'È già la terza volta.')
    const profile = await report(two, 'member', author.uid)
    await report(one, 'member', author.uid)
    const { reports, waiting } = await by.read<{ reports: ReportedSubject[]; waiting: number }>(
      '/api/moderation/reports',
    )
    const mine = reports.filter(({ id }) => [message, profile].includes(id))
    expect(mine).toMatchObject([
      { id: message, kind: 'message', reason: 'spam', name: author.name, count: 1 },
      { id: profile, kind: 'member', reason: 'spam', name: author.name, count: 2 },
    ])
    expect(waiting).toBeGreaterThanOrEqual(2)
    expect(await by.read<ReportToDecide>(`/api/moderation/reports/${message}`)).toMatchObject({
      mayDecide: true,
      isPrivate: true,
      where: 'in una chat privata',
      messages: [
        { name: author.name, text: 'prima', isReported: false },
        { name: author.name, text: 'compra subito', isReported: true },
      ],
      reports: [{ reporterName: one.name, details: 'È già la terza volta.' }],
      decisions: [],
    })
    expect(await by.read(`/api/moderation/reports/${profile}`)).toMatchObject({
      isPrivate: false,
      messages: [],
      fields: { displayName: author.name },
    })
    // Of the chat itself a moderator reads nothing.
    expect((await by.fetch(`/api/chat/${chat}/messages`)).status).toBe(404)
  })

  it('names the first fifty of those who sent it, and counts all', async () => {
    const [by, member, first] = [await moderator(), await newcomer(), await newcomer()]
    const id = await report(first, 'member', member.uid, 'La prima.')
    await sql`
      with people as (
        insert into users (display_name, email, email_verified)
        select 'Segnalante ' || number, 'segnalante' || number || '@esempio.it', false
        from generate_series(1, 60) as number returning id
      )
      insert into reports (reporter_id, subject_kind, subject_id, member_id, reason, details, snapshot, reported_at)
      select people.id, subject_kind, subject_id, member_id, 'spam', '', '{}', reported_at + interval '1 second'
      from people, reports where reports.id = ${id}`.execute(app.database)
    const detail = await by.read<ReportToDecide>(`/api/moderation/reports/${id}`)
    expect([detail.count, detail.reports.length, detail.reports[0]?.details]).toEqual([61, 50, 'La prima.'])
    // Even the last of them doesn't decide.
    const last = await moderator()
    await report(last, 'member', member.uid)
    expect(await last.read(`/api/moderation/reports/${id}`)).toMatchObject({ count: 62, mayDecide: false })
    expect(await decide(last, id, suspend)).toEqual([403, 'moderation.not_allowed'])
  })

  it('is listed in pages', async () => {
    const [by, reporter] = [await moderator(), await newcomer()]
    const people = await app.database
      .insertInto('users')
      .values(
        Array.from({ length: 25 }, (_, index) => ({
          display_name: `Segnalate ${index}`,
          email: `segnalate${index}@esempio.it`,
          email_verified: false,
        })) as never,
      )
      .returning('id')
      .execute()
    const ids: string[] = []
    for (const { id } of people) ids.push(await report(reporter, 'member', id))
    // Within one millisecond, which a page must not end in the middle of.
    await sql`
      update reports set reported_at = '2020-01-01T00:00:00Z'::timestamptz + array_position(${ids}::uuid[], id) * interval '1 microsecond'
      where id = any(${ids}::uuid[])`.execute(app.database)
    const seen: string[] = []
    let next: string | null = ''
    while (next !== null) {
      const page: { reports: ReportedSubject[]; nextCursor: string | null } = await by.read(
        `/api/moderation/reports${next && `?cursor=${next}`}`,
      )
      expect(page.reports.length).toBeLessThanOrEqual(20)
      seen.push(...page.reports.map(({ id }) => id))
      next = page.nextCursor
    }
    expect(new Set(seen).size).toBe(seen.length)
    expect(seen.filter((id) => ids.includes(id))).toEqual(ids)
    const cursor = Buffer.from('["ieri"]').toString('base64url')
    for (const list of ['reports', 'appeals', 'log'])
      expect((await by.fetch(`/api/moderation/${list}?cursor=${cursor}`)).status).toBe(400)
  })
})

describe('a decision', () => {
  it('is refused without rule and reasons, and changes nothing then', async () => {
    const [by, member, reporter] = [await moderator(), await newcomer(), await newcomer()]
    const id = await report(reporter, 'member', member.uid)
    expect(await decide(by, id, { ...suspend, facts: 'troppo corto' })).toEqual([
      422,
      'moderation.text_required',
    ])
    for (const wrong of [
      { ...suspend, rule: undefined },
      { ...suspend, rule: 9 },
      { ...suspend, days: 0 },
      { action: 'empty', rule: 1, facts, days: 7 },
    ])
      expect(await decide(by, id, wrong)).toEqual([400, 'common.invalid_request'])
    expect(await decide(by, id, { action: 'remove', rule: 1, facts })).toEqual([
      409,
      'moderation.not_possible',
    ])
    expect(await decide(by, randomUUID(), suspend)).toEqual([404, 'common.not_found'])
    expect((await member.fetch('/api/profiles/me')).status).toBe(200)
    expect(await by.read(`/api/moderation/reports/${id}`)).toMatchObject({ id })
  })

  it('removes a message, mails both sides, and is undone out of the log', async () => {
    const [by, author, reporter] = [await moderator(), await newcomer(), await newcomer()]
    const message = (await (await sendMessage(author, 'generale', 'compra subito')).json()) as Message
    const id = await report(reporter, 'message', message.id)
    expect(await decide(by, id, { action: 'remove', rule: 3, facts })).toEqual([204, undefined])
    const read = async () =>
      (await author.read<MessagePage>(`/api/chat/generale/messages?after=${message.sequence - 1}&limit=1`))
        .messages[0]
    expect(await read()).toMatchObject({ text: '', removedBy: 'operator' })
    const [statement = ''] = await waitForMails(app.outbox, author.email)
    const { text = '' } = await parseMail(statement)
    expect(text).toContain('Regola 3 delle Regole della community')
    expect(text).not.toMatch(new RegExp(`${reporter.name}|${by.name}`))
    await waitForMails(app.outbox, reporter.email, 2)

    const [act] = await readLog(by)
    expect(act).toMatchObject({
      act: 'decided',
      action: 'remove',
      moderatorName: by.name,
      memberName: author.name,
      facts,
      mayRevert: true,
    })
    const decisionId = act?.decisionId ?? ''
    expect(await revert(by, decisionId, 'poco')).toEqual([422, 'moderation.text_required'])
    expect(await revert(by, decisionId)).toEqual([204, undefined])
    expect(await read()).toMatchObject({ text: 'compra subito' })
    expect(await revert(by, decisionId)).toEqual([409, 'moderation.already_decided'])
    expect((await readLog(by)).slice(0, 2)).toMatchObject([
      { act: 'reverted', mayRevert: false },
      { act: 'decided', mayRevert: false },
    ])
  })

  it('keeps the files of a message for its reversal, and a report for moderators', async () => {
    const [by, author, reporter] = [await moderator(), await newcomer(), await newcomer()]
    const upload = () =>
      uploadFile(author, 'generale', { name: 'prova.txt', bytes: Buffer.from('una prova') })
    const send = async () => {
      const { id } = await upload()
      const message = { clientId: randomUUID(), text: '', files: [{ id }] }
      const sent = (await (await author.post('/api/chat/generale/messages', message)).json()) as Message
      return { ...sent, file: id }
    }
    const deleted = await send()
    const report1 = await report(reporter, 'message', deleted.id)
    const decided = await send()
    const report2 = await report(reporter, 'message', decided.id)
    await author.delete(`/api/chat/generale/messages/${deleted.sequence}`)
    expect(await decide(by, report2, { action: 'remove', rule: 1, facts })).toEqual([204, undefined])
    await sql`delete from reports where id = ${report2}`.execute(app.database)
    await removeFiles()
    const evidence = await by.read<ReportToDecide>(`/api/moderation/reports/${report1}`)
    expect(evidence.messages.find(({ isReported }) => isReported)?.files).toMatchObject([
      { id: deleted.file },
    ])
    const path = `/api/moderation/reports/${report1}/files/${deleted.file}`
    expect(await (await by.fetch(path)).text()).toBe('una prova')
    expect((await reporter.fetch(path)).status).toBe(404)
    expect((await by.fetch(`/api/moderation/reports/${report1}/files/${decided.file}`)).status).toBe(404)
    expect((await reporter.fetch(`/api/files/${decided.file}`)).status).toBe(404)
    expect(await revert(by, await decisionOn(author))).toEqual([204, undefined])
    expect(await (await reporter.fetch(`/api/files/${decided.file}`)).text()).toBe('una prova')
    const restored = await reporter.read<Message>(`/api/chat/generale/messages/${decided.sequence}`)
    expect(restored.files).toEqual(decided.files)
    await sql`delete from reports where id = ${report1}`.execute(app.database)
    await removeFiles()
    expect(await app.database.selectFrom('file_removals').selectAll().execute()).toEqual([])
  })

  it('is the first of two at once, and the other moderator is refused (S-01)', async () => {
    const [one, two, member, reporter] = [
      await moderator(),
      await moderator(),
      await newcomer(),
      await newcomer(),
    ]
    const id = await report(reporter, 'member', member.uid)
    const outcomes = await Promise.all(
      Array.from({ length: 8 }, (_, index) => decide(index % 2 ? one : two, id, suspend)),
    )
    expect(outcomes.filter(([status]) => status === 204)).toHaveLength(1)
    for (const outcome of outcomes)
      if (outcome[0] !== 204) expect(outcome).toEqual([409, 'moderation.already_decided'])
    expect(await decide(two, id, suspend)).toEqual([409, 'moderation.already_decided'])
    expect((await two.fetch(`/api/moderation/reports/${id}`)).status).toBe(404)
    // Nor can it decide on a report made since.
    const since = await report(await newcomer(), 'member', member.uid)
    expect(await decide(two, id, suspend)).toEqual([409, 'moderation.already_decided'])
    expect((await two.fetch(`/api/moderation/reports/${since}`)).status).toBe(200)
    const { rows } = await sql`select from decisions where member_id = ${member.uid}`.execute(app.database)
    expect(rows).toHaveLength(1)
    expect((await member.fetch('/api/profiles/me')).status).toBe(401)
  })

  it('says of a message in an event’s room where that was', async () => {
    const [by, author, reporter] = [await moderator(), await newcomer(), await newcomer()]
    const { id: eventId } = await createEvent(author)
    await reporter.put(`/api/events/${eventId}/participation`)
    const message = (await (
      await sendMessage(author, eventRoomId(eventId), 'compra subito')
    ).json()) as Message
    const id = await report(reporter, 'message', message.id)
    expect(await by.read(`/api/moderation/reports/${id}`)).toMatchObject({
      isPrivate: false,
      where: 'nella chat di un evento',
    })
    await decide(by, id, { action: 'remove', rule: 3, facts })
    const [statement = ''] = await waitForMails(app.outbox, author.email)
    expect((await parseMail(statement)).text).toContain('il tuo messaggio nella chat di un evento.')
  })

  it('says of a message in a team’s room where that was, and shows nothing that came after it', async () => {
    const [by, author, reporter] = [await moderator(), await newcomer(), await newcomer()]
    const draft = { presentation: '', maximum: 5, skills: [], isLooking: true, ctftimeId: '' }
    const answer = await author.post('/api/teams', { ...draft, name: 'Volpi' })
    const { id: teamId, conversationId } = (await answer.json()) as Team
    await author.put(`/api/teams/${teamId}/invited/${reporter.uid}`)
    await reporter.post(`/api/teams/${teamId}/invited/accept`)
    await sendMessage(author, conversationId, 'prima')
    const message = (await (await sendMessage(author, conversationId, 'compra subito')).json()) as Message
    await sendMessage(author, conversationId, 'dopo')
    const refused = await by.post('/api/reports', {
      subject: { kind: 'message', id: message.id },
      reason: 'spam',
      details: '',
    })
    expect(await refusalOf(refused)).toEqual([404, 'reports.subject_not_found'])
    const id = await report(reporter, 'message', message.id)
    const shown = await by.read<ReportToDecide>(`/api/moderation/reports/${id}`)
    expect(shown).toMatchObject({ isPrivate: false, where: 'nella squadra Volpi' })
    expect(shown.messages.map(({ text }) => text)).toEqual(['prima', 'compra subito'])
    expect((await by.fetch(`/api/chat/${conversationId}/messages`)).status).toBe(404)
    await decide(by, id, { action: 'remove', rule: 3, facts })
    const [statement = ''] = await waitForMails(app.outbox, author.email)
    expect((await parseMail(statement)).text).toContain('il tuo messaggio nella squadra Volpi.')
  })

  it('empties a team, tells its captain, and gives back what nobody has written or taken since', async () => {
    const [by, captain, reporter] = [await moderator(), await newcomer(), await newcomer()]
    const draft = { maximum: 5, skills: ['Web'], isLooking: true }
    const texts = { name: 'Insulti SRL', presentation: 'Offese a tutti', ctftimeId: '1234' }
    const { id: teamId } = (await (await captain.post('/api/teams', { ...draft, ...texts })).json()) as Team
    const read = () => captain.read<Team>(`/api/teams/${teamId}`)
    const [tab, id] = [app.live(captain), await report(reporter, 'team', teamId)]
    await tab.receive('live.welcome')
    expect(await by.read(`/api/moderation/reports/${id}`)).toMatchObject({
      kind: 'team',
      name: 'Insulti SRL',
      fields: { ...texts, skills: 'Web', captainName: captain.name },
    })
    expect(await decide(by, id, { action: 'remove', rule: 1, facts })).toEqual([
      409,
      'moderation.not_possible',
    ])
    expect(await decide(by, id, { action: 'empty', rule: 1, facts })).toEqual([204, undefined])
    await tab.receive('teams.changed')
    const emptied = { name: `Squadra ${teamId.slice(0, 4)}`, presentation: '', ctftimeId: '' }
    expect(await read()).toMatchObject({ ...emptied, skills: ['Web'], version: 2 })
    const [statement = ''] = await waitForMails(app.outbox, captain.email)
    const { text = '', subject } = await parseMail(statement)
    expect(subject).toBe('Decisione sul tuo contenuto')
    expect(text).toContain('abbiamo svuotato la tua squadra «Insulti SRL».')
    expect(text).toContain('Offese a tutti')
    const lines = await captain.read<NotificationPage>('/api/notifications')
    expect(lines.notifications).toMatchObject([{ kind: 'team_emptied' }])
    await captain.fetch(`/api/teams/${teamId}`, {
      method: 'PATCH',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ version: 2, presentation: 'Gentili con tutti' }),
    })
    const [act] = await readLog(by)
    expect(act).toMatchObject({ act: 'decided', action: 'empty', kind: 'team', memberName: captain.name })
    expect(await revert(by, act?.decisionId ?? '')).toEqual([204, undefined])
    expect(await read()).toMatchObject({ ...texts, presentation: 'Gentili con tutti' })
  })

  it('is not undone after what it removed is gone', async () => {
    const [by, author, reporter] = [await moderator(), await newcomer(), await newcomer()]
    const message = (await (await sendMessage(author, 'generale', 'compra subito')).json()) as Message
    await decide(by, await report(reporter, 'message', message.id), { action: 'remove', rule: 3, facts })
    const id = await decisionOn(author)
    const act = async () => (await readLog(by)).find(({ decisionId }) => decisionId === id)
    expect(await act()).toMatchObject({ mayRevert: true })
    await sql`update decisions set removed = null where id = ${id}`.execute(app.database)
    expect(await act()).toMatchObject({ mayRevert: false })
    expect(await revert(by, id)).toEqual([409, 'moderation.not_possible'])
  })

  it('reaches the screens of moderators, and nobody else’s', async () => {
    const [by, member, reporter] = [await moderator(), await newcomer(), await newcomer()]
    const tab = app.live(by)
    await tab.receive('live.welcome')
    await tab.watch(moderationTopic)
    const others = app.live(member)
    await others.receive('live.welcome')
    others.socket.send(JSON.stringify({ type: 'watch', topic: moderationTopic }))
    await others.receive('live.refused')
    const id = await report(reporter, 'member', member.uid)
    expect(await tab.receive('moderation.changed')).toEqual({ type: 'moderation.changed' })
    await decide(by, id, { action: 'none' })
    await tab.receive('moderation.changed')
  })
})

describe('an appeal', () => {
  it('is answered by another moderator than the one who decided, once', async () => {
    const [one, two, member, reporter] = [
      await moderator(),
      await moderator(),
      await newcomer(),
      await newcomer(),
    ]
    const id = await report(reporter, 'member', member.uid)
    await decide(one, id, suspend)
    const [mail = ''] = await waitForMails(app.outbox, member.email)
    const token = tokenIn(mail)
    const text = 'Non vendo niente: era uno scherzo.'
    expect((await app.visit().post('/api/appeals', { token, text })).status).toBe(204)
    const list = async (by: Member) =>
      (await by.read<{ appeals: WaitingAppeal[] }>('/api/moderation/appeals')).appeals.find(
        ({ memberName }) => memberName === member.name,
      )
    expect(await list(one)).toMatchObject({ text, mayAnswer: false, decision: { action: 'suspend', facts } })
    const decisionId = (await list(two))?.decision.id ?? ''
    expect(await list(two)).toMatchObject({ mayAnswer: true })
    expect(await answer(one, decisionId, true)).toEqual([403, 'moderation.not_allowed'])
    expect(await answer(two, randomUUID(), true)).toEqual([404, 'common.not_found'])
    expect(await answer(two, decisionId, false, '')).toEqual([422, 'moderation.text_required'])
    expect(await answer(two, decisionId, true, 'troppo corto')).toEqual([422, 'moderation.text_required'])
    expect(await answer(two, decisionId, true)).toEqual([204, undefined])
    const signIn = await app.visit().post('/api/auth/login', { email: member.email, password })
    expect(signIn.status).toBe(200)
    expect(await answer(two, decisionId, false)).toEqual([409, 'moderation.already_decided'])
    const [outcome = ''] = (await waitForMails(app.outbox, member.email, 2)).slice(-1)
    const { subject, text: mailText = '' } = await parseMail(outcome)
    expect(subject).toBe('Esito del reclamo')
    expect(mailText).toContain('Il reclamo è accolto')
    expect(mailText).not.toContain('Motivo')
    expect((await readLog(one))[0]).toMatchObject({ act: 'appeal_accepted', moderatorName: two.name })
  })

  it('is answered by one of two who answer at once', async () => {
    const [decider, one, two, member, reporter] = [
      await moderator(),
      await moderator(),
      await moderator(),
      await newcomer(),
      await newcomer(),
    ]
    await decide(decider, await report(reporter, 'member', member.uid), suspend)
    const id = await decisionOn(member)
    await app.database
      .insertInto('appeals')
      .values({ decision_id: id, text: 'Era uno scherzo, davvero.' })
      .execute()
    const outcomes = await Promise.all(
      Array.from({ length: 8 }, (_, index) => answer(index % 2 ? one : two, id, index > 3)),
    )
    expect(outcomes.filter(([status]) => status === 204)).toHaveLength(1)
    for (const outcome of outcomes)
      if (outcome[0] !== 204) expect(outcome).toEqual([409, 'moderation.already_decided'])
    expect((await readLog(one)).filter(({ decisionId }) => decisionId === id)).toHaveLength(2)
  })
})

describe('a bot', () => {
  const writes = async (bot: Visitor) => (await sendMessage(bot, 'generale', 'Compra!')).status
  const kindsOf = async (member: Member) => {
    const { notifications } = await member.read<NotificationPage>('/api/notifications')
    return notifications.map(({ kind }) => kind)
  }

  it('is marked, and its owner is notified, mailed and able to appeal', async () => {
    const [by, owner, reporter] = [await moderator(), await newcomer(), await newcomer()]
    const bot = await makeBot(owner, 'Annunciatore')
    const message = (await (await sendMessage(bot, 'generale', 'Compra!')).json()) as Message
    const id = await report(reporter, 'message', message.id)
    expect(await by.read(`/api/moderation/reports/${id}`)).toMatchObject({
      isBot: true,
      mayDecide: true,
      messages: expect.arrayContaining([expect.objectContaining({ name: 'Annunciatore', isBot: true })]),
    })
    const ofPerson = await report(reporter, 'member', (await newcomer()).uid)
    expect(await by.read(`/api/moderation/reports/${ofPerson}`)).toMatchObject({ isBot: false })

    const tab = app.live(owner)
    await tab.receive('live.welcome')
    expect(await decide(by, id, suspend)).toEqual([204, undefined])
    await tab.receive('account.changed')
    expect(await owner.read('/api/bots')).toMatchObject({
      bots: [{ suspension: { until: expect.any(String) }, token: null }],
    })
    expect(await kindsOf(owner)).toEqual(['bot_moderated'])
    const [mail = ''] = await waitForMails(app.outbox, owner.email)
    expect(await parseMail(mail)).toMatchObject({
      subject: 'Decisione sul tuo bot',
      text: expect.stringContaining('Riguarda il tuo bot «Annunciatore»'),
    })
    const form = { scopes: botScopes, expiresInDays: null }
    const made = (await (await owner.post(`/api/bots/${bot.uid}/token`, form)).json()) as MadeBot
    const renewed = visit(app.origin, { token: made.secret })
    expect([await writes(bot), await writes(renewed)]).toEqual([401, 401])

    const token = tokenIn(mail)
    const statement = await (await app.visit().post('/api/appeals/statement', { token })).json()
    expect(statement).toMatchObject({
      action: 'suspend',
      botName: 'Annunciatore',
      suspendedUntil: expect.any(String),
    })
    const appeal = { token, text: 'Non è andata così, davvero.' }
    expect((await app.visit().post('/api/appeals', appeal)).status).toBe(204)
    expect(await answer(await moderator(), await decisionOn(bot), true)).toEqual([204, undefined])
    expect(await kindsOf(owner)).toEqual(['appeal_accepted', 'bot_moderated'])
    expect(await owner.read('/api/bots')).toMatchObject({ bots: [{ suspension: null }] })
    expect(await writes(renewed)).toBe(201)
  })
  it('is judged by neither its owner nor another moderator, where its owner moderates (S-01)', async () => {
    const [by, owner, reporter] = [await moderator(), await newcomer(), await newcomer()]
    const bot = await makeBot(owner, 'Banditore')
    const first = await report(reporter, 'member', bot.uid)
    expect(await decide(by, first, suspend)).toEqual([204, undefined])
    const [mail = ''] = await waitForMails(app.outbox, owner.email)
    await app.visit().post('/api/appeals', { token: tokenIn(mail), text: 'Non è andata così, davvero.' })
    const second = await report(await newcomer(), 'member', bot.uid)
    await makeModerator(app.database, owner.uid)
    const decisionId = await decisionOn(bot)
    for (const judge of [owner, await moderator()]) {
      expect(await judge.read(`/api/moderation/reports/${second}`)).toMatchObject({ mayDecide: false })
      expect(await decide(judge, second, suspend)).toEqual([403, 'moderation.not_allowed'])
      const { appeals } = await judge.read<{ appeals: WaitingAppeal[] }>('/api/moderation/appeals')
      expect(appeals.find(({ decision }) => decision.id === decisionId)).toMatchObject({ mayAnswer: false })
      expect(await answer(judge, decisionId, true)).toEqual([403, 'moderation.not_allowed'])
      const act = (await readLog(judge)).find((one) => one.decisionId === decisionId)
      expect(act).toMatchObject({ mayRevert: false })
      expect(await revert(judge, decisionId)).toEqual([403, 'moderation.not_allowed'])
    }
  })
})
