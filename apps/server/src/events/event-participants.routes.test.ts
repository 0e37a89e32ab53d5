import type { ParticipantPage } from '@covo/contract/events/event-participants.routes'
import { befriend, createEvent } from '@covo/testing/member-actions'
import type { Member } from '@covo/testing/visitor'
import { sql } from 'kysely'
import { expect, it } from 'vitest'
import { runTestApp } from '../../test/test-app.ts'

const app = runTestApp()
const newcomer = () => app.newcomer()

const join = (member: Member, id: string) => member.put(`/api/events/${id}/participation`)
const show = (member: Member, showParticipation: boolean) =>
  member.put('/api/settings/privacy', { showParticipation })
const pathOf = (id: string, query = '') => `/api/events/${id}/participants${query}`

async function seenBy(member: Member, id: string, query = '') {
  const { people, hidden } = await member.read<ParticipantPage>(pathOf(id, query))
  return { uids: people.map(({ uid }) => uid), hidden }
}

it('shows organizers all, friends and other participants those who let them, and strangers nobody', async () => {
  const [organizer, open, shy, late] = [
    await newcomer(),
    await newcomer(),
    await newcomer(),
    await newcomer(),
  ]
  const [friend, stranger] = [await newcomer(), await newcomer()]
  const { id } = await createEvent(organizer)
  await show(shy, false)
  for (const member of [open, shy, late]) await join(member, id)
  await befriend(friend, late)
  await befriend(friend, shy)
  const all = [open.uid, shy.uid, late.uid]
  expect(await seenBy(organizer, id)).toEqual({ uids: all, hidden: 0 })
  expect(await seenBy(stranger, id)).toEqual({ uids: [], hidden: 3 })
  expect(await seenBy(friend, id)).toEqual({ uids: [late.uid], hidden: 2 })
  // Oneself and friends come first.
  expect(await seenBy(open, id)).toEqual({ uids: [open.uid, late.uid], hidden: 1 })
  expect(await seenBy(shy, id)).toEqual({ uids: [shy.uid, open.uid, late.uid], hidden: 0 })
  await befriend(open, late)
  await join(friend, id)
  expect((await seenBy(friend, id)).uids).toEqual([late.uid, friend.uid, open.uid])

  // One choice for all of a member's events, at once, published to open pages.
  const tab = app.live(stranger)
  await tab.watch('events:all')
  await show(shy, true)
  await tab.receive('events.people_changed', ({ eventId }) => eventId === id)
  expect((await seenBy(open, id)).uids).toContain(shy.uid)
  await show(late, false)
  expect((await seenBy(friend, id)).uids).not.toContain(late.uid)
  expect((await seenBy(organizer, id)).hidden).toBe(0)
  const [person] = (await organizer.read<ParticipantPage>(pathOf(id))).people
  expect(person).toEqual({ uid: open.uid, displayName: expect.stringContaining('Nuova'), photoURL: '' })
})

it('participants from before the choice are shown to organizers alone, or to nobody if the event was over', async () => {
  const [organizer, member, other] = [await newcomer(), await newcomer(), await newcomer()]
  const { id } = await createEvent(organizer)
  for (const one of [member, other]) await join(one, id)
  const set = (isShown: boolean | null) =>
    sql`update event_participants set is_shown = ${isShown} where event_id = ${id}`.execute(app.database)
  await set(false)
  expect(await seenBy(other, id)).toEqual({ uids: [other.uid], hidden: 1 })
  expect((await seenBy(organizer, id)).uids).toHaveLength(2)
  await set(null)
  expect(await seenBy(organizer, id)).toEqual({ uids: [], hidden: 2 })
  await show(member, true)
  expect(await seenBy(other, id)).toEqual({ uids: [other.uid], hidden: 1 })
})

it('shows organizers who waits, in the order of the queue, and a table of all', async () => {
  const [organizer, seated, first, second] = [
    await newcomer(),
    await newcomer(),
    await newcomer(),
    await newcomer(),
  ]
  const { id } = await createEvent(organizer, { capacity: 1, category: 'hackathon' })
  for (const one of [seated, first, second]) await join(one, id)
  const draft = { presentation: '', maximum: 5, skills: [], isLooking: false, ctftimeId: '' }
  const team = await seated.post('/api/teams', { ...draft, name: '=Volpi', eventId: id })
  await seated.put(`/api/teams/${((await team.json()) as { id: string }).id}/events/${id}/lineup`)
  expect(await seenBy(organizer, id, '?state=waiting')).toEqual({ uids: [first.uid, second.uid], hidden: 0 })
  expect((await seated.fetch(pathOf(id, '?state=waiting'))).status).toBe(403)
  expect((await seenBy(seated, id)).uids).toEqual([seated.uid])

  const table = await organizer.fetch(`/api/events/${id}/participants.csv`)
  expect(table.headers.get('content-type')).toBe('text/csv; charset=utf-8')
  expect(table.headers.get('content-disposition')).toBe('attachment; filename="partecipanti.csv"')
  const waiting = expect.stringMatching(/^"Nuova \d+";"in lista d'attesa";"\d\d\/\d\d\/\d{4} \d\d:\d\d";""$/)
  expect((await table.text()).split('\r\n')).toEqual([
    expect.stringContaining('"nome";"stato";"data";"squadra"'),
    expect.stringMatching(/^"Nuova \d+";"confermato";"\d\d\/\d\d\/\d{4} \d\d:\d\d";"'=Volpi"$/),
    waiting,
    waiting,
    '',
  ])
})

it('cuts a table that cannot be read to its end, rather than end it', async () => {
  const organizer = await newcomer()
  const { id } = await createEvent(organizer)
  await sql`alter table event_participants rename is_shown to gone`.execute(app.database)
  const table = organizer.fetch(`/api/events/${id}/participants.csv`)
  await expect(table).rejects.toThrow('aborted')
  await sql`alter table event_participants rename gone to is_shown`.execute(app.database)
})

it('comes in pages of 50, with the number of the unseen on the last', async () => {
  const [organizer, member] = [await newcomer(), await newcomer()]
  const { id } = await createEvent(organizer)
  await join(member, id)
  await sql`
    with crowd as (
      insert into users (id, email, display_name)
      select gen_random_uuid(), 'folla' || n || '@esempio.it', 'Folla ' || n from generate_series(1, 120) as n
      returning id
    ),
    numbered as (select id, row_number() over () as n from crowd),
    joined as (
      insert into event_participants (event_id, user_id, is_shown) select ${id}, id, n <= 110 from numbered
    )
    update events set participant_count = 121 where id = ${id}`.execute(app.database)
  const seen: string[] = []
  const hidden: (number | null)[] = []
  for (let cursor: string | null = ''; cursor !== null; ) {
    const page: ParticipantPage = await member.read(pathOf(id, cursor && `?cursor=${cursor}`))
    seen.push(...page.people.map(({ uid }) => uid))
    hidden.push(page.hidden)
    cursor = page.nextCursor
  }
  expect([seen.length, new Set(seen).size, seen[0]]).toEqual([111, 111, member.uid])
  expect(hidden).toEqual([null, null, 10])
  for (const cursor of ['x', Buffer.from('["2","2026-01-01T00:00:00Z","x","1"]').toString('base64url')])
    expect((await member.fetch(pathOf(id, `?cursor=${cursor}`))).status).toBe(400)
  expect((await member.fetch(pathOf(id, '?state=altri'))).status).toBe(400)
})
