/**
 * The cost of each read as the community grows: the same server on three databases, of which each has ten times the members
 * and messages of the one before. The smallest has as many events as a calendar shows at most, so that all answers are alike.
 * All are measured in one run, in turns, so that a noisy machine is noisy for all of them alike. Prints a table of medians and
 * their ratios to the smallest, and which tables were passed over as a whole. Budget: 1.5, by an index.
 */
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { privateConversationId } from '@covo/contract/chat/chat.rules'
import type { CalendarFeed } from '@covo/contract/events/calendar-feed.routes'
import { anna } from '@covo/testing/cast'
import { type CrowdSize, crowdUid, indexForSearch, loadCrowd } from '@covo/testing/crowd'
import { type Member, register } from '@covo/testing/visitor'
import pg from 'pg'
import { type RunningApp, startApp } from '../apps/server/src/app.ts'
import { readSettings } from '../apps/server/src/environment.ts'
import { openCluster } from '../apps/server/src/platform/database/cluster/cluster.ts'
import { encodeCursor } from '../apps/server/src/platform/database/cursor.ts'
import { type OpenDatabase, openDatabase } from '../apps/server/src/platform/database/database.ts'
import { migrate } from '../apps/server/src/platform/database/migrator.ts'
import { defaultLimits } from '../apps/server/src/platform/limits/limits.ts'
import { createLog } from '../apps/server/src/platform/log/log.ts'
import { median } from './support/figures.ts'
import { report } from './support/report.ts'

const sizes: CrowdSize[] = [
  { users: 1_000, events: 1_000, messages: 10_000 },
  { users: 10_000, events: 3_000, messages: 100_000 },
  { users: 100_000, events: 10_000, messages: 1_000_000 },
]
const unlimited = { points: 1_000_000, seconds: 1 }
const warmUps = 30
const rounds = 200
const friendCount = 50
const budget = 1.5
/** The ratio from which on a read is listed: below, runs differ by as much. */
const noticed = 1.15
/** In milliseconds. */
const month = 30 * 86_400_000

