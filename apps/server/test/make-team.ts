import type { Team, TeamCode } from '@covo/contract/teams/teams.routes'
import type { Visitor } from '@covo/testing/visitor'
import { expect } from 'vitest'

let made = 0

/** Makes a team of these members, the first of whom leads it; they enter in this order, by its code. `fields` replaces what the captain types. */
export async function makeTeam(
  [captain, ...others]: readonly Visitor[],
  fields: object = {},
): Promise<Team & { code: string }> {
  if (!captain) throw new Error('a team of nobody')
  made += 1
  const draft = { name: `Squadra di prova ${made}`, presentation: '', maximum: 50, skills: [], ctftimeId: '' }
  const answer = await captain.post('/api/teams', { ...draft, isLooking: true, ...fields })
  expect(answer.status).toBe(201)
  const team = (await answer.json()) as Team
  const code = await renewCode(captain, team.id)
  for (const other of others) expect((await other.post('/api/teams/join', { code })).status).toBe(200)
  return { ...team, code }
}

/** Makes a new code of a team, as its captain. */
export async function renewCode(captain: Visitor, teamId: string): Promise<string> {
  const answer = await captain.post(`/api/teams/${teamId}/invitation`)
  return ((await answer.json()) as TeamCode).code ?? ''
}
