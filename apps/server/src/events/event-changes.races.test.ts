import type { EventDetails } from '@covo/contract/events/events.routes'
import { createEvent } from '@covo/testing/member-actions'
import { type Visitor, visit } from '@covo/testing/visitor'
import { beforeAll, expect, it } from 'vitest'
import { runTestApp, unlimited } from '../../test/test-app.ts'

const app = runTestApp({ limits: unlimited })
const rounds = 15

let anna: Visitor
let annaElsewhere: Visitor
let bruno: Visitor & { uid: string }

beforeAll(async () => {
  const elsewhere = await app.startAnother()
  anna = await app.as('anna')
  annaElsewhere = visit(elsewhere, { cookie: anna.cookie() })
  bruno = await app.as('bruno')
})

const create = async (changes: object = {}) => (await createEvent(anna, changes)).id
const edit = (visitor: Visitor, id: string, title: string) =>
  visitor.patch(`/api/events/${id}`, { version: 0, title })
const join = (id: string) => bruno.put(`/api/events/${id}/participation`)
const read = (id: string) => anna.read<EventDetails>(`/api/events/${id}`)

/** The statuses of two requests at once, for each round. */
async function race(
  act: (id: string) => Promise<Response>[],
  check: (statuses: number[], id: string) => unknown,
  changes: object = {},
): Promise<void> {
  for (let round = 0; round < rounds; round += 1) {
    const id = await create(changes)
    const answers = await Promise.all(act(id))
    await check(
      answers.map(({ status }) => status),
      id,
    )
  }
}

it('of two edits of one version, one is stored', async () => {
  await race(
    (id) => [edit(anna, id, 'Una'), edit(annaElsewhere, id, 'Altra')],
    async (statuses, id) => {
      expect(statuses.toSorted()).toEqual([200, 409])
      const { title, version, updateNumber } = await read(id)
      expect([title, version, updateNumber]).toEqual([statuses[0] === 200 ? 'Una' : 'Altra', 1, 1])
    },
  )
})

it('an edit and a deletion leave nothing', async () => {
  await race(
    (id) => [edit(anna, id, 'Una'), annaElsewhere.delete(`/api/events/${id}`)],
    async ([edited, deleted], id) => {
      expect(deleted).toBe(204)
      expect([200, 404]).toContain(edited)
      expect((await anna.fetch(`/api/events/${id}`)).status).toBe(404)
    },
  )
})

it('of a deletion and the first join, one loses', async () => {
  await race(
    (id) => [annaElsewhere.delete(`/api/events/${id}`), join(id)],
    (statuses) => expect([[204, 404].join(), [409, 200].join()]).toContain(statuses.join()),
  )
})

it('the last seat and a cancellation leave nobody with half of either', async () => {
  await race(
    (id) => [join(id), annaElsewhere.post(`/api/events/${id}/cancel`, { version: 0, reason: 'Piove.' })],
    async ([joined, cancelled], id) => {
      expect(cancelled).toBe(200)
      expect([200, 409]).toContain(joined)
      const { status, participantsCount } = await read(id)
      expect([status, participantsCount]).toEqual(['cancelled', joined === 200 ? 1 : 0])
    },
    { capacity: 1 },
  )
})

it('a hand-over and the removal of the same organizer leave one owner', async () => {
  for (let round = 0; round < rounds; round += 1) {
    const id = await create()
    await join(id)
    expect((await anna.put(`/api/events/${id}/organizers/${bruno.uid}`)).status).toBe(204)
    const [handed, removed] = await Promise.all([
      anna.put(`/api/events/${id}/owner`, { uid: bruno.uid }),
      annaElsewhere.delete(`/api/events/${id}/organizers/${bruno.uid}`),
    ])
    // The second request is refused: its sender is no longer the owner, or the new owner no longer an organizer.
    expect([
      [204, 403],
      [404, 204],
    ]).toContainEqual([handed.status, removed.status])
    expect((await read(id)).organizers).toHaveLength(handed.status === 204 ? 2 : 1)
  }
})