/** The reads of the specification's point 7, and the pages that they have become; those of a reader who has the answer are a 304. */
const reads: [name: string, path: (deployment: Deployment) => string, isUnchanged?: true][] = [
  ['own profile', () => '/api/profiles/me'],
  ['a member’s profile', () => `/api/profiles/${crowdUid(0)}`],
  ['next event', () => '/api/events/next'],
  [
    'events of a month',
    () =>
      `/api/events/period?from=${new Date().toISOString()}&to=${new Date(Date.now() + month).toISOString()}`,
  ],
  ['events, first page', () => '/api/events'],
  ['events of a category', () => '/api/events?filter=hackathon'],
  ['own events', () => '/api/events?filter=mine'],
  ['past events', () => '/api/events?filter=past'],
  ['events with a common word', () => '/api/events?search=kernel'],
  ['events with a rare word', () => '/api/events?search=numero%2040'],
  ['events with no such word', () => '/api/events?search=quadrifoglio'],
  [
    'an event like a new one',
    () => `/api/events/similar?title=Gara&link=https://esempio.it/nuovo&dateTime=${new Date().toISOString()}`,
  ],
  ['room, newest page', () => '/api/chat/generale/messages'],
  [
    'room, a page in the middle',
    ({ size: { messages } }) => `/api/chat/generale/messages?before=${messages / 2}`,
  ],
  [
    'room, around the middle',
    ({ size: { messages } }) => `/api/chat/generale/messages?around=${messages / 2}`,
  ],
  [
    'room, a page of replies',
    ({ size: { messages } }) => `/api/chat/generale/messages?after=${repliesFrom(messages)}&limit=50`,
  ],
  ['room, what was missed', ({ size: { messages } }) => `/api/chat/generale/messages?after=${messages - 20}`],
  ['room, 200 that changed', () => '/api/chat/generale/changes?after=0'],
  [
    'room, none that changed',
    ({ size: { messages } }) => `/api/chat/generale/changes?after=${messages / changedShare}`,
  ],
  [
    'own reactions of a page',
    ({ size: { messages } }) => `/api/chat/generale/reactions/own?from=${messages - 49}&to=${messages}`,
  ],
  [
    'who reacted',
    ({ size: { messages } }) => `/api/chat/generale/messages/${messages / 2}/reactions?reaction=eyes`,
  ],
  ['unread mentions', () => '/api/chat/mentions'],
  ['friends', () => '/api/friends'],
  ['friends filtered', () => '/api/friends?search=ama'],
  ['friends online', () => '/api/friends/presence'],
  ['friend counts', () => '/api/friends/counts'],
  ['first steps', () => '/api/home/first-steps'],
  ['friend requests', () => '/api/friends/requests'],
  ['sent requests', () => '/api/friends/requests/sent'],
  ['people with a common name', () => '/api/friends/search?query=marini'],
  ['people with a common letter', () => '/api/friends/search?query=a'],
  ['people with two letters that nobody has', () => '/api/friends/search?query=xq'],
  ['people by email', () => '/api/friends/search?query=i.77%40esem'],
  ['people by domain', () => '/api/friends/search?query=esempio.it'],
  ['people who are suggested', () => '/api/friends/suggestions'],
  ['people, nobody', () => '/api/friends/search?query=quadrifoglio'],
  ['messages with a common word', () => '/api/chat/search?query=messaggio&conversationId=generale'],
  [
    'messages with rare words',
    () => '/api/chat/search?query=%22messaggio%205000%3A%22&conversationId=generale',
  ],
  ['messages with no such word', () => '/api/chat/search?query=quadrifoglio&conversationId=generale'],
  ['messages of all chats', () => '/api/chat/search?query=quadrifoglio'],
  [
    'messages of a private chat',
    ({ member }) =>
      `/api/chat/search?query=ciao&conversationId=${privateConversationId(member.uid, crowdUid(0))}`,
  ],
  ['unread chats', () => '/api/chat/unread'],
  ['conversations', () => '/api/chat'],
  ['rooms of own events', () => '/api/rooms/own'],
  ['an event of many', ({ fullEvent }) => `/api/events/${fullEvent}`],
  ['who takes part', ({ fullEvent }) => `/api/events/${fullEvent}/participants`],
  [
    'who takes part, from the middle',
    ({ fullEvent, size }) => `/api/events/${fullEvent}/participants?cursor=${middleOf(size)}`,
  ],
  ['its history', ({ fullEvent }) => `/api/events/${fullEvent}/updates`],
  ['events to remind of', () => '/api/events/own'],
  ['notifications', () => '/api/notifications'],
  ['blocked people', () => '/api/blocks'],
  ['reports that wait', () => '/api/moderation/reports'],
  [
    'reports that wait, from the middle',
    ({ size }) => `/api/moderation/reports?cursor=${middleOfWaiting(size.users)}`,
  ],
  ['a report that waits', ({ size }) => `/api/moderation/reports/${crowdUid(size.users / 2)}`],
  ['appeals that wait', () => '/api/moderation/appeals'],
  [
    'appeals that wait, from the middle',
    ({ size }) => `/api/moderation/appeals?cursor=${middleOfWaiting(size.users)}`,
  ],
  ['log of moderation', () => '/api/moderation/log'],
  ['own account', () => '/api/account'],
  ['own devices', () => '/api/account/sessions'],
  ['state of the own archive', () => '/api/account/export'],
  ['personal calendar', ({ calendar }) => calendar],
  ['personal calendar, unchanged', ({ calendar }) => calendar, true],
  ['public calendar', () => '/eventi.ics'],
  ['feed of the newest events', () => '/eventi.atom'],
]

/** One of so many messages of the room has changed. */
const changedShare = 20

/** After it, 50 messages reply to others all over the room. */
const repliesFrom = (messages: number) => (messages * 3) / 4

