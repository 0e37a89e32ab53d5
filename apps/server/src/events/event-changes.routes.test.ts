import { randomUUID } from 'node:crypto'
import type { EventUpdatePage } from '@covo/contract/events/event-changes.routes'
import type { Event, EventDetails } from '@covo/contract/events/events.routes'
import { befriend, createEvent } from '@covo/testing/member-actions'
import { refusalOf } from '@covo/testing/refusal'
import type { Visitor } from '@covo/testing/visitor'
import { describe, expect, it } from 'vitest'
import { runTestApp, unlimited } from '../../test/test-app.ts'

const app = runTestApp({ limits: unlimited })

const patch = (visitor: Visitor, id: string, body: object) => visitor.patch(`/api/events/${id}`, body)
const cancel = (visitor: Visitor, id: string, version: number, reason = 'Piove.') =>
  visitor.post(`/api/events/${id}/cancel`, { version, reason })
const restore = (visitor: Visitor, id: string, version: number) =>
  visitor.post(`/api/events/${id}/restore`, { version })
const join = (visitor: Visitor, id: string) => visitor.put(`/api/events/${id}/participation`)
const read = (visitor: Visitor, id: string) => visitor.read<EventDetails>(`/api/events/${id}`)
const history = (visitor: Visitor, id: string) => visitor.read<EventUpdatePage>(`/api/events/${id}/updates`)

describe('an edit', () => {
  it('changes the named fields, makes a version and one row of history, and is published', async () => {
    const [anna, bruno] = [await app.as('anna'), await app.as('bruno')]
    const event = await createEvent(anna, { title: 'Prima' })
    await join(bruno, event.id)
    const live = app.live(bruno)
    await live.watch('events:all')
    const edit = { title: ' Dopo ', description: 'Nuova', ctftimeId: '2345' }
    const answer = await patch(anna, event.id, { version: 0, ...edit })
    expect(answer.status).toBe(200)
    const edited = (await answer.json()) as Event
    expect(edited).toMatchObject({ ...edit, title: 'Dopo', version: 1, participantsCount: 1 })
    const { isParticipating: _, participation: __, canManage: ___, ...shown } = edited
    expect(await live.receive('events.changed')).toEqual({
      type: 'events.changed',
      event: shown,
      updateNumber: 1,
      isWeighty: true,
    })
    expect((await history(app.visit(), event.id)).updates).toMatchObject([
      {
        number: 1,
        kind: 'edited',
        authorName: 'Anna Bassi',
        isWeighty: true,
        changes: [
          { field: 'title', before: 'Prima', after: 'Dopo' },
          { field: 'description', before: null, after: null },
          { field: 'ctftimeId', before: '', after: '2345' },
        ],
      },
    ])
    expect(await read(app.visit(), event.id)).toMatchObject({
      updateNumber: 1,
      canManage: false,
      isOwner: false,
    })
    live.close()
  })

  it('without a difference is no version, of an older one is refused, and keeps the start from before', async () => {
    const anna = await app.as('anna')
    const { id, title, dateTime } = await createEvent(anna)
    expect(await (await patch(anna, id, { version: 0, title })).json()).toMatchObject({ version: 0 })
    const later = new Date(Date.parse(dateTime) + 60_000).toISOString()
    expect((await patch(anna, id, { version: 0, dateTime: later })).status).toBe(200)
    expect(await refusalOf(patch(anna, id, { version: 0, title: 'Altro' }))).toEqual([
      409,
      'events.changed_meanwhile',
    ])
    expect(await read(anna, id)).toMatchObject({
      title,
      version: 1,
      previousDateTime: dateTime,
      isOwner: true,
      hadParticipants: false,
    })
  })

  it('is refused with fields that break a rule, and of no event', async () => {
    const anna = await app.as('anna')
    const { id } = await createEvent(anna)
    expect(await refusalOf(patch(anna, id, { version: 0, link: 'javascript:alert(1)' }))).toEqual([
      422,
      'events.link_invalid',
    ])
    expect(await refusalOf(patch(anna, randomUUID(), { version: 0 }))).toEqual([404, 'events.not_found'])
    expect((await read(anna, id)).version).toBe(0)
  })

  it('of the seats lets in the queue', async () => {
    const [anna, bruno, carla] = [await app.as('anna'), await app.as('bruno'), await app.as('carla')]
    const { id } = await createEvent(anna, { capacity: 1 })
    await join(bruno, id)
    await join(carla, id)
    const live = app.live(carla)
    await live.watch('events:all')
    expect(await (await patch(anna, id, { version: 0, capacity: 2 })).json()).toMatchObject({
      participantsCount: 2,
      waitingCount: 0,
    })
    expect(await live.receive('events.own_participation_changed')).toMatchObject({ participation: 'joined' })
    live.close()
  })
})

