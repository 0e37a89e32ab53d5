import type { Message } from '@covo/contract/chat/chat.routes'
import { maximumReportDetailsLength } from '@covo/contract/reports/reports.rules'
import type { Team } from '@covo/contract/teams/teams.routes'
import { befriend, createEvent, openPrivateChat, sendMessage } from '@covo/testing/member-actions'
import { readMails, waitForMails } from '@covo/testing/outbox'
import { refusalOf } from '@covo/testing/refusal'
import type { Member } from '@covo/testing/visitor'
import { describe, expect, it } from 'vitest'
import { runTestApp } from '../../test/test-app.ts'
import type { Snapshot } from './reports.store.ts'

const contact = 'gestione@esempio.it'
const app = runTestApp({ contact })

const newcomer = () => app.newcomer()
const newcomers = () => Promise.all([newcomer(), newcomer(), newcomer()])
type Subject = { kind: 'message' | 'member' | 'event' | 'team'; id: string }
const report = (by: Member, subject: Subject, reason = 'spam', details = '') =>
  by.post('/api/reports', { subject, reason, details })

async function send(by: Member, text: string, conversationId = 'generale'): Promise<Message> {
  return (await (await sendMessage(by, conversationId, text)).json()) as Message
}

const reports = () => app.database.selectFrom('reports').selectAll().execute()
async function snapshotOf(answer: Response): Promise<Snapshot> {
  const { id } = (await answer.json()) as { id: string }
  return (await reports()).find((row) => row.id === id)?.snapshot as Snapshot
}
function textsOf(snapshot: Snapshot): string[] {
  if (snapshot.kind !== 'message') throw new Error('no messages')
  return snapshot.messages.map(({ text }) => text)
}

describe('a report', () => {
  it('is refused without a reason, without details for another one, of oneself and of what is not there', async () => {
    const [anna, bruno] = await newcomers()
    const subject = { kind: 'member', id: bruno.uid } as const
    expect(await refusalOf(await report(anna, subject, ''))).toEqual([422, 'reports.reason_required'])
    expect(await refusalOf(await report(anna, subject, 'other', ' '))).toEqual([
      422,
      'reports.details_required',
    ])
    const long = 'a'.repeat(maximumReportDetailsLength + 1)
    expect(await refusalOf(await report(anna, subject, 'spam', long))).toEqual([
      400,
      'common.invalid_request',
    ])
    const own = await send(anna, 'mio')
    const event = await createEvent(anna)
    const draft = { name: 'Lontre', presentation: '', maximum: 5, skills: [], isLooking: true, ctftimeId: '' }
    const team = (await (await anna.post('/api/teams', draft)).json()) as Team
    for (const mine of [
      { kind: 'member', id: anna.uid },
      { kind: 'message', id: own.id },
      { kind: 'event', id: event.id },
      { kind: 'team', id: team.id },
    ] as const)
      expect(await refusalOf(await report(anna, mine))).toEqual([422, 'reports.own_content'])
    for (const kind of ['member', 'message', 'event', 'team'] as const)
      expect(await refusalOf(await report(anna, { kind, id: crypto.randomUUID() }))).toEqual([
        404,
        'reports.subject_not_found',
      ])
    expect((await reports()).filter(({ reporter_id }) => reporter_id === anna.uid)).toEqual([])
  })

  it('is stored once, is confirmed by mail, and comes to the operator without anybody’s text', async () => {
    const [anna, bruno] = await newcomers()
    const subject = { kind: 'message', id: (await send(bruno, 'compra subito')).id } as const
    const answers = await Promise.all(
      Array.from({ length: 8 }, () => report(anna, subject, 'spam', 'È già la terza volta.')),
    )
    expect(answers.map(({ status }) => status).toSorted()).toEqual([...Array(7).fill(200), 201])
    const ids = await Promise.all(answers.map(async (answer) => ((await answer.json()) as { id: string }).id))
    expect(new Set(ids).size).toBe(1)
    const [receipt] = await waitForMails(app.outbox, anna.email)
    expect(receipt).toContain('Subject: Segnalazione ricevuta')
    const toOperator = (await waitForMails(app.outbox, contact)).filter((mail) => mail.includes(ids[0] ?? ''))
    expect(toOperator).toHaveLength(1)
    expect(toOperator[0]).not.toMatch(new RegExp(`terza|compra|${anna.name}|${bruno.name}`))
    expect((await readMails(app.outbox)).some((mail) => mail.includes(`To: ${bruno.email}`))).toBe(false)
    expect((await reports()).find(({ id }) => id === ids[0])).toMatchObject({
      reporter_id: anna.uid,
      member_id: bruno.uid,
      reason: 'spam',
      details: 'È già la terza volta.',
    })
  })

  it('is limited to twenty a day, and what is reported already does not count', async () => {
    const anna = await newcomer()
    const people = await app.database
      .insertInto('users')
      .values(
        Array.from({ length: 21 }, (_, index) => ({
          display_name: `Tanti ${index}`,
          email: `tanti${index}@esempio.it`,
          email_verified: false,
        })) as never,
      )
      .returning('id')
      .execute()
    const answers: number[] = []
    for (const { id } of people) {
      answers.push((await report(anna, { kind: 'member', id })).status)
      answers.push((await report(anna, { kind: 'member', id })).status)
    }
    expect(answers.slice(0, 40)).toEqual(Array(20).fill([201, 200]).flat())
    expect(answers.slice(40)).toEqual([429, 429])
  })
})