/** When the first of the crowd joined the event; the others follow each a second later. */
const firstJoined = Date.UTC(2026, 0, 1)

/** The cursor of the page of people in the middle. */
function middleOf({ users }: CrowdSize): string {
  const joinedAt = new Date(firstJoined + (users / 2) * 1000).toISOString()
  return encodeCursor(['1', joinedAt, crowdUid(0), '50'])
}

/** The cursor of the page of reports or appeals in the middle. */
function middleOfWaiting(users: number): string {
  return encodeCursor([new Date(firstJoined + (users / 2) * 1000).toISOString(), crowdUid(0)])
}

type Deployment = {
  size: CrowdSize
  opened: OpenDatabase
  app: RunningApp
  member: Member
  /** The event in which half of the crowd takes part while the others wait. */
  fullEvent: string
  /** The path of the member's calendar. */
  calendar: string
}

async function build(
  connection: pg.ClientConfig & { database: string },
  size: CrowdSize,
): Promise<Deployment> {
  const log = createLog('silent')
  const opened = openDatabase(connection, log)
  await migrate(opened.database)
  // Connections of its own, since the load takes longer than any statement of the server may.
  const loading = new pg.Pool(connection)
  const client = await loading.connect()
  await loadCrowd(client, size, Date.now())
  client.release()
  const settings = {
    ...readSettings({}),
    port: 0,
    dataDirectory: join(tmpdir(), 'covo-bench'),
    secret: 'a secret for the bench, 32 letters',
    limits: {
      ...defaultLimits,
      userSearches: unlimited,
      messageSearches: unlimited,
      peopleFound: unlimited,
      peopleFoundByEmail: unlimited,
      emailSearches: unlimited,
      emailSearchesPerAddress: unlimited,
      profileViews: unlimited,
      feedReads: unlimited,
    },
  }
  const app = await startApp({ settings, database: opened.database, pool: opened.pool, redis: null, log })
  const member = await register(`http://localhost:${app.port}`, anna)
  const friends = Array.from({ length: friendCount }, (_, index) => crowdUid(index))
  await loading.query(
    `insert into friendships (user_id, friend_id)
     select $1::uuid, friend from unnest($2::uuid[]) as friend
     union all select friend, $1::uuid from unnest($2::uuid[]) as friend`,
    [member.uid, friends],
  )
  await loading.query('insert into presences (user_id, seen_at) select id, now() + $1 from users', ['1 hour'])
  await loading.query(
    `with changed as (
       update messages set change = sequence / $1 where conversation_id = 'generale' and sequence % $1 = 0
     )
     update conversations set changes = head / $1 where id = 'generale'`,
    [changedShare],
  )
  await addReactions(loading, member.uid, size.messages)
  await loading.query(
    `update messages set reply_to = 1 + (sequence - $1) * ($1 / 51)
     where conversation_id = 'generale' and sequence between $1 + 1 and $1 + 50`,
    [repliesFrom(size.messages)],
  )
  // A fiftieth of the room is for somebody, the newest 100 messages of them for the member.
  await loading.query(
    `insert into message_mentions (user_id, conversation_id, sequence)
     select case when sequence > $2 then $1::uuid else sender_id end, conversation_id, sequence
     from messages where conversation_id = 'generale' and sequence % 50 = 0`,
    [member.uid, size.messages - 5000],
  )
  await addChats(loading, member.uid, Math.max(100, size.users / 100))
  await addOthersChats(loading, size.users / 2)
  await addBlocks(loading, member.uid)
  await addModeration(loading, member.uid)
  const fullEvent = await addParticipants(loading, member.uid)
  const feed = (await (await member.post('/api/events/feed')).json()) as CalendarFeed
  await loading.query('vacuum analyze')
  await loading.end()
  return { size, opened, app, member, fullEvent, calendar: new URL(feed.url ?? '').pathname }
}