describe('a cancelled event', () => {
  it('says why, lets nobody in or out, is no next one, and is restored as it was', async () => {
    const [anna, bruno] = [await app.as('anna'), await app.as('bruno')]
    const { id } = await createEvent(anna)
    await join(bruno, id)
    expect(await refusalOf(cancel(anna, id, 0, ' '))).toEqual([422, 'events.reason_missing'])
    expect(await (await cancel(anna, id, 0)).json()).toMatchObject({
      status: 'cancelled',
      cancelReason: 'Piove.',
      version: 1,
    })
    expect(await refusalOf(cancel(anna, id, 1))).toEqual([409, 'events.cancelled'])
    expect(await refusalOf(patch(anna, id, { version: 1, title: 'Altro' }))).toEqual([
      409,
      'events.cancelled',
    ])
    for (const method of ['PUT', 'DELETE'])
      expect(await refusalOf(bruno.fetch(`/api/events/${id}/participation`, { method }))).toEqual([
        409,
        'events.cancelled',
      ])
    const next = (await (await anna.fetch('/api/events/next')).json()) as { event: Event | null }
    expect(next.event?.id).not.toBe(id)
    const calendar = await (await app.visit().fetch(`/eventi/${id}.ics`)).text()
    expect(calendar).toContain('STATUS:CANCELLED')
    expect(calendar).toContain('SEQUENCE:1')
    expect(calendar).toContain('SUMMARY:Annullato: ')

    expect(await refusalOf(restore(anna, id, 0))).toEqual([409, 'events.changed_meanwhile'])
    expect(await (await restore(anna, id, 1)).json()).toMatchObject({
      status: 'planned',
      cancelReason: '',
      version: 2,
      participantsCount: 1,
    })
    expect((await history(bruno, id)).updates.map(({ kind, text }) => [kind, text])).toEqual([
      ['restored', ''],
      ['cancelled', 'Piove.'],
    ])
  })
})

it('an event is deleted only if nobody has ever joined', async () => {
  const [anna, bruno] = [await app.as('anna'), await app.as('bruno')]
  const [{ id }, joined] = [await createEvent(anna), await createEvent(anna)]
  await join(bruno, joined.id)
  await bruno.delete(`/api/events/${joined.id}/participation`)
  expect(await refusalOf(anna.delete(`/api/events/${joined.id}`))).toEqual([409, 'events.has_participants'])
  expect((await anna.delete(`/api/events/${id}`)).status).toBe(204)
  expect(await refusalOf(anna.delete(`/api/events/${id}`))).toEqual([404, 'events.not_found'])
  expect(await refusalOf(join(bruno, id))).toEqual([404, 'events.not_found'])
})

it('a message is sent once, and read by participants and organizers', async () => {
  const [anna, bruno, carla] = [await app.as('anna'), await app.as('bruno'), await app.as('carla')]
  const { id } = await createEvent(anna)
  await join(bruno, id)
  const message = { clientId: randomUUID(), text: ' Portate il portatile. ' }
  const path = `/api/events/${id}/updates`
  for (const status of [201, 200]) {
    const answer = await anna.post(path, message)
    expect(answer.status).toBe(status)
    expect(await answer.json()).toMatchObject({
      recipientsCount: 1,
      update: { number: 1, kind: 'message', text: 'Portate il portatile.' },
    })
  }
  expect(await refusalOf(anna.post(path, { clientId: randomUUID(), text: '' }))).toEqual([
    422,
    'events.message_empty',
  ])
  expect((await history(bruno, id)).updates).toHaveLength(1)
  for (const other of [carla, app.visit()]) expect((await history(other, id)).updates).toEqual([])
  expect((await carla.fetch(`${path}?cursor=x`)).status).toBe(400)
})

