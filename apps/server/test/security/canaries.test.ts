import { publicRoomId, teamRoomId } from '@covo/contract/chat/chat.rules'
import { figure } from '@covo/testing/figure'
import type { LiveClient } from '@covo/testing/live'
import { readMails, tokenIn } from '@covo/testing/outbox'
import type { Visitor } from '@covo/testing/visitor'
import { sql } from 'kysely'
import { beforeAll, expect, it } from 'vitest'
import { conversationSamples } from '../operations/chat.ts'
import { type Prepared, prepare, samples, sendRequest } from '../operations/operations.ts'
import { makeWorld, roles, type World } from '../operations/world.ts'
import { runTestApp, unlimited } from '../test-app.ts'

const app = runTestApp({ limits: unlimited })

/** Whose a value is that others must not see; a secret is seen by nobody, not even by them. */
type Canary = { of: string; kind: string; isSecret: boolean }
const canaries = new Map<string, Canary>()
/** Answers and frames: their receiver, their place and all of their bytes as text. */
const received: { by: string; at: string; text: string }[] = []
const anonymous = 'anonymous'

let world: World

/** Fills every column that holds something of a member and is not meant for all, of all who are there or come. */
async function plantCanaries(): Promise<void> {
  await sql`
    create sequence births;
    create function plant_in_users() returns trigger language plpgsql as $$
    begin
      new.phone := 'telefono-' || new.id; new.city := 'citta-' || new.id; new.profession := 'mestiere-' || new.id;
      new.bio := 'bio-' || new.id; new.links := array['https://link.it/' || new.id]; new.birth_date := coalesce(new.birth_date, date '1911-01-01' + nextval('births')::int);
      return new;
    end $$;
    create trigger plant before insert or update on users for each row execute function plant_in_users();
    create function plant_in_sessions() returns trigger language plpgsql as $$
    begin
      new.ip_address := '2001:db8::' || new.user_id; new.user_agent := 'navigatore-' || new.user_id;
      return new;
    end $$;
    create trigger plant before insert on sessions for each row execute function plant_in_sessions();
    create function plant_an_account() returns trigger language plpgsql as $$
    begin
      insert into accounts (user_id, account_id, provider_id, access_token, refresh_token, id_token, password)
      values (new.id, 'conto-' || new.id, 'external', 'accesso-' || new.id, 'rinnovo-' || new.id, 'identita-' || new.id,
        'impronta-' || new.id);
      return null;
    end $$;
    create trigger plant_account after insert on users for each row execute function plant_an_account()`.execute(
    app.database,
  )
}

/** Read again and again, since values come and go. */
async function collectCanaries(): Promise<void> {
  const { rows } = await sql<Canary & { value: string | null }>`
    select id as of, kind, value, false as "isSecret" from users, lateral (values
      ('email', email), ('phone', phone), ('city', city), ('profession', profession), ('bio', bio), ('link', links[1]),
      ('birth date', birth_date::text)
    ) own (kind, value)
    union all select user_id, kind, value, true from accounts, lateral (values
      ('password hash', password), ('account', id::text), ('access token', access_token), ('refresh token', refresh_token),
      ('id token', id_token), ('account at the provider', nullif(account_id, user_id::text))
    ) own (kind, value)
    union all select user_id, kind, value, true from sessions, lateral (values
      ('session token', token), ('session', id::text), ('address', ip_address), ('browser', user_agent)
    ) own (kind, value)
    union all select value::uuid, 'reset token', replace(identifier, 'reset-password:', ''), true from verifications
    union all select user_id, 'link', token_hash, true from mail_links
    union all select user_id, 'device', endpoint, true from push_subscriptions join sessions on sessions.id = session_id
    union all select user_id, 'code', code_hash, true from recovery_codes
    union all select coalesce(bot_owner, user_id), kind, value, kind = 'token hash' from tokens
      join users on users.id = user_id, lateral (values ('token hash', token_hash), ('token', tokens.id::text)) own (kind, value)
    union all select user_id, 'calendar', id::text, false from calendar_feeds`.execute(app.database)
  // The loopback address of this very machine is no canary.
  for (const { value, ...canary } of rows)
    if (value && !/^(127\.|::|localhost)/.test(value)) canaries.set(value, canary)
}

beforeAll(async () => {
  await plantCanaries()
  world = await makeWorld(app)
})

async function receive(by: string, at: string, sent: Promise<Response>): Promise<number> {
  const answer = await sent
  // The session's own cookie is the one secret that must be handed over, to its member alone.
  const headers = [...answer.headers].filter(
    ([name, value]) => name !== 'set-cookie' || !value.startsWith('covo.session_token='),
  )
  received.push({ by, at, text: `${JSON.stringify(headers)}\n${await answer.text()}` })
  return answer.status
}

/** Everybody with their uid; who may in any case is the last. */
async function callersOf({ sample, call, request }: Prepared): Promise<[string, Visitor][]> {
  const visitor: [string, Visitor] = [anonymous, app.visit()]
  if (call.by) return [visitor, [call.by.uid, call.by]]
  const { by = 'owner' } = sample
  const isRead = request.method === 'GET'
  if (by === 'visitor' && !isRead) return [visitor]
  const members = roles.toSorted((one, other) => Number(one === by) - Number(other === by))
  const signIn = async (member: World['members']['owner']): Promise<[string, Visitor]> => [
    member.uid,
    // What it changes may end the session.
    isRead ? member : await world.signIn(member),
  ]
  return [visitor, ...(await Promise.all(members.map((role) => signIn(world.members[role]))))]
}