/**
 * Lets half of the crowd take part in one event while the others wait, and the member take part in 50 events. Of that event
 * there are as many changes as two pages of its history hold, and as many notifications of the member. Answers its id.
 */
async function addParticipants(pool: pg.Pool, uid: string): Promise<string> {
  const insert =
    'insert into event_participants (event_id, user_id, state, queue_number, is_shown, joined_at)'
  const { rows } = await pool.query<{ id: string }>(
    'select id from events where ends_at > now() order by starts_at limit 50',
  )
  const ids = rows.map(({ id }) => id)
  const fullEvent = ids[0] ?? ''
  await pool.query(`${insert} select id, $1, 'joined', null, true, now() from unnest($2::uuid[]) as id`, [
    uid,
    ids,
  ])
  await pool.query(
    `${insert}
     select $1, id, case when number % 2 = 0 then 'joined' else 'waiting' end,
       case when number % 2 = 1 then number end, true, $3::timestamptz + number * interval '1 second'
     from (select id, row_number() over () as number from users where id <> $2) as people`,
    [fullEvent, uid, new Date(firstJoined).toISOString()],
  )
  await pool.query(
    `update events set participant_count = counted.joined, waiting_count = counted.waiting, had_participants = true,
       capacity = counted.joined, update_number = 40
     from (
       select count(*) filter (where state = 'joined') as joined, count(*) filter (where state = 'waiting') as waiting
       from event_participants where event_id = $1
     ) as counted
     where id = $1`,
    [fullEvent],
  )
  await pool.query(
    `insert into event_updates (event_id, number, kind, author_id, is_weighty, changes)
     select $1, number, 'edited', $2, true, '{"title": {"before": "prima", "after": "dopo"}}'
     from generate_series(1, 40) as number`,
    [fullEvent, crowdUid(0)],
  )
  await pool.query(
    `insert into notifications (user_id, kind, event_id, author_id)
     select $1, 'seat', $2, null from generate_series(1, 40)`,
    [uid, fullEvent],
  )
  return fullEvent
}

/** Four reactions to each fortieth message, a thousand to one in the middle, and the member's own to the newest page. */
async function addReactions(pool: pg.Pool, uid: string, messages: number): Promise<void> {
  const insert = 'insert into message_reactions (conversation_id, sequence, reaction, user_id)'
  await pool.query(`
    ${insert} select 'generale', sequence, 'up', people.id
    from messages, (select id from users limit 4) as people
    where conversation_id = 'generale' and sequence % 40 = 0`)
  await pool.query(`
    update messages set reactions = '[{"reaction": "up", "count": 4}]'
    where conversation_id = 'generale' and sequence % 40 = 0`)
  await pool.query(`${insert} select 'generale', $1, 'eyes', id from users limit 1000`, [messages / 2])
  await pool.query(
    `${insert} select 'generale', sequence, 'heart', $1 from messages
     where conversation_id = 'generale' and sequence > $2`,
    [uid, messages - 50],
  )
}

/** Private chats of a member with as many of the crowd, each with one message that was read. */
async function addChats(pool: pg.Pool, uid: string, count: number): Promise<void> {
  const partners = Array.from({ length: count }, (_, index) => crowdUid(index))
  const chats = `
    select least($1::text, partner) || '_' || greatest($1::text, partner) as id, partner::uuid,
      now() - place * interval '1 minute' as at
    from unnest($2::text[]) with ordinality as listed (partner, place)`
  await pool.query(
    `with chats as (${chats}),
     opened as (
       insert into conversations (id, kind, head, author_count, last_message, last_message_at)
       select id, 'private', 1, 1, 'ciao', at from chats
     ),
     sides as (
       insert into conversation_members (conversation_id, user_id, partner_id, last_read, last_message_at)
       select id, $1::uuid, partner, 1, at from chats union all select id, partner, $1::uuid, 1, at from chats
     ),
     written as (
       insert into messages (conversation_id, sequence, sender_id, client_id, text, sent_at)
       select id, 1, partner, gen_random_uuid(), 'ciao', at from chats
     )
     insert into conversation_authors (conversation_id, user_id) select id, partner from chats`,
    [uid, partners],
  )
  await indexForSearch(pool)
}

