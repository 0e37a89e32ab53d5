import { randomUUID } from 'node:crypto'
import type { Team, TeamCode } from '@covo/contract/teams/teams.routes'
import { createEvent } from '@covo/testing/member-actions'
import { type Call, type Samples, withScopes } from './sample.ts'
import type { Person, World } from './world.ts'

const refuses = { stranger: 403, pending: 403, friend: 403, moderator: 403 }

/** A call of the captain's about somebody who asks the world's team to be let in. */
async function ofRequest(world: World): Promise<Call> {
  const asking = await world.newcomer()
  await asking.post(`/api/teams/${world.teamId}/requests`, { text: '' })
  return { at: { uid: asking.uid } }
}

async function invitedBy({ newcomer, members, teamId }: World): Promise<Person> {
  const invited = await newcomer()
  await members.owner.put(`/api/teams/${teamId}/invited/${invited.uid}`)
  return invited
}

async function newCode({ members, teamId }: World): Promise<string> {
  const answer = await members.owner.post(`/api/teams/${teamId}/invitation`)
  return ((await answer.json()) as TeamCode).code ?? ''
}

/** A new hackathon of the owner's. */
async function newHackathon({ members }: World): Promise<string> {
  return (await createEvent(members.owner, { category: 'hackathon' })).id
}

/** A new hackathon and the world's team, which the friend hands back where another call has made them its captain. */
async function ofCaptain(world: World): Promise<{ at: { eventId: string } }> {
  const { owner, friend } = world.members
  await friend.put(`/api/teams/${world.teamId}/captain`, { uid: owner.uid })
  return { at: { eventId: await newHackathon(world) } }
}

/** Somebody new who takes part in a new hackathon, which their team has entered. */
async function ofPlayer(
  world: World,
): Promise<Call & { by: Person; at: { teamId: string; eventId: string } }> {
  const [by, eventId] = [await world.newcomer(), await newHackathon(world)]
  await by.put(`/api/events/${eventId}/participation`)
  const answer = await by.post('/api/teams', { ...newTeam(), eventId })
  return { by, at: { teamId: ((await answer.json()) as Team).id, eventId } }
}

function newTeam() {
  return {
    name: `Squadra ${randomUUID().slice(0, 8)}`,
    presentation: '',
    maximum: 5,
    skills: ['Web'],
    isLooking: true,
    ctftimeId: '',
  }
}

export const teamSamples: Samples = {
  ...withScopes('events', {
    'GET /api/teams': {},
    'GET /api/teams/own': {},
    'GET /api/teams/{teamId}': {},
    'GET /api/events/{eventId}/teams': {},
    'GET /api/events/{eventId}/looking': {},
  }),
  'POST /api/teams': {
    call: async ({ newcomer }) => ({ by: await newcomer(), body: newTeam() }),
  },
  'PATCH /api/teams/{teamId}': {
    call: async ({ members, teamId }) => {
      const { version } = await members.owner.read<Team>(`/api/teams/${teamId}`)
      return { body: { version, presentation: randomUUID() } }
    },
    refuses,
  },
  'POST /api/teams/{teamId}/requests': {
    call: async ({ newcomer }) => ({ by: await newcomer(), body: { text: 'ciao' } }),
  },
  'DELETE /api/teams/{teamId}/requests': {
    call: async ({ newcomer, teamId }) => {
      const asking = await newcomer()
      await asking.post(`/api/teams/${teamId}/requests`, { text: '' })
      return { by: asking }
    },
  },
  'POST /api/teams/{teamId}/requests/{uid}/accept': { call: ofRequest, refuses },
  'POST /api/teams/{teamId}/requests/{uid}/reject': { call: ofRequest, refuses },
  'PUT /api/teams/{teamId}/invited/{uid}': {
    call: async ({ newcomer }) => ({ at: { uid: (await newcomer()).uid } }),
    refuses,
  },
  'POST /api/teams/{teamId}/invited/accept': { call: async (world) => ({ by: await invitedBy(world) }) },
  'POST /api/teams/{teamId}/invited/reject': { call: async (world) => ({ by: await invitedBy(world) }) },
  'GET /api/teams/{teamId}/invitation': { refuses },
  'POST /api/teams/{teamId}/invitation': { refuses },
  'POST /api/teams/code': { call: async (world) => ({ body: { code: await newCode(world) } }) },
  'POST /api/teams/join': {
    call: async (world) => ({ by: await world.newcomer(), body: { code: await newCode(world) } }),
  },
  'DELETE /api/teams/{teamId}/members/{uid}': {
    call: async (world) => {
      const joined = await world.newcomer()
      await joined.post('/api/teams/join', { code: await newCode(world) })
      return { at: { uid: joined.uid } }
    },
    refuses,
  },
  'PUT /api/teams/{teamId}/captain': {
    // The friend, who hands the team back before the next call.
    call: async ({ members: { owner, friend }, teamId }) => {
      await friend.put(`/api/teams/${teamId}/captain`, { uid: owner.uid })
      return { body: { uid: friend.uid } }
    },
    refuses,
  },
  'PUT /api/teams/{teamId}/events/{eventId}': {
    call: ofCaptain,
    refuses,
  },
  'DELETE /api/teams/{teamId}/events/{eventId}': {
    call: async (world) => {
      const call = await ofCaptain(world)
      await world.members.owner.put(`/api/teams/${world.teamId}/events/${call.at.eventId}`)
      return call
    },
    refuses,
  },
  'PUT /api/teams/{teamId}/events/{eventId}/lineup': { call: ofPlayer },
  'DELETE /api/teams/{teamId}/events/{eventId}/lineup': {
    call: async (world) => {
      const call = await ofPlayer(world)
      await call.by.put(`/api/teams/${call.at.teamId}/events/${call.at.eventId}/lineup`)
      return call
    },
  },
  'PUT /api/events/{eventId}/looking': {
    call: async (world) => ({ ...(await ofPlayer(world)), body: { text: 'Gioco web.' } }),
  },
  'DELETE /api/events/{eventId}/looking': {
    call: async (world) => {
      const call = await ofPlayer(world)
      await call.by.put(`/api/events/${call.at.eventId}/looking`, { text: '' })
      return call
    },
  },
}