const limited = runTestApp({ limits: { eventMessages: { points: 5, seconds: 3600 } } })

it('a message counts once, though it comes several times at once', async () => {
  const [anna, bruno] = [await limited.as('anna'), await limited.as('bruno')]
  const { id } = await createEvent(anna)
  await join(bruno, id)
  const send = (clientId: string) =>
    anna.post(`/api/events/${id}/updates`, { clientId, text: 'Portate un cavo.' })
  const clientId = randomUUID()
  const answers = await Promise.all(Array.from({ length: 4 }, () => send(clientId)))
  expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 200, 200, 201])
  for (let round = 0; round < 4; round += 1) expect((await send(randomUUID())).status).toBe(201)
  expect(await refusalOf(send(randomUUID()))).toEqual([429, 'events.too_many_messages'])
})

describe('organizers', () => {
  it('are shown with their photos to members alone', async () => {
    const [anna, bruno] = [await app.as('anna'), await app.as('bruno')]
    const photoURL = '/api/photos/00000000-0000-4000-8000-00000000f070'
    await app.database.updateTable('users').set({ photo_url: photoURL }).where('id', '=', anna.uid).execute()
    const { id } = await createEvent(anna)
    const named = { uid: anna.uid, displayName: (await read(anna, id)).organizerName }
    expect((await read(bruno, id)).organizers).toEqual([{ ...named, photoURL }])
    expect((await read(app.visit() as Visitor, id)).organizers).toEqual([named])
    await app.database.updateTable('users').set({ photo_url: null }).where('id', '=', anna.uid).execute()
    expect((await read(bruno, id)).organizers).toEqual([named])
  })

  it('are added by the owner out of friends and participants, do the same, and leave', async () => {
    const [anna, bruno, carla] = [await app.as('anna'), await app.as('bruno'), await app.as('carla')]
    const { id } = await createEvent(anna)
    const at = (uid: string) => `/api/events/${id}/organizers/${uid}`
    expect(await refusalOf(anna.put(at(bruno.uid)))).toEqual([404, 'events.not_candidate'])
    await join(bruno, id)
    const candidates = await anna.fetch(`/api/events/${id}/organizers/candidates?search=bru`)
    expect(await candidates.json()).toMatchObject({ people: [{ uid: bruno.uid }] })
    for (const _ of [1, 2]) expect((await anna.put(at(bruno.uid))).status).toBe(204)
    expect(await read(bruno, id)).toMatchObject({
      canManage: true,
      isOwner: false,
      organizers: [{ uid: anna.uid }, { uid: bruno.uid }],
    })
    expect(await refusalOf(bruno.delete(`/api/events/${id}/participation`))).toEqual([
      403,
      'events.organizer_cannot_participate',
    ])
    expect((await patch(bruno, id, { version: 0, title: 'Nostra' })).status).toBe(200)
    expect(await refusalOf(bruno.put(at(carla.uid)))).toEqual([403, 'events.not_organizer'])
    expect(await refusalOf(anna.delete(at(anna.uid)))).toEqual([409, 'events.owner_cannot_leave'])
    expect((await bruno.delete(at(bruno.uid))).status).toBe(204)
    expect(await refusalOf(patch(bruno, id, { version: 1, title: 'Mia' }))).toEqual([
      403,
      'events.not_organizer',
    ])
  })

  it('get the event handed over, and the former owner stays one', async () => {
    const [dario, carla] = [await app.as('dario'), await app.as('carla')]
    await befriend(dario, carla)
    const { id } = await createEvent(dario)
    const handOver = () => dario.put(`/api/events/${id}/owner`, { uid: carla.uid })
    expect(await refusalOf(handOver())).toEqual([404, 'events.not_candidate'])
    await dario.put(`/api/events/${id}/organizers/${carla.uid}`)
    expect((await handOver()).status).toBe(204)
    expect(await read(dario, id)).toMatchObject({
      canManage: true,
      isOwner: false,
      organizerId: carla.uid,
      version: 1,
    })
    expect(await refusalOf(handOver())).toEqual([403, 'events.not_organizer'])
    const [update] = (await history(app.visit(), id)).updates
    expect(update).toMatchObject({ kind: 'handed_over', isWeighty: false, changes: [] })
    expect(update?.ownerName).not.toBeNull()
  })
})