/** Empty private chats of others, each of two of them. */
async function addOthersChats(pool: pg.Pool, count: number): Promise<void> {
  const pairs = Array.from({ length: count }, (_, index) => [crowdUid(2 * index), crowdUid(2 * index + 1)])
  const ones = pairs.map(([one]) => one)
  const others = pairs.map(([, other]) => other)
  await pool.query(
    `with chats as (
       select least(one, other) || '_' || greatest(one, other) as id, one::uuid, other::uuid
       from unnest($1::text[], $2::text[]) as pair (one, other)
     ),
     opened as (insert into conversations (id, kind) select id, 'private' from chats)
     insert into conversation_members (conversation_id, user_id, partner_id)
     select id, one, other from chats union all select id, other, one from chats`,
    [ones, others],
  )
}

const crowd = 'crowd as materialized (select id, row_number() over (order by id) as place from users)'

/** Each of the crowd blocks ten others; the member blocks a hundred. */
async function addBlocks(pool: pg.Pool, uid: string): Promise<void> {
  await pool.query(`
    alter table blocks disable trigger user;
    with ${crowd}
    insert into blocks (user_id, blocked_id)
    select one.id, other.id
    from generate_series(1, 10) as step, crowd as one, crowd as other
    where other.place = one.place + 7 * step;
    alter table blocks enable trigger user`)
  await pool.query(
    `insert into blocks (user_id, blocked_id) select $1, id from users where id <> $1 order by id desc limit 100
     on conflict do nothing`,
    [uid],
  )
}

/**
 * Each of the crowd reports another, in their order, by a report with their uid; was decided against before, which the log says;
 * and appeals. The member moderates.
 */
async function addModeration(pool: pg.Pool, uid: string): Promise<void> {
  const at = `'${new Date(firstJoined).toISOString()}'::timestamptz + one.place * interval '1 second'`
  await pool.query(`
    with ${crowd}
    insert into reports (id, reporter_id, subject_kind, subject_id, member_id, reason, details, snapshot, reported_at)
    select one.id, one.id, 'member', other.id, other.id, 'spam', '', '{"kind": "member", "name": "", "fields": {}}', ${at}
    from crowd as one, crowd as other where other.place = one.place + 1`)
  await pool.query(`
    with ${crowd}
    insert into decisions (id, subject_kind, subject_id, member_id, action, rule, facts, decided_at)
    select id, 'member', id, id, 'empty', 1, 'Vende cose a tutti.', ${at} from crowd as one`)
  await pool.query(
    'insert into appeals (decision_id, text, appealed_at) select id, facts, decided_at from decisions',
  )
  await pool.query(`
    insert into moderation_log (act, decision_id, action, subject_kind, subject_id, member_id, facts, acted_at)
    select 'decided', id, action, subject_kind, subject_id, member_id, facts, decided_at from decisions`)
  await pool.query('update users set is_moderator = true where id = $1', [uid])
  await pool.query(
    // Older than the member's session, which counts as begun with it.
    `insert into second_factors (user_id, sealed_seed, key_id, is_on, created_at) values ($1, '', '', true, '-infinity')`,
    [uid],
  )
}

async function timeOf(deployment: Deployment, path: string, tag: string | null): Promise<number> {
  const startedAt = performance.now()
  const answer = await deployment.member.fetch(path, tag ? { headers: { 'if-none-match': tag } } : {})
  const elapsed = performance.now() - startedAt
  if (answer.status !== (tag ? 304 : 200))
    throw new Error(`${path} answered ${answer.status}: ${await answer.text()}`)
  return elapsed
}

async function tagOf({ member }: Deployment, path: string): Promise<string | null> {
  return (await member.fetch(path)).headers.get('etag')
}