describe('its snapshot', () => {
  it('has ten messages before and five after in the public room, as they were, without those of hidden people (S-01)', async () => {
    const [anna, bruno, carla] = await newcomers()
    for (let index = 1; index <= 12; index += 1) await send(index === 5 ? carla : bruno, `prima ${index}`)
    const reported = await send(bruno, `ecco <@${anna.uid}>`)
    for (let index = 1; index <= 7; index += 1) await send(bruno, `dopo ${index}`)
    await anna.put(`/api/blocks/${carla.uid}`)
    const answer = await report(anna, { kind: 'message', id: reported.id })
    await bruno.delete(`/api/chat/generale/messages/${reported.sequence}`)
    const snapshot = await snapshotOf(answer)
    expect(snapshot).toMatchObject({ conversationId: 'generale', sequence: reported.sequence })
    expect(textsOf(snapshot)).toEqual([
      ...[3, 4, 6, 7, 8, 9, 10, 11, 12].map((index) => `prima ${index}`),
      `ecco @${anna.name}`,
      ...[1, 2, 3, 4, 5].map((index) => `dopo ${index}`),
    ])
  })

  it('of a private chat has what is before the message, for its two members alone (S-01)', async () => {
    const [anna, bruno, carla] = await newcomers()
    await befriend(anna, bruno)
    const id = await openPrivateChat(anna, bruno)
    await send(anna, 'prima', id)
    const reported = await send(bruno, 'ecco', id)
    await send(bruno, 'dopo', id)
    const subject = { kind: 'message', id: reported.id } as const
    expect(await refusalOf(await report(carla, subject))).toEqual([404, 'reports.subject_not_found'])
    expect(textsOf(await snapshotOf(await report(anna, subject)))).toEqual(['prima', 'ecco'])
  })

  it('of a profile has the fields that the reporter sees, of an event its text', async () => {
    const [anna, bruno, carla] = await newcomers()
    await bruno.patch('/api/profiles/me', { bio: 'una bio', telefono: '+39 055 123' })
    await befriend(anna, bruno)
    const subject = { kind: 'member', id: bruno.uid } as const
    const fields = async (by: Member) => {
      const snapshot = await snapshotOf(await report(by, subject))
      return snapshot.kind === 'member' ? snapshot.fields : {}
    }
    expect(await fields(anna)).toMatchObject({ bio: 'una bio', email: bruno.email })
    expect(Object.keys(await fields(carla))).toEqual(['displayName'])
    const event = await createEvent(bruno, { title: 'Da segnalare' })
    const snapshot = await snapshotOf(await report(carla, { kind: 'event', id: event.id }))
    expect(snapshot).toMatchObject({ name: 'Da segnalare', fields: { title: 'Da segnalare' } })
    await anna.put(`/api/blocks/${carla.uid}`)
    expect(await refusalOf(await report(carla, { kind: 'member', id: anna.uid }))).toEqual([
      404,
      'reports.subject_not_found',
    ])
  })

  it('has the text or the report is refused, when its author deletes the message at once', async () => {
    const [anna, bruno] = await newcomers()
    const messages = await Promise.all(Array.from({ length: 8 }, () => send(bruno, 'in gara')))
    const answers = await Promise.all(
      messages.map(async ({ id, sequence }) => {
        const [answer] = await Promise.all([
          report(anna, { kind: 'message', id }),
          bruno.delete(`/api/chat/generale/messages/${sequence}`),
        ])
        return { answer, sequence }
      }),
    )
    for (const { answer, sequence } of answers) {
      if (answer.status === 404) continue
      expect(answer.status).toBe(201)
      const snapshot = await snapshotOf(answer)
      const kept = snapshot.kind === 'message' && snapshot.messages.find((one) => one.sequence === sequence)
      expect(kept).toMatchObject({ text: 'in gara', uid: bruno.uid })
    }
  })
})
