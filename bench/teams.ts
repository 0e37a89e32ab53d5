/**
 * Teams: the list of those that look for members, a team's page and the boards of an event, where there are ten thousand teams of which
 * five hundred have entered the event. Reference in the same run: the same where there are five. Budget: 1.5.
 */
import { crowdUid } from '@covo/testing/crowd'
import pg from 'pg'
import { median } from './support/figures.ts'
import { load } from './support/load.ts'
import { signedInMembers } from './support/members.ts'
import { report } from './support/report.ts'
import { type MeasuredServer, withServer } from './support/server.ts'

const [members, teams, entries, few] = [10_000, 10_000, 500, 5]
const eventId = uuid(0)

/** Of an event, and of the teams from 1 on. */
function uuid(number: number): string {
  return `00000000-0000-4000-8000-${String(number).padStart(12, '0')}`
}

await withServer({}, async (server) => {
  const [cookie = ''] = await signedInMembers(server.connection, 1, 1000, members)
  const client = new pg.Client(server.connection)
  await client.connect()
  await client.query('set statement_timeout = 0')
  try {
    await client.query(
      `insert into events (id, title, description, starts_at, ends_at, link, category, duration, organizer_id)
       values ($1, 'Gara', '', now() + interval '1 day', now() + interval '2 days', '', 'ctf', '', $2)`,
      [eventId, crowdUid(members - 1)],
    )
    await makeTeams(client, 1, few)
    await client.query('vacuum analyze')
    await measure(server, cookie)
    const reference = await measure(server, cookie)
    await makeTeams(client, few + 1, teams)
    await client.query('vacuum analyze')
    for (const [what, own] of await measure(server, cookie)) {
      const before = reference.get(what) ?? 0
      const ratio = own / before
      report({
        what: `${what} where there are ${teams} teams, ${entries} of them at the event: median`,
        covo: `${own.toFixed(2)} ms`,
        reference: `${before.toFixed(2)} ms where there are ${few}`,
        ratio: ratio.toFixed(2),
        budget: '≤ 1.5',
        isMet: ratio <= 1.5,
      })
    }
  } finally {
    await client.end()
  }
})

/** Teams of one member each, who plays and leads; every second one looks for members. For each that enters somebody else looks for a team. */
async function makeTeams(client: pg.Client, from: number, to: number): Promise<void> {
  const numbers = Array.from({ length: to - from + 1 }, (_, index) => from + index)
  const rows = [numbers.map(uuid), numbers.map((number) => crowdUid(number % members))]
  await client.query('begin')
  await client.query(
    `insert into conversations (id, kind) select 'squadra-' || id, 'team' from unnest($1::uuid[]) id`,
    [rows[0]],
  )
  await client.query(
    `insert into teams (id, name, presentation, folded, maximum, skills, looking_until, ctftime_id, captain_id)
     select id, 'Squadra ' || $3 + place, 'Giochiamo', 'squadra ' || $3 + place, 5, '{Web}',
       case when place % 2 = 0 then now() + interval '30 days' end, '', captain
     from unnest($1::uuid[], $2::uuid[]) with ordinality as made (id, captain, place)`,
    [...rows, from],
  )
  await client.query(
    `insert into memberships (conversation_id, user_id, read_up_to)
     select 'squadra-' || id, captain, 0 from unnest($1::uuid[], $2::uuid[]) as made (id, captain)`,
    rows,
  )
  const entered = rows.map((column) => column.slice(0, Math.max(0, entries - from + 1)))
  await client.query(
    `insert into team_entries (event_id, team_id) select $2, id from unnest($1::uuid[]) id`,
    [entered[0], eventId],
  )
  const seekers = numbers.slice(0, entered[0]?.length).map((number) => crowdUid(teams / 2 + number))
  await client.query(
    `insert into event_participants (event_id, user_id) select $2, uid from unnest($1::uuid[]) uid`,
    [[...(entered[1] ?? []), ...seekers], eventId],
  )
  await client.query(
    `insert into event_seekers (event_id, user_id, text) select $2, uid, 'Gioco volentieri' from unnest($1::uuid[]) uid`,
    [seekers, eventId],
  )
  await client.query(
    `insert into team_lineups (event_id, team_id, user_id)
     select $3, id, captain from unnest($1::uuid[], $2::uuid[]) as made (id, captain)`,
    [...entered, eventId],
  )
  await client.query('commit')
}

async function measure({ port }: MeasuredServer, Cookie: string): Promise<Map<string, number>> {
  const paths = {
    'the list of teams': '/api/teams',
    'a search among teams': '/api/teams?search=squadra',
    "a team's page": `/api/teams/${uuid(2)}`,
    'the board of teams': `/api/events/${eventId}/teams`,
    'the board of people': `/api/events/${eventId}/looking`,
  }
  const medians = new Map<string, number>()
  for (const [what, path] of Object.entries(paths))
    medians.set(
      what,
      median((await load({ port, path, headers: { Cookie } }, { connections: 1, seconds: 2 })).times),
    )
  return medians
}
