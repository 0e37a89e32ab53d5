import { befriend } from '@covo/testing/member-actions'
import { type Member, visit } from '@covo/testing/visitor'
import { sql } from 'kysely'
import { beforeAll, expect, it, vi } from 'vitest'
import { runTestApp } from '../../test/test-app.ts'

const app = runTestApp()

let anna: Member
let bruno: Member
let carla: Member

async function onlineFor(viewer: Member): Promise<string[]> {
  const answer = await viewer.fetch('/api/friends/presence')
  expect(answer.status).toBe(200)
  return ((await answer.json()) as { online: string[] }).online
}

const show = (by: Member, showPresence: boolean) => by.put('/api/settings/privacy', { showPresence })

/** Resolves when the connected members are noted: at the latest two seconds after they came. */
const noted = (members: Member[]) =>
  vi.waitFor(
    async () => {
      const { rows } = await sql<{ uid: string }>`select user_id as uid from presences`.execute(app.database)
      expect(rows.map(({ uid }) => uid).toSorted()).toEqual(members.map(({ uid }) => uid).toSorted())
    },
    { timeout: 120_000 },
  )

beforeAll(async () => {
  ;[anna, bruno, carla] = [await app.as('anna'), await app.as('bruno'), await app.as('carla')]
  await befriend(anna, bruno)
})

it('shows friends who are connected at any process, and nobody else', async () => {
  expect(await onlineFor(anna)).toEqual([])
  const second = await app.startAnother()
  await app.live(visit(second, { cookie: bruno.cookie() })).receive('live.welcome')
  await app.live(carla).receive('live.welcome')
  await noted([bruno, carla])
  expect(await onlineFor(anna)).toEqual([bruno.uid])
  // Neither strangers nor oneself, nor unconnected friends.
  expect([await onlineFor(bruno), await onlineFor(carla)]).toEqual([[], []])
})

it('is two-way: a member who hides it does not see it', async () => {
  await app.live(anna).receive('live.welcome')
  await noted([anna, bruno, carla])
  expect([await onlineFor(anna), await onlineFor(bruno)]).toEqual([[bruno.uid], [anna.uid]])
  await show(bruno, false)
  expect([await onlineFor(anna), await onlineFor(bruno)]).toEqual([[], []])
  await show(bruno, true)
  expect([await onlineFor(anna), await onlineFor(bruno)]).toEqual([[bruno.uid], [anna.uid]])
})

it('counts those as away who were not noted for 75 seconds, and former friends not at all', async () => {
  const age = (seconds: number) =>
    sql`update presences set seen_at = now() - make_interval(secs => ${seconds}) where user_id = ${bruno.uid}`.execute(
      app.database,
    )
  await age(70)
  expect(await onlineFor(anna)).toEqual([bruno.uid])
  await age(76)
  expect(await onlineFor(anna)).toEqual([])
  await age(0)
  await anna.delete(`/api/friends/${bruno.uid}`)
  expect([await onlineFor(anna), await onlineFor(bruno)]).toEqual([[], []])
})