/** Which tables the statements of a read pass over as a whole, each time that it is asked: the server's own tasks do so at times. */
async function tablesScanned(deployment: Deployment, path: string): Promise<string[]> {
  const [first, second] = [
    await tablesScannedOnce(deployment, path),
    await tablesScannedOnce(deployment, path),
  ]
  return first.filter((table) => second.includes(table))
}

async function tablesScannedOnce(deployment: Deployment, path: string): Promise<string[]> {
  const { pool } = deployment.opened
  const before = await scansOf(pool)
  await deployment.member.fetch(path)
  // The statistics of other connections arrive within a second.
  for (const client of await Promise.all(Array.from({ length: 20 }, () => pool.connect()))) {
    await client.query('select pg_stat_force_next_flush()')
    client.release()
  }
  const after = await scansOf(pool)
  return [...after].filter(([table, scans]) => scans > (before.get(table) ?? 0)).map(([table]) => table)
}

async function scansOf(pool: pg.Pool): Promise<Map<string, number>> {
  const { rows } = await pool.query<{ relname: string; seq_scan: number }>(
    `select relname, seq_scan from pg_stat_user_tables where n_live_tup > 1000`,
  )
  return new Map(rows.map(({ relname, seq_scan }) => [relname, seq_scan]))
}

const folder = await mkdtemp(join(tmpdir(), 'covo-growth-'))
const cluster = await openCluster({ dataDirectory: folder, log: () => undefined })
const deployments: Deployment[] = []
try {
  for (const [index, size] of sizes.entries()) {
    const administration = new pg.Client(cluster.connection)
    await administration.connect()
    await administration.query(`create database growth_${index}`)
    await administration.end()
    deployments.push(await build({ ...cluster.connection, database: `growth_${index}` }, size))
  }
  const print = (line: string) => process.stdout.write(`${line}\n`)
  print(
    `| Read | ${sizes.map(({ users, events, messages }) => `${users} members, ${events} events, ${messages} messages`).join(' | ')} | largest / smallest | passes over a whole table |`,
  )
  print(`|---|${sizes.map(() => '---').join('|')}|---|---|`)
  let worst = 0
  const scans: string[] = []
  for (const [name, pathOf, isUnchanged] of reads) {
    const times = deployments.map((): number[] => [])
    const tags = await Promise.all(deployments.map((one) => (isUnchanged ? tagOf(one, pathOf(one)) : null)))
    for (let round = -warmUps; round < rounds; round += 1) {
      for (const [index, deployment] of deployments.entries()) {
        const elapsed = await timeOf(deployment, pathOf(deployment), tags[index] ?? null)
        if (round >= 0) times[index]?.push(elapsed)
      }
    }
    const medians = times.map(median)
    const ratio = (medians.at(-1) ?? 0) / (medians[0] ?? 1)
    const largest = deployments.at(-1)
    const scanned = largest ? await tablesScanned(largest, pathOf(largest)) : []
    worst = Math.max(worst, ratio)
    if (scanned.length > 0) scans.push(name)
    const cells = `${name} | ${medians.map((value) => `${value.toFixed(2)} ms`).join(' | ')} | ${ratio.toFixed(2)} | ${scanned.join(', ') || 'no'}`
    // Lines that begin with a bar get into docs/performance.md: of these reads those that take longer, or pass over a table.
    print(ratio >= noticed || scanned.length > 0 ? `| ${cells} |` : cells)
  }
  report({
    what: `reads of a community a hundred times as large, the slowest of ${reads.length}`,
    covo: scans.length === 0 ? 'all by an index' : `not by an index: ${scans.join(', ')}`,
    reference: 'the same reads of the small one',
    ratio: worst.toFixed(2),
    budget: `≤ ${budget}, by an index`,
    isMet: worst <= budget && scans.length === 0,
  })
} finally {
  for (const { app, opened } of deployments) {
    await app.stop()
    await opened.close()
  }
  await cluster.stop()
  await rm(folder, { recursive: true, force: true })
}