/** Calls an operation as everybody, last as who may; answers the statuses. */
async function callAsEverybody(operation: string, conversationId: string): Promise<number[]> {
  const prepared = await prepare(operation, world, conversationId)
  const [callers] = await Promise.all([callersOf(prepared), collectCanaries()])
  const callBy = ([uid, visitor]: [string, Visitor]) =>
    receive(uid, operation, sendRequest(visitor, prepared.request))
  const others = await Promise.all(callers.slice(0, -1).map(callBy))
  return [...others, ...(await Promise.all(callers.slice(-1).map(callBy)))]
}

async function watchEverything(): Promise<{ by: string; tab: LiveClient }[]> {
  const { conversationId, roomId, teamId } = world
  const uids = Object.values(world.members).map(({ uid }) => uid)
  const conversations = [publicRoomId, conversationId, roomId, teamRoomId(teamId)].map((id) => `chat:${id}`)
  const topics = [
    ...conversations,
    ...['events:all', 'members:all', 'moderation:all'],
    ...uids.map((uid) => `member:${uid}`),
  ]
  return await Promise.all(
    Object.values(world.members).map(async (member) => {
      const tab = app.live(member)
      await tab.receive('live.welcome')
      for (const topic of topics) tab.socket.send(JSON.stringify({ type: 'watch', topic }))
      await tab.receive('live.refused', ({ topic }) => topic === topics.at(-1))
      return { by: member.uid, tab }
    }),
  )
}

it('no answer or news holds another member’s private data, except what friends may see of a friend (S-05)', async () => {
  const { members, conversationId, roomId, teamId, eventId } = world
  const tabs = await watchEverything()
  const refusedToAll: string[] = []
  const calls = [
    ...Object.keys(samples).map((operation) => [operation, conversationId] as const),
    ...Object.keys(conversationSamples).flatMap((operation) =>
      [publicRoomId, roomId, teamRoomId(teamId)].map((id) => [operation, id] as const),
    ),
  ]
  for (const [operation, id] of calls)
    if ((await callAsEverybody(operation, id)).every((status) => status >= 400)) refusedToAll.push(operation)
  // It would prove nothing.
  expect(refusedToAll).toEqual([])

  const searched = [members.owner.email, 'altrove.it', 'telefono', 'citta-']
  const others = [
    ...searched.flatMap((text) => [
      `/api/friends/search?query=${text}`,
      `/api/friends?search=${text}`,
      `/api/events?search=${text}`,
      `/api/chat/search?query=${text}`,
    ]),
    ...['/api/events?filter=mine', '/api/openapi.json', '/api/niente', '/health/ready'],
    ...['/', '/Login', '/app/home', '/app/amici', `/app/chat/${conversationId}`, `/eventi/${eventId}`],
  ]
  const everybody: (readonly [string, Visitor])[] = Object.values(members).map((one) => [one.uid, one])
  for (const path of others)
    await Promise.all(
      [[anonymous, app.visit()] as const, ...everybody].map(([uid, visitor]) =>
        receive(uid, `GET ${path.split('?')[0]}`, visitor.fetch(path)),
      ),
    )
  await collectCanaries()
  // Those about an archive and about a report hold no token.
  const mails = (await readMails(app.outbox)).filter((mail) => mail.includes('#token='))
  for (const mail of mails)
    canaries.set(tokenIn(mail), { of: 'the mail alone', kind: 'mailed token', isSecret: true })
  expect(mails.length).toBeGreaterThan(roles.length)
  for (const { by, tab } of tabs) received.push({ by, at: 'live', text: JSON.stringify(tab.received) })

  const seen = new Set<string>()
  let owners = 0
  for (const [value, { of, kind, isSecret }] of canaries) {
    for (const { by, at, text } of received) {
      if (!text.includes(value)) continue
      if (of === by && !isSecret) owners += 1
      else seen.add(`${of === by ? 'own' : 'another’s'} ${kind} at ${at}`)
    }
  }
  const frames = tabs.reduce((sum, { tab }) => sum + tab.received.length, 0)
  figure(
    'S-05',
    `${canaries.size} canaries in ${received.length} answers and ${frames} news: seen by others ${[...seen].join(', ')}`,
  )
  // Each member's own fields were on the wire, so that looking for them finds them.
  expect(owners).toBeGreaterThan(roles.length * 6)
  expect(frames).toBeGreaterThan(30)
  expect([...seen].toSorted()).toEqual([
    'another’s bio at GET /api/profiles/{uid}',
    'another’s city at GET /api/profiles/{uid}',
    'another’s email at GET /api/friends',
    'another’s email at GET /api/profiles/{uid}',
    // To who has the token that was mailed there.
    'another’s email at POST /api/account/email/confirm',
    'another’s link at GET /api/profiles/{uid}',
    'another’s profession at GET /api/profiles/{uid}',
    // Its id, by which it is ended.
    'own session at GET /api/account/sessions',
  ])
})
