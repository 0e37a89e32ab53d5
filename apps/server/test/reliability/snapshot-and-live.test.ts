import { randomUUID } from 'node:crypto'
import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { isDeepStrictEqual } from 'node:util'
import { foldAccount } from '@covo/contract/account/account.fold'
import type { Account } from '@covo/contract/account/account.routes'
import type { Device } from '@covo/contract/auth/devices.routes'
import {
  foldOwnRooms,
  foldPartner,
  foldPrivateChatPages,
  foldUnreadChats,
  foldUnreadMentions,
} from '@covo/contract/chat/chat.fold'
import type {
  ChangedMessages,
  Message,
  MessagePage,
  OwnRooms,
  PrivateChatPage,
} from '@covo/contract/chat/chat.routes'
import { eventRoomId, publicRoomId } from '@covo/contract/chat/chat.rules'
import { foldParticipantPages } from '@covo/contract/events/event-participants.fold'
import type { ParticipantPage } from '@covo/contract/events/event-participants.routes'
import {
  type EventSelection,
  eventsOf,
  foldEventDetails,
  foldEventPages,
  foldNextEvent,
  foldPeriod,
} from '@covo/contract/events/events.fold'
import type { Event, EventDetails, EventPage, LightEvent } from '@covo/contract/events/events.routes'
import { foldExport } from '@covo/contract/exports/exports.fold'
import { foldFriendCounts, foldPeoplePages } from '@covo/contract/friends/friends.fold'
import type { FoundPerson, Requester } from '@covo/contract/friends/friends.routes'
import { foldFirstSteps } from '@covo/contract/home/home.fold'
import type { FirstSteps } from '@covo/contract/home/home.routes'
import {
  countUpdates,
  foldNotificationPages,
  foldNotificationSettings,
  foldOwnEvents,
} from '@covo/contract/notifications/notifications.fold'
import type { NotificationPage, OwnEvents } from '@covo/contract/notifications/notifications.routes'
import { foldOwnProfile, foldProfile } from '@covo/contract/profiles/profiles.fold'
import type { Profile } from '@covo/contract/profiles/profiles.routes'
import type { LiveHead, News, ServerFrame, SliceNews } from '@covo/contract/realtime'
import { newsSchemas } from '@covo/contract/realtime.schemas'
import { foldRooms } from '@covo/contract/rooms/rooms.fold'
import { foldPrivacy } from '@covo/contract/settings/settings.fold'
import { foldEventTeamPages, foldTeamSeekerPages } from '@covo/contract/teams/event-teams.fold'
import type { EventTeamPage, TeamSeekerPage } from '@covo/contract/teams/event-teams.routes'
import { foldOwnTeams, foldTeam } from '@covo/contract/teams/teams.fold'
import type { Team, TeamCode } from '@covo/contract/teams/teams.routes'
import type { Bot } from '@covo/contract/tokens/bots.routes'
import { webhookPath } from '@covo/contract/tokens/bots.rules'
import { foldBots, foldTokens } from '@covo/contract/tokens/tokens.fold'
import * as cast from '@covo/testing/cast'
import { eventForm } from '@covo/testing/event-form'
import { figure, repetitions } from '@covo/testing/figure'
import { makeBot, makeWebhook } from '@covo/testing/member-actions'
import { mailsTo, tokenIn } from '@covo/testing/outbox'
import { createPasskey, type Passkey } from '@covo/testing/passkey'
import { type Member, register, type Visitor } from '@covo/testing/visitor'
import { QueryClient, QueryObserver, queryOptions } from '@tanstack/react-query'
import { sql } from 'kysely'
import { beforeAll, expect, it, vi } from 'vitest'
import { type Content, createMessageLoader } from '../../../web/src/chat/message-loader.ts'
import { liveQuery, receiveNews } from '../../../web/src/platform/live-query.ts'
import { codeOfStep } from '../../src/auth/one-time-codes.ts'
import { notifyOfEvent } from '../../src/notifications/notify.ts'
import { createUnsubscribeTokens } from '../../src/notifications/unsubscribe-tokens.ts'
import { createToken, hashToken } from '../../src/platform/random-token.ts'
import { type Publication, recordNews } from '../../src/platform/realtime/newsroom.ts'
import { makeModerator } from '../make-moderator.ts'
import { makeRoom } from '../make-room.ts'
import { operate as operateWith } from '../operate.ts'
import { operatorSettings } from '../operator-settings.ts'
import { greyPng } from '../pictures.ts'
import { readRoutes, samplePushSubscription, writes } from '../security/routes.ts'
import { runTestApp, unlimited } from '../test-app.ts'

const app = runTestApp({ limits: unlimited })

/** Milliseconds for news that a sweep has to find, on a busy machine. */
const patience = 20_000

/** Anna and Bruno are friends and talk in private; Carla is a stranger to both. */
const names = ['anna', 'bruno', 'carla'] as const
type Name = (typeof names)[number]
let people: Record<Name, Member>
let conversationId: string
/** Of an event of Anna's in which Bruno takes part. */
let roomId: string
/** Of a room by subject, which nobody is in. */
let slug: string
/** Of a team of Anna's, who is in it in each of the mutations. */
let teamId: string

/** A period in which all events of this file lie. */
const month = { from: new Date().toISOString(), to: new Date(Date.now() + 30 * 86_400_000).toISOString() }

/** Everything that the pages of a member show, by what they ask for; null where they have no such page. */
const lists = {
  me: () => '/api/profiles/me',
  account: () => '/api/account',
  archive: () => '/api/account/export',
  tokens: () => '/api/tokens',
  bots: () => '/api/bots',
  steps: () => '/api/home/first-steps',
  profile: (name: Name) => `/api/profiles/${people[name === 'carla' ? 'bruno' : 'carla'].uid}`,
  events: () => '/api/events',
  mine: () => '/api/events?filter=mine',
  month: () => `/api/events/period?from=${month.from}&to=${month.to}`,
  ownMonth: () => `/api/events/period?from=${month.from}&to=${month.to}&filter=mine`,
  next: () => '/api/events/next',
  event: () => `/api/events/${shownEventId}`,
  participants: () => `/api/events/${shownEventId}/participants`,
  friends: () => '/api/friends',
  requests: () => '/api/friends/requests',
  sent: () => '/api/friends/requests/sent',
  counts: () => '/api/friends/counts',
  found: () => '/api/friends/search?query=esempio',
  blocked: () => '/api/blocks',
  unread: () => '/api/chat/unread',
  mentions: () => '/api/chat/mentions',
  chats: () => '/api/chat',
  ownRooms: () => '/api/rooms/own',
  rooms: () => '/api/rooms',
  ownTeams: () => '/api/teams/own',
  team: (name: Name) => (name === 'anna' ? `/api/teams/${teamId}` : null),
  eventTeams: () => `/api/events/${made.hackathonId}/teams`,
  seekers: () => `/api/events/${made.hackathonId}/looking`,
  room: () => `/api/chat/${publicRoomId}/messages`,
  chat: (name: Name) => (name === 'carla' ? null : `/api/chat/${conversationId}/messages`),
  eventRoom: (name: Name) => (name === 'carla' ? null : `/api/chat/${roomId}/messages`),
  privacy: () => '/api/settings/privacy',
  notifications: () => '/api/notifications',
  own: () => '/api/events/own',
  notificationSettings: () => '/api/notifications/settings',
  partner: (name: Name) => (name === 'carla' ? null : `/api/chat/${conversationId}/partner`),
}
type List = keyof typeof lists
const listNames = Object.keys(lists) as List[]

/**
 * Every type of news: a new one does not compile without its line, and has to be caused by a mutation, but where it is of
 * nothing that is stored (false).
 */
const newsTypes: Record<SliceNews['type'], boolean> = {
  'chat.message_sent': true,
  'chat.messages_changed': true,
  'chat.own_reactions_changed': true,
  'chat.mentions_changed': true,
  'chat.last_message_changed': true,
  'chat.unread_changed': true,
  'chat.partner_read': true,
  'chat.typing': false,
  'events.created': true,
  'events.removed': true,
  'events.changed': true,
  'events.message_sent': true,
  'events.organizers_changed': true,
  'events.people_changed': true,
  'events.participants_changed': true,
  'events.own_participation_changed': true,
  'friends.changed': true,
  'profiles.own_profile_changed': true,
  'rooms.changed': true,
  // Of how far rooms go, which no list here shows.
  'rooms.heads_moved': false,
  'rooms.own_changed': true,
  'account.changed': true,
  'account.export_changed': true,
  'profiles.member_changed': true,
  'notifications.changed': true,
  'teams.changed': true,
  // Moderators alone watch it, of whom there is none here.
  'moderation.changed': false,
}

/** How the news changes each list; null where the message loader does it. */
const folds: Record<List, ((shown: never, news: SliceNews, uid: string) => unknown) | null> = {
  me: foldOwnProfile,
  account: foldAccount,
  archive: foldExport,
  tokens: foldTokens,
  bots: foldBots,
  steps: foldFirstSteps,
  profile: foldProfile,
  events: (page: EventPage, news, viewerId) => foldEvents(page, news, { filter: 'all', viewerId }),
  mine: (page: EventPage, news, viewerId) => foldEvents(page, news, { filter: 'mine', viewerId }),
  month: (shown: Month, news, viewerId) => foldPeriod(shown, news, { ...month, filter: 'all', viewerId }),
  ownMonth: (shown: Month, news, viewerId) => foldPeriod(shown, news, { ...month, filter: 'mine', viewerId }),
  next: (next: Next, news, viewerId) => foldNextEvent(next, news, viewerId, Date.now()),
  event: foldEventDetails,
  participants: foldParticipants,
  friends: foldPeople,
  requests: foldPeople,
  sent: foldPeople,
  counts: foldFriendCounts,
  found: foldPeople,
  // No news lists the members whom one has blocked: all is fetched again.
  blocked: (shown: unknown) => shown,
  unread: foldUnreadChats,
  mentions: foldUnreadMentions,
  chats: foldChats,
  ownRooms: foldOwnRooms,
  rooms: foldRooms,
  ownTeams: foldOwnTeams,
  team: foldTeam,
  eventTeams: (page: EventTeamPage, news) => firstOf(foldEventTeamPages([page], news, made.hackathonId)),
  seekers: (page: TeamSeekerPage, news) => firstOf(foldTeamSeekerPages([page], news, made.hackathonId)),
  room: null,
  chat: null,
  eventRoom: null,
  partner: foldPartner,
  privacy: foldPrivacy,
  notifications: foldNotifications,
  own: foldOwnEvents,
  notificationSettings: foldNotificationSettings,
}

type Month = { events: LightEvent[] }
type Next = { event: Event | null }
type PeoplePage = { people: FoundPerson[]; nextCursor: string | null }

function foldEvents(
  page: EventPage,
  news: SliceNews,
  selection: Pick<EventSelection, 'filter' | 'viewerId'>,
) {
  const folded = foldEventPages([page], news, { ...selection, search: '' })
  return folded === 'refetch' ? folded : folded[0]
}

function foldPeople(page: PeoplePage, news: SliceNews) {
  const folded = foldPeoplePages([page], news)
  return folded === 'refetch' ? folded : folded[0]
}

function foldParticipants(page: ParticipantPage, news: SliceNews) {
  const folded = foldParticipantPages([page], news, shownEventId)
  return folded === 'refetch' ? folded : folded[0]
}

function foldNotifications(page: NotificationPage, news: SliceNews) {
  const folded = foldNotificationPages([page], news)
  return folded === 'refetch' ? folded : folded[0]
}

function foldChats(page: PrivateChatPage, news: SliceNews) {
  const folded = foldPrivateChatPages([page], news)
  return folded === 'refetch' ? folded : folded[0]
}

/**
 * The visible part of an answer: without the time of an event's change, without the order of people, since renamed ones keep
 * their place for a while, without what two members share, which is as it was when the profile or the request was shown, without how far rooms
 * go, which their topics tell, and without what the instance needs, which an operator changes.
 */
function visible(body: unknown): unknown {
  const seen = structuredClone(body ?? {}) as Partial<
    EventPage & Next & PeoplePage & Profile & EventDetails & OwnRooms & FirstSteps
  >
  delete seen.sharedFriends
  delete seen.sharedEvents
  delete seen.communityNeeds
  // Of an event's page.
  delete seen.now
  if (seen.updatedAt) seen.updatedAt = ''
  if (seen.events) seen.events = eventsOf([{ events: seen.events, nextCursor: null }], 'all')
  if (seen.rooms) seen.rooms = seen.rooms.map((room) => ({ ...room, head: 0, newest: 0 }))
  for (const event of [...(seen.events ?? []), ...(seen.event ? [seen.event] : [])]) event.updatedAt = ''
  for (const person of (seen.people ?? []) as Partial<Requester>[]) delete person.sharedEvents
  seen.people?.sort((one, other) => (one.uid < other.uid ? -1 : 1))
  return seen
}

async function fetchList(name: Name, list: List): Promise<unknown> {
  const path = lists[list](name)
  return path === null ? null : await fetchFrom(name, path)
}

async function fetchFrom(name: Name, path: string): Promise<unknown> {
  let answer = await people[name].fetch(path)
  if (answer.status === 401) {
    // As every page does (the web's `platform/api.ts`): its session goes on by a cookie that is on its way.
    await delay(300)
    answer = await people[name].fetch(path)
  }
  if (answer.status !== 200) throw new Error(`${path}: ${answer.status} ${await answer.text()}`)
  return await answer.json()
}

type Shown = ReadonlyMap<List, unknown>

async function readSome(name: Name, some: Iterable<List>): Promise<Shown> {
  return new Map(
    await Promise.all([...some].map(async (list) => [list, await fetchList(name, list)] as const)),
  )
}

function differences(one: Shown, other: Shown, among: Iterable<List> = listNames): List[] {
  return [...among].filter((list) => !isDeepStrictEqual(visible(one.get(list)), visible(other.get(list))))
}

/** A member's page without its screens: the queries and the message loader of the web app, with each list on the screen. */
function openPage(name: Name) {
  const queryClient = new QueryClient({
    defaultOptions: { queries: { retry: false, networkMode: 'always', staleTime: Number.POSITIVE_INFINITY } },
  })
  const receiver = receiveNews(queryClient)
  const contents = new Map<List, Content>()
  const loaders = new Map<List, ReturnType<typeof createMessageLoader>>()
  let look = () => {}
  queryClient.getQueryCache().subscribe(() => look())

  /** Refetches a list of notifications that was read before an update of an own event, as the header does. */
  let known = ''
  queryClient.getQueryCache().subscribe(() => {
    const [notifications, own] = (['notifications', 'own'] as const).map((list) =>
      queryClient.getQueryData([list]),
    )
    if (!notifications || !own) return
    const numbers = [(notifications as NotificationPage).updates, countUpdates(own as OwnEvents)]
    if (numbers[0] === numbers[1] || known === numbers.join()) return
    known = numbers.join()
    void queryClient.invalidateQueries({ queryKey: ['notifications'] })
  })

  function loadMessages(list: List, first: Promise<unknown> | undefined): Promise<void> {
    const path = lists[list](name)
    if (path === null) return Promise.resolve()
    let newest = first
    contents.set(list, { status: 'loading', history: null })
    const loader = createMessageLoader({
      conversationId: path.split('/')[3] ?? '',
      content: () => contents.get(list) ?? { status: 'loading', history: null },
      setContent(content) {
        contents.set(list, content)
        look()
      },
      async fetchPage(position) {
        const answer =
          newest ?? fetchFrom(name, `${path}?${new URLSearchParams(position as Record<string, string>)}`)
        newest = undefined
        return (await answer) as MessagePage
      },
      fetchChanges: async (after) =>
        (await fetchFrom(name, `${path.replace('/messages', '/changes')}?after=${after}`)) as ChangedMessages,
      readingAt: () => null,
      readLastSeen: () => undefined,
      isOffline: () => false,
      isClosed: () => false,
      retryDelay: 100,
    })
    loaders.set(list, loader)
    return loader.load()
  }

  async function loadList(list: List, first: Promise<unknown> | undefined): Promise<void> {
    const fold = folds[list]
    if (!fold) return await loadMessages(list, first)
    let answer = first
    const options = liveQuery(
      queryOptions({
        queryKey: [list],
        queryFn: () => {
          const read = answer ?? fetchList(name, list)
          answer = undefined
          return read
        },
      }),
      (shown, news) => (shown === null ? shown : fold(shown as never, news, people[name].uid)),
    )
    new QueryObserver(queryClient, options).subscribe(() => {})
    await queryClient.fetchQuery(options)
  }

  function shown(): Shown {
    return new Map(
      listNames.map((list) => {
        if (folds[list]) return [list, queryClient.getQueryData([list])]
        const history = contents.get(list)?.history
        if (!history) return [list, null]
        const { messages, head, authorCount, changes, readUpTo } = history
        const counts = { head, authorCount, changes, ...(readUpTo !== null && { readUpTo }) }
        return [list, { messages, ...counts }]
      }),
    )
  }

  return {
    shown,
    /** Fetches every list; the first answer is `answerOf` it, or the server's. */
    async load(answerOf?: (list: List) => Promise<unknown>): Promise<void> {
      await Promise.all(listNames.map((list) => loadList(list, answerOf?.(list))))
    },
    /** The lists that the news may change; the messages' loaders take it as they see fit. */
    touchedBy(news: SliceNews): List[] {
      const isOfMessages = /^(chat|profiles|account|friends)\./.test(news.type)
      const touched = listNames.filter((list) => {
        const fold = folds[list]
        const data = queryClient.getQueryData([list])
        return fold ? data && fold(data as never, news, people[name].uid) !== data : isOfMessages
      })
      // The one is refetched for the other, see above.
      return touched.includes('own') ? [...touched, 'notifications'] : touched
    },
    receive(news: SliceNews[]): void {
      receiver.receive(news)
      for (const loader of loaders.values()) loader.receive(news)
    },
    /** The head of a conversation, as the server reports it. */
    resume({ topic, ...position }: LiveHead): void {
      for (const list of listsOf(name, topic)) void loaders.get(list)?.resume(position)
    },
    /** Fetches everything again, since rights may have changed. */
    refetch(): void {
      receiver.refetchAll()
      for (const loader of loaders.values()) void loader.reload(true)
    },
    /**
     * Resolves when everything is shown as it should, or when more news has come; answers the lists that are not, where neither
     * comes about.
     */
    settle: (truth: Shown, hasMoreCome: () => boolean): Promise<List[]> =>
      new Promise((resolve) => {
        const deadline = setTimeout(() => resolve(differences(shown(), truth)), patience)
        look = () => {
          const isSettled = queryClient.isFetching() === 0 && differences(shown(), truth).length === 0
          if (!isSettled && !hasMoreCome()) return
          clearTimeout(deadline)
          resolve([])
        }
        look()
      }),
  }
}

type Page = ReturnType<typeof openPage>

/** The messages of a conversation's topic. */
function listsOf(name: Name, topic: string): List[] {
  const messages = `/api/${topic.replace(':', '/')}/messages`
  return listNames.filter((list) => lists[list](name) === messages)
}

function isSliceNews(news: ServerFrame[number]): news is SliceNews {
  return !news.type.startsWith('live.')
}

/** A change by another process arrives as the new head of its conversation; a block, as `live.stale`: refetch everything. */
type NewsType = SliceNews['type'] | 'live.head' | 'live.stale'

/** News that its schema does not describe as it is. */
const misdescribed: News[] = []

/** A schema drops the fields that it does not know. */
function isAsDescribed(news: News): boolean {
  return isDeepStrictEqual(newsSchemas[news.type].safeParse(news).data, news)
}

/** A member's socket, whose news all of their pages receive, the one that is open from the beginning first. */
async function openSocket(name: Name, early: Page) {
  const live = app.live(people[name])
  const pages = new Set<Page>([early])
  const touched = new Set<List>()
  let receivedTypes: NewsType[] = []
  let look = () => {}
  live.socket.on('message', (frame) => {
    const news = JSON.parse(String(frame)) as ServerFrame
    misdescribed.push(...news.filter((one) => !isAsDescribed(one)))
    const received = news.filter(isSliceNews)
    const heads = news.filter(({ type }) => type === 'live.head') as LiveHead[]
    const stale = news.filter(({ type }) => type === 'live.stale') as { type: 'live.stale' }[]
    receivedTypes.push(...[...received, ...heads, ...stale].map(({ type }) => type))
    const changed = [
      ...received.flatMap(early.touchedBy),
      ...heads.flatMap(({ topic }) => listsOf(name, topic)),
      ...stale.flatMap(() => listNames),
    ]
    for (const list of changed) touched.add(list)
    for (const page of pages) {
      page.receive(received)
      for (const head of heads) page.resume(head)
      if (stale.length > 0) page.refetch()
    }
    look()
  })
  for (const topic of ['members:all', 'events:all', 'rooms:all', `chat:${publicRoomId}`])
    await live.watch(topic)
  if (name !== 'carla') for (const id of [conversationId, roomId]) await live.watch(`chat:${id}`)
  return {
    pages,
    /** The lists that news since `forget` may have changed. */
    touched,
    forget(): void {
      receivedTypes = []
      touched.clear()
    },
    receivedCount: () => receivedTypes.length,
    /** Resolves when news of all these types has come since `forget`; answers the types that are missing at the timeout. */
    receives: (types: NewsType[]): Promise<NewsType[]> =>
      new Promise((resolve) => {
        const missing = () => types.filter((type) => !receivedTypes.includes(type))
        const deadline = setTimeout(() => resolve(missing()), patience)
        look = () => {
          if (missing().length > 0) return
          clearTimeout(deadline)
          resolve([])
        }
        look()
      }),
  }
}

type Request = {
  by: Visitor
  at?: Record<string, string>
  body?: unknown
  content?: { type: string; bytes: Uint8Array }
}

type Mutation = {
  /** A route as the contract writes it, or a command of the operator. */
  way: string
  does: string
  /** `send` fills the route of `way`, and answers what the server did. */
  act: (send: (request: Request) => Promise<unknown>) => Promise<unknown>
  /** The news that each member receives; a member who is not named sees no change. */
  publishes: Partial<Record<Name, NewsType[]>>
}

const everybody = (...types: NewsType[]) => ({ anna: types, bruno: types, carla: types })
/** The two who talk in private. */
const both = (...types: NewsType[]) => ({ anna: types, bruno: types })
const nobody = {}
const newcomer = { email: 'nuova@altrove.it', username: 'Nuova Venuta', password: 'Tana-rossa1' }
/** The event of which all have the page open. */
let shownEventId = ''
/** Ids and secrets of one mutation for later ones. */
const made = {
  slug: '',
  teamCode: '',
  hackathonId: '',
  eventId: '',
  nextEventId: '',
  mistakenEventId: '',
  messageId: '',
  uploadId: '',
  replyId: '',
  device: null as Visitor | null,
  seed: Buffer.alloc(0) as Buffer,
  recoveryCodes: [] as string[],
  options: { challenge: '' },
  passkey: null as Passkey | null,
}

/** Reads a seed as an app does (RFC 4648, 6). */
function seedOf(secret: string): Buffer {
  const bits = [...secret].map((letter) => 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567'.indexOf(letter)).map(toFiveBits)
  return Buffer.from((bits.join('').match(/.{8}/g) ?? []).map((byte) => Number.parseInt(byte, 2)))
}

const toFiveBits = (value: number) => value.toString(2).padStart(5, '0')

function eventIn(hours: number) {
  const at = (hour: number) => new Date(Date.now() + hour * 3_600_000).toISOString()
  return { ...eventForm(), dateTime: at(hours), deadline: at(hours + 1) }
}

function profileOf(displayName: string, bio: string) {
  return { displayName, bio, professione: '', citta: '', telefono: '', dataNascita: '' }
}

function firstOf<Page>(pages: Page[] | 'refetch'): Page | 'refetch' | undefined {
  return pages === 'refetch' ? pages : pages[0]
}

function teamOf(name: string) {
  return { name, presentation: '', maximum: 5, skills: [], isLooking: true, ctftimeId: '' }
}

function messageOf(text: string) {
  return { clientId: randomUUID(), text }
}

/** The mail goes out after the answer. */
async function botOf(member: Visitor): Promise<string> {
  const { bots } = await member.read<{ bots: { uid: string }[] }>('/api/bots')
  return bots[0]?.uid ?? ''
}

/** Decides on Bruno's profile; answers the token with which he may appeal. */
async function decideOnBruno(): Promise<string> {
  const token = createToken()
  await sql`
    insert into decisions (subject_kind, subject_id, member_id, action, rule, facts, appeal_hash)
    values ('member', ${people.bruno.uid}, ${people.bruno.uid}, 'empty', 1, 'Vende cose a tutti.', ${hashToken(token)})`.execute(
    app.database,
  )
  return token
}

async function resetToken(): Promise<string> {
  return await vi.waitFor(
    async () => {
      const files = await readdir(app.outbox)
      const mails = await Promise.all(files.map((file) => readFile(join(app.outbox, file), 'utf8')))
      const mail = mails.find((text) => text.includes(`To: ${newcomer.email}`))?.replaceAll('=\r\n', '')
      const token = /reset-password#token=3D([\w-]+)/.exec(mail ?? '')?.[1]
      if (!token) throw new Error('no mail yet')
      return token
    },
    { timeout: patience },
  )
}

async function operate(...words: string[]): Promise<void> {
  const { code, output } = await operateWith(await operatorSettings(app), ...words)
  if (code !== 0) throw new Error(output)
}

/** One after another: each begins with what the ones before it left. */
const mutations: Mutation[] = [
  {
    way: 'POST /api/auth/register',
    does: 'somebody registers',
    publishes: nobody,
    act: (send) => send({ by: app.visit(), body: { ...newcomer, passwordConfirmation: newcomer.password } }),
  },
  {
    way: 'POST /api/auth/login',
    does: 'Anna signs in on another device',
    publishes: nobody,
    act: async (send) => {
      made.device = app.visit()
      await send({ by: made.device, body: { email: cast.anna.email, password: cast.anna.password } })
    },
  },
  {
    way: 'POST /api/auth/logout',
    does: 'Anna signs out there',
    publishes: nobody,
    act: (send) => send({ by: made.device ?? app.visit() }),
  },
  {
    way: 'POST /api/auth/reset-mail',
    does: 'the newcomer forgot their password',
    publishes: nobody,
    act: (send) => send({ by: app.visit(), body: { email: newcomer.email } }),
  },
  {
    way: 'POST /api/auth/reset-link',
    does: 'the newcomer opens the link of the mail',
    publishes: nobody,
    act: async (send) => send({ by: app.visit(), body: { token: await resetToken() } }),
  },
  {
    way: 'POST /api/auth/reset-password',
    does: 'the newcomer sets another',
    publishes: nobody,
    act: async (send) => {
      const [token, password] = [await resetToken(), 'Tana-rossa2']
      await send({ by: app.visit(), body: { token, password, passwordConfirmation: password } })
    },
  },
  {
    way: 'POST /api/settings/password-reset',
    does: 'Anna asks for a link to set a new password',
    publishes: nobody,
    act: (send) => send({ by: people.anna }),
  },
  {
    way: 'POST /api/account/verification-mail',
    does: 'Anna asks for a link to confirm her address',
    publishes: nobody,
    act: (send) => send({ by: people.anna }),
  },
  {
    way: 'POST /api/account/email/confirm',
    does: 'Anna confirms it on another device',
    publishes: { anna: ['account.changed'] },
    act: async (send) => {
      const mails = await mailsTo(app.outbox, cast.anna.email)
      await send({ by: app.visit(), body: { token: tokenIn(mails.at(-1) ?? '') } })
    },
  },
  {
    way: 'POST /api/account/confirmation',
    does: 'Anna shows who she is',
    publishes: nobody,
    act: (send) => send({ by: people.anna, body: { password: cast.anna.password } }),
  },
  {
    way: 'POST /api/account/second-factor',
    does: 'Anna begins to turn a second factor on',
    publishes: nobody,
    act: async (send) => {
      made.seed = seedOf(((await send({ by: people.anna })) as { secret: string }).secret)
    },
  },
  {
    way: 'PUT /api/account/second-factor',
    does: 'Anna turns it on',
    publishes: { anna: ['account.changed', 'notifications.changed'] },
    act: async (send) => {
      const code = codeOfStep(made.seed, Math.floor(Date.now() / 30_000))
      made.recoveryCodes = ((await send({ by: people.anna, body: { code } })) as typeof made).recoveryCodes
    },
  },
  {
    way: 'POST /api/auth/second-factor',
    does: 'Anna signs in on another device by a recovery code',
    publishes: { anna: ['account.changed'] },
    act: async (send) => {
      const { email, password } = cast.anna
      made.device = app.visit()
      const answer = await made.device.post('/api/auth/login', { email, password })
      const { secondFactor } = (await answer.json()) as { secondFactor: { challenge: string } }
      await send({ by: made.device, body: { ...secondFactor, code: made.recoveryCodes[0] } })
    },
  },
  {
    way: 'POST /api/account/recovery-codes',
    does: 'Anna has new recovery codes',
    publishes: { anna: ['account.changed', 'notifications.changed'] },
    act: (send) => send({ by: people.anna }),
  },
  {
    way: 'DELETE /api/account/second-factor',
    does: 'Anna turns it off',
    publishes: { anna: ['account.changed', 'notifications.changed'] },
    act: (send) => send({ by: people.anna }),
  },
  {
    way: 'POST /api/account/passkeys/options',
    does: 'Anna begins to add a passkey',
    publishes: nobody,
    act: async (send) => {
      made.options = (await send({ by: people.anna })) as typeof made.options
    },
  },
  {
    way: 'POST /api/account/passkeys',
    does: 'Anna adds it',
    publishes: { anna: ['account.changed', 'notifications.changed'] },
    act: async (send) => {
      made.passkey = createPasskey(app.origin)
      await send({ by: people.anna, body: { response: made.passkey.register(made.options) } })
    },
  },
  {
    way: 'POST /api/auth/passkey/options',
    does: 'somebody begins to sign in by a passkey',
    publishes: nobody,
    act: async (send) => {
      made.device = app.visit()
      made.options = (await send({ by: made.device })) as typeof made.options
    },
  },
  {
    way: 'POST /api/auth/passkey',
    does: 'Anna signs in by it on another device',
    publishes: nobody,
    act: async (send) => {
      if (made.device) await send({ by: made.device, body: { response: made.passkey?.assert(made.options) } })
    },
  },
  {
    way: 'PATCH /api/account/passkeys/{id}',
    does: 'Anna names it',
    publishes: { anna: ['account.changed'] },
    act: async (send) => {
      const { passkeys } = await people.anna.read<Account>('/api/account')
      await send({ by: people.anna, at: { id: passkeys[0]?.id ?? '' }, body: { name: 'Telefono' } })
    },
  },
  {
    way: 'DELETE /api/account/passkeys/{id}',
    does: 'Anna removes it',
    publishes: { anna: ['account.changed', 'notifications.changed'] },
    act: async (send) => {
      const { passkeys } = await people.anna.read<Account>('/api/account')
      await send({ by: people.anna, at: { id: passkeys[0]?.id ?? '' } })
    },
  },
  {
    way: 'DELETE /api/account/sessions/{id}',
    does: 'Anna ends the session of the other device',
    publishes: nobody,
    act: async (send) => {
      const { sessions } = await people.anna.read<{ sessions: Device[] }>('/api/account/sessions')
      const other = sessions.find(({ isCurrent }) => !isCurrent)
      await send({ by: people.anna, at: { id: other?.id ?? '' } })
    },
  },
  {
    way: 'DELETE /api/account/sessions',
    does: 'Anna ends all others',
    publishes: nobody,
    act: (send) => send({ by: people.anna }),
  },
  {
    way: 'POST /api/account/password',
    does: 'Anna changes her password',
    publishes: { anna: ['notifications.changed'] },
    act: async (send) => {
      const changed = { password: 'Tana-rossa3', passwordConfirmation: 'Tana-rossa3' }
      await send({ by: people.anna, body: { currentPassword: cast.anna.password, ...changed } })
    },
  },
  {
    way: 'POST /api/account/email',
    does: 'Anna asks for another address',
    publishes: { anna: ['account.changed'] },
    act: (send) => send({ by: people.anna, body: { email: 'anna.altrove@esempio.it' } }),
  },
  {
    way: 'DELETE /api/account/email',
    does: 'Anna keeps hers',
    publishes: { anna: ['account.changed'] },
    act: (send) => send({ by: people.anna }),
  },
  {
    way: 'POST /api/account/email/revert',
    does: 'the newcomer takes an address back',
    publishes: nobody,
    act: async (send) => {
      const token = createToken()
      await sql`
        insert into mail_links (token_hash, kind, user_id, email, expires_at)
        select ${hashToken(token)}, 'revert', id, 'tornata@altrove.it', now() + interval '1 day'
        from users where email = ${newcomer.email}
      `.execute(app.database)
      await send({ by: app.visit(), body: { token } })
    },
  },
  {
    way: 'POST /api/account/export',
    does: 'Anna asks for an archive of her own data',
    publishes: { anna: ['account.export_changed'] },
    act: (send) => send({ by: people.anna }),
  },
  {
    way: 'PUT /api/settings/privacy',
    does: 'Anna hides that she is online',
    publishes: { anna: ['account.changed'] },
    act: (send) => send({ by: people.anna, body: { showPresence: false } }),
  },
  {
    way: 'PUT /api/notifications/settings',
    does: 'Anna wants the mails of organizers',
    publishes: { anna: ['account.changed'] },
    act: (send) => send({ by: people.anna, body: { eventMails: { messages: true } } }),
  },
  {
    way: 'POST /api/chat/{conversationId}/uploads',
    does: 'Anna starts an upload',
    publishes: nobody,
    act: async (send) => {
      const body = { clientId: randomUUID(), name: 'prova.txt', size: 5 }
      const upload = (await send({ by: people.anna, at: { conversationId }, body })) as { id: string }
      made.uploadId = upload.id
    },
  },
  {
    way: 'PUT /api/uploads/{uploadId}/parts/{number}',
    does: 'Anna uploads it',
    publishes: nobody,
    act: (send) =>
      send({
        by: people.anna,
        at: { uploadId: made.uploadId, number: '0' },
        content: { type: 'application/octet-stream', bytes: Buffer.from('prova') },
      }),
  },
  {
    way: 'POST /api/uploads/{uploadId}/finish',
    does: 'Anna finishes it',
    publishes: nobody,
    act: (send) => send({ by: people.anna, at: { uploadId: made.uploadId } }),
  },
  {
    way: 'DELETE /api/uploads/{uploadId}',
    does: 'Anna gives it up',
    publishes: nobody,
    act: (send) => send({ by: people.anna, at: { uploadId: made.uploadId } }),
  },
  {
    way: 'PUT /api/push/subscription',
    does: 'Anna turns pushes on for a device',
    publishes: {},
    act: (send) => send({ by: people.anna, body: samplePushSubscription() }),
  },
  {
    way: 'POST /api/push/test',
    does: 'Anna tries them',
    publishes: {},
    act: (send) => send({ by: people.anna }),
  },
  {
    way: 'DELETE /api/push/subscription',
    does: 'Anna turns them off',
    publishes: {},
    act: (send) => send({ by: people.anna }),
  },
  {
    way: 'POST /api/notifications/read',
    does: 'Anna is notified that Carla made her an organizer, and reads it',
    publishes: { anna: ['notifications.changed'] },
    act: async (send) => {
      await app.database.transaction().execute(async (trx) => {
        const news: Publication[] = []
        await notifyOfEvent(trx, (...more) => news.push(...more), {
          kind: 'organizer_added',
          eventId: shownEventId,
          uids: [people.anna.uid],
          authorId: people.carla.uid,
        })
        await recordNews(trx, news)
      })
      await send({ by: people.anna, body: { eventId: shownEventId } })
    },
  },
  {
    way: 'POST /disiscrizione/{token}',
    does: 'Anna ends them by the link of a mail',
    publishes: { anna: ['account.changed'] },
    act: async () => {
      const token = createUnsubscribeTokens('a secret for the tests, 32 letters').make(
        'messages',
        people.anna.uid,
      )
      const body = new URLSearchParams({ 'List-Unsubscribe': 'One-Click' })
      await fetch(`${app.origin}/disiscrizione/${token}`, { method: 'POST', body })
    },
  },
  {
    way: 'POST /api/friends/requests',
    does: 'Carla asks Anna to be friends',
    publishes: { anna: ['friends.changed'], carla: ['friends.changed'] },
    act: (send) => send({ by: people.carla, body: { uid: people.anna.uid } }),
  },
  {
    way: 'PATCH /api/profiles/me',
    does: 'Carla takes another name while her request waits',
    publishes: {
      ...everybody('profiles.member_changed'),
      carla: ['profiles.member_changed', 'profiles.own_profile_changed'],
    },
    act: (send) => send({ by: people.carla, body: profileOf('Carla Nuova', '') }),
  },
  {
    way: 'POST /api/friends/requests/{uid}/accept',
    does: 'Anna accepts',
    publishes: { anna: ['friends.changed'], carla: ['friends.changed', 'notifications.changed'] },
    act: (send) => send({ by: people.anna, at: { uid: people.carla.uid } }),
  },
  {
    way: 'POST /api/friends/requests',
    does: 'Carla asks Bruno',
    publishes: { bruno: ['friends.changed'], carla: ['friends.changed'] },
    act: (send) => send({ by: people.carla, body: { uid: people.bruno.uid } }),
  },
  {
    way: 'POST /api/friends/requests/{uid}/reject',
    does: 'Bruno rejects',
    publishes: { bruno: ['friends.changed'], carla: ['friends.changed'] },
    act: (send) => send({ by: people.bruno, at: { uid: people.carla.uid } }),
  },
  {
    way: 'POST /api/friends/requests',
    does: 'Carla asks him again',
    publishes: { bruno: ['friends.changed'], carla: ['friends.changed'] },
    act: (send) => send({ by: people.carla, body: { uid: people.bruno.uid } }),
  },
  {
    way: 'DELETE /api/friends/requests/{uid}',
    does: 'Carla withdraws her request',
    publishes: { bruno: ['friends.changed'], carla: ['friends.changed'] },
    act: (send) => send({ by: people.carla, at: { uid: people.bruno.uid } }),
  },
  {
    way: 'POST /api/friends/requests',
    does: 'Bruno thinks better of it and asks Carla',
    publishes: { bruno: ['friends.changed'], carla: ['friends.changed'] },
    act: (send) => send({ by: people.bruno, body: { uid: people.carla.uid } }),
  },
  {
    way: 'POST /api/friends/requests',
    does: 'Carla asks Bruno, who has asked her',
    publishes: { bruno: ['friends.changed', 'notifications.changed'], carla: ['friends.changed'] },
    act: (send) => send({ by: people.carla, body: { uid: people.bruno.uid } }),
  },
  {
    way: 'POST /api/tokens',
    does: 'Anna makes a token',
    publishes: { anna: ['account.changed'] },
    act: (send) => send({ by: people.anna, body: { name: 'Bot', scopes: ['chat:read'], expiresInDays: 30 } }),
  },
  {
    way: 'DELETE /api/tokens/{id}',
    does: 'Anna revokes it',
    publishes: { anna: ['account.changed'] },
    act: async (send) => {
      const { tokens } = await people.anna.read<{ tokens: { id: string }[] }>('/api/tokens')
      return await send({ by: people.anna, at: { id: tokens[0]?.id ?? '' } })
    },
  },
  {
    way: 'POST /api/bots',
    does: 'Anna makes a bot',
    publishes: { anna: ['account.changed'] },
    act: (send) =>
      send({ by: people.anna, body: { name: 'Robottino', scopes: ['chat:read'], expiresInDays: 30 } }),
  },
  {
    way: 'POST /api/bots/{uid}/token',
    does: 'Anna gives it another token',
    publishes: { anna: ['account.changed'] },
    act: async (send) =>
      send({
        by: people.anna,
        at: { uid: await botOf(people.anna) },
        body: { scopes: ['chat:read', 'chat:write'], expiresInDays: null },
      }),
  },
  {
    way: 'POST /api/bots/{uid}/webhooks',
    does: 'Anna makes an address for it',
    publishes: { anna: ['account.changed'] },
    act: async (send) =>
      send({ by: people.anna, at: { uid: await botOf(people.anna) }, body: { name: 'GitHub' } }),
  },
  {
    way: 'PUT /api/bots/{uid}/rooms/{slug}',
    does: 'Anna lets it into a room',
    publishes: { anna: ['account.changed'] },
    act: async (send) => send({ by: people.anna, at: { uid: await botOf(people.anna), slug } }),
  },
  {
    way: 'DELETE /api/bots/{uid}/rooms/{slug}',
    does: 'Anna takes it out again',
    publishes: { anna: ['account.changed'] },
    act: async (send) => send({ by: people.anna, at: { uid: await botOf(people.anna), slug } }),
  },
  {
    way: 'DELETE /api/bots/{uid}/webhooks/{id}',
    does: 'Anna ends the address',
    publishes: { anna: ['account.changed'] },
    act: async (send) => {
      const { bots } = await people.anna.read<{ bots: Bot[] }>('/api/bots')
      const at = { uid: bots[0]?.uid ?? '', id: bots[0]?.webhooks[0]?.id ?? '' }
      return await send({ by: people.anna, at })
    },
  },
  {
    way: 'DELETE /api/bots/{uid}',
    does: 'Anna deletes it',
    publishes: { anna: ['account.changed'] },
    act: async (send) => send({ by: people.anna, at: { uid: await botOf(people.anna) } }),
  },
  {
    way: 'POST /api/events/feed',
    does: 'Anna makes an address of her calendar',
    publishes: nobody,
    act: (send) => send({ by: people.anna }),
  },
  {
    way: 'PUT /api/events/feed',
    does: 'Anna chooses all events for it',
    publishes: nobody,
    act: (send) => send({ by: people.anna, body: { scope: 'all' } }),
  },
  {
    way: 'DELETE /api/events/feed',
    does: 'Anna revokes it',
    publishes: nobody,
    act: (send) => send({ by: people.anna }),
  },
  {
    way: 'POST /api/events',
    does: 'Anna creates the first event',
    publishes: everybody('events.created'),
    act: async (send) => {
      const body = { ...eventIn(20), ctftimeId: '2345' }
      made.eventId = ((await send({ by: people.anna, body })) as Event).id
    },
  },
  {
    way: 'POST /api/events/ctftime',
    does: 'Bruno looks it up at CTFtime, and learns that it is here',
    publishes: {},
    act: (send) => send({ by: people.bruno, body: { link: 'https://ctftime.org/event/2345' } }),
  },
  {
    way: 'POST /api/events',
    does: 'Bruno creates one that begins before it',
    publishes: everybody('events.created'),
    act: async (send) => {
      made.nextEventId = ((await send({ by: people.bruno, body: eventIn(10) })) as Event).id
    },
  },
  {
    way: 'POST /api/events',
    does: 'Anna creates one that begins after it',
    publishes: everybody('events.created'),
    act: (send) => send({ by: people.anna, body: eventIn(30) }),
  },
  {
    way: 'PUT /api/events/{eventId}/participation',
    does: 'Bruno joins the first',
    publishes: {
      ...everybody('events.participants_changed'),
      bruno: ['events.participants_changed', 'events.own_participation_changed'],
    },
    act: (send) => send({ by: people.bruno, at: { eventId: made.eventId } }),
  },
  {
    way: 'PUT /api/events/{eventId}/participation',
    does: 'Carla joins it',
    publishes: {
      ...everybody('events.participants_changed'),
      carla: ['events.participants_changed', 'events.own_participation_changed'],
    },
    act: (send) => send({ by: people.carla, at: { eventId: made.eventId } }),
  },
  {
    way: 'PUT /api/events/{eventId}/participation',
    does: 'Carla joins it once more',
    publishes: nobody,
    act: (send) => send({ by: people.carla, at: { eventId: made.eventId } }),
  },
  {
    way: 'DELETE /api/events/{eventId}/participation',
    does: 'Bruno leaves it',
    publishes: {
      ...everybody('events.participants_changed'),
      bruno: ['events.participants_changed', 'events.own_participation_changed'],
    },
    act: (send) => send({ by: people.bruno, at: { eventId: made.eventId } }),
  },
  {
    way: 'PATCH /api/events/{eventId}',
    does: 'Anna edits the first',
    publishes: everybody('events.changed'),
    act: (send) =>
      send({ by: people.anna, at: { eventId: made.eventId }, body: { version: 0, title: 'Altro titolo' } }),
  },
  {
    way: 'POST /api/events/{eventId}/updates',
    does: 'Bruno writes to the participants of another',
    publishes: everybody('events.message_sent'),
    act: (send) =>
      send({
        by: people.bruno,
        at: { eventId: shownEventId },
        body: { clientId: randomUUID(), text: 'A presto.' },
      }),
  },
  {
    way: 'PUT /api/events/{eventId}/participation',
    does: 'Carla joins the one of Bruno',
    publishes: {
      ...everybody('events.participants_changed'),
      carla: ['events.participants_changed', 'events.own_participation_changed'],
    },
    act: (send) => send({ by: people.carla, at: { eventId: shownEventId } }),
  },
  {
    way: 'PUT /api/events/{eventId}/organizers/{uid}',
    does: 'Bruno adds Carla, who takes part, to the organizers',
    publishes: everybody('events.organizers_changed'),
    act: (send) => send({ by: people.bruno, at: { eventId: shownEventId, uid: people.carla.uid } }),
  },
  {
    way: 'PUT /api/events/{eventId}/owner',
    does: 'Bruno hands it over to Carla',
    publishes: everybody('events.changed'),
    act: (send) => send({ by: people.bruno, at: { eventId: shownEventId }, body: { uid: people.carla.uid } }),
  },
  {
    way: 'PUT /api/events/{eventId}/owner',
    does: 'Carla hands it back',
    publishes: everybody('events.changed'),
    act: (send) => send({ by: people.carla, at: { eventId: shownEventId }, body: { uid: people.bruno.uid } }),
  },
  {
    way: 'DELETE /api/events/{eventId}/organizers/{uid}',
    does: 'Carla organizes it no more',
    publishes: everybody('events.organizers_changed'),
    act: (send) => send({ by: people.carla, at: { eventId: shownEventId, uid: people.carla.uid } }),
  },
  {
    way: 'PUT /api/events/{eventId}/participation',
    does: 'Anna joins it too',
    publishes: {
      ...everybody('events.participants_changed'),
      anna: ['events.participants_changed', 'events.own_participation_changed'],
    },
    act: (send) => send({ by: people.anna, at: { eventId: shownEventId } }),
  },
  {
    way: 'PUT /api/settings/privacy',
    does: 'Carla hides that she takes part',
    publishes: { anna: ['events.people_changed'], carla: ['account.changed'] },
    act: (send) => send({ by: people.carla, body: { showParticipation: false } }),
  },
  {
    way: 'DELETE /api/events/{eventId}/participation',
    does: 'Anna leaves it',
    publishes: {
      ...everybody('events.participants_changed'),
      anna: ['events.participants_changed', 'events.own_participation_changed'],
    },
    act: (send) => send({ by: people.anna, at: { eventId: shownEventId } }),
  },
  {
    way: 'POST /api/events/{eventId}/cancel',
    does: 'Bruno cancels the one that starts next',
    publishes: everybody('events.changed'),
    act: (send) =>
      send({ by: people.bruno, at: { eventId: made.nextEventId }, body: { version: 0, reason: 'Piove.' } }),
  },
  {
    way: 'POST /api/events/{eventId}/restore',
    does: 'Bruno restores it',
    publishes: everybody('events.changed'),
    act: (send) => send({ by: people.bruno, at: { eventId: made.nextEventId }, body: { version: 1 } }),
  },
  {
    way: 'POST /api/events',
    does: 'Bruno creates one by mistake',
    publishes: everybody('events.created'),
    act: async (send) => {
      made.mistakenEventId = ((await send({ by: people.bruno, body: eventIn(40) })) as Event).id
    },
  },
  {
    way: 'DELETE /api/events/{eventId}',
    does: 'Bruno deletes it',
    publishes: everybody('events.removed'),
    act: (send) => send({ by: people.bruno, at: { eventId: made.mistakenEventId } }),
  },
  {
    way: 'remove-event',
    does: 'the operator removes the event that starts next',
    publishes: everybody('events.removed'),
    act: () => operate('remove-event', made.nextEventId),
  },
  {
    way: 'POST /api/chat/{conversationId}/typing',
    does: 'Carla begins to write in the public room',
    publishes: nobody,
    act: (send) => send({ by: people.carla, at: { conversationId: publicRoomId } }),
  },
  {
    way: 'POST /api/chat/{conversationId}/messages',
    does: 'Carla writes in the public room',
    publishes: everybody('chat.message_sent'),
    act: async (send) => {
      const at = { conversationId: publicRoomId }
      made.messageId = ((await send({ by: people.carla, at, body: messageOf('uno') })) as Message).id
    },
  },
  {
    way: 'POST /api/chat/{conversationId}/messages',
    does: 'Anna replies to it',
    publishes: {
      ...everybody('chat.message_sent'),
      carla: ['chat.message_sent', 'chat.mentions_changed'],
    },
    act: (send) =>
      send({
        by: people.anna,
        at: { conversationId: publicRoomId },
        body: { ...messageOf('due'), replyTo: 1 },
      }),
  },
  {
    way: 'POST /api/chat/{conversationId}/messages',
    does: 'Bruno names Anna in the room of her event',
    publishes: { anna: ['chat.message_sent', 'notifications.changed'], bruno: ['chat.message_sent'] },
    act: (send) =>
      send({
        by: people.bruno,
        at: { conversationId: roomId },
        body: messageOf(`<@${people.anna.uid}>`),
      }),
  },
  {
    way: 'PUT /api/chat/{conversationId}/messages/{sequence}',
    does: 'Bruno names her no more',
    publishes: { anna: ['chat.messages_changed', 'notifications.changed'], bruno: ['chat.messages_changed'] },
    act: (send) =>
      send({
        by: people.bruno,
        at: { conversationId: roomId, sequence: '1' },
        body: { text: 'nessuno', edits: 0 },
      }),
  },
  {
    way: 'PUT /api/chat/{conversationId}/messages/{sequence}',
    does: 'Carla edits what Anna replied to',
    publishes: everybody('chat.messages_changed'),
    act: (send) =>
      send({
        by: people.carla,
        at: { conversationId: publicRoomId, sequence: '1' },
        body: { text: 'uno, anzi', edits: 0 },
      }),
  },
  {
    way: 'POST /api/chat/private',
    does: 'Anna opens a chat with Carla',
    publishes: nobody,
    act: (send) => send({ by: people.anna, body: { uid: people.carla.uid } }),
  },
  {
    way: 'POST /api/chat/{conversationId}/messages',
    does: 'Anna writes to Bruno',
    publishes: both('chat.message_sent', 'chat.last_message_changed'),
    act: (send) => send({ by: people.anna, at: { conversationId }, body: messageOf('ciao') }),
  },
  {
    way: 'POST /api/chat/{conversationId}/messages',
    does: 'Anna writes to Bruno, who has not read the last message',
    publishes: both('chat.message_sent', 'chat.last_message_changed'),
    act: (send) => send({ by: people.anna, at: { conversationId }, body: messageOf('ci sei?') }),
  },
  {
    way: 'PATCH /api/profiles/me',
    does: 'Anna takes another name, which stands in every list',
    publishes: {
      ...everybody('profiles.member_changed'),
      anna: ['profiles.member_changed', 'profiles.own_profile_changed'],
    },
    act: (send) => send({ by: people.anna, body: profileOf('Anna Nuova', '') }),
  },
  {
    way: 'PUT /api/profiles/me/photo',
    does: 'Anna has a photo, which stands in every list',
    publishes: {
      ...everybody('profiles.member_changed'),
      anna: ['profiles.member_changed', 'profiles.own_profile_changed'],
    },
    act: (send) => send({ by: people.anna, content: { type: 'image/png', bytes: greyPng(100, 100) } }),
  },
  {
    way: 'DELETE /api/profiles/me/photo',
    does: 'Anna removes it',
    publishes: {
      ...everybody('profiles.member_changed'),
      anna: ['profiles.member_changed', 'profiles.own_profile_changed'],
    },
    act: (send) => send({ by: people.anna }),
  },
  {
    way: 'PATCH /api/profiles/me',
    does: 'Anna changes her name and biography',
    publishes: { anna: ['profiles.own_profile_changed'] },
    act: (send) => send({ by: people.anna, body: profileOf('Anna Nuova', 'Gioco ai CTF.') }),
  },
  {
    way: 'POST /api/chat/{conversationId}/messages',
    does: 'Bruno replies without having read',
    publishes: both('chat.message_sent', 'chat.last_message_changed'),
    act: async (send) => {
      const sent = await send({ by: people.bruno, at: { conversationId }, body: messageOf('eccomi') })
      made.replyId = (sent as Message).id
    },
  },
  {
    way: 'POST /api/chat/{conversationId}/read',
    does: 'Bruno reads the first',
    publishes: { anna: ['chat.partner_read'] },
    act: (send) => send({ by: people.bruno, at: { conversationId }, body: { sequence: 1 } }),
  },
  {
    way: 'POST /api/chat/{conversationId}/read',
    does: 'Bruno reads them all',
    publishes: { anna: ['chat.partner_read'], bruno: ['chat.unread_changed'] },
    act: (send) => send({ by: people.bruno, at: { conversationId }, body: { sequence: 2 } }),
  },
  {
    way: 'POST /api/moderation/rooms',
    does: 'a moderator makes a room',
    publishes: everybody('rooms.changed'),
    act: async (send) => {
      const body = { name: 'Cripto', purpose: 'Cifrari', group: 'CTF' }
      const answer = await send({ by: await findModerator(), body })
      made.slug = (answer as { slug: string }).slug
    },
  },
  {
    way: 'PATCH /api/moderation/rooms/{slug}',
    does: 'a moderator renames the room',
    publishes: everybody('rooms.changed'),
    act: async (send) => {
      const body = { version: 1, name: `Cripto ${made.slug.length}` }
      await send({ by: await findModerator(), at: { slug: made.slug }, body })
    },
  },
  {
    way: 'PUT /api/moderation/rooms/order',
    does: 'a moderator puts the room first',
    publishes: everybody('rooms.changed'),
    act: async (send) => send({ by: await findModerator(), body: { slugs: [made.slug] } }),
  },
  {
    way: 'PUT /api/moderation/rooms/{slug}/archive',
    does: 'a moderator archives a room',
    publishes: everybody('rooms.changed'),
    act: async (send) => send({ by: await findModerator(), at: { slug } }),
  },
  {
    way: 'DELETE /api/moderation/rooms/{slug}/archive',
    does: 'a moderator reopens the room',
    publishes: everybody('rooms.changed'),
    act: async (send) => send({ by: await findModerator(), at: { slug } }),
  },
  {
    way: 'PUT /api/rooms/{slug}/membership',
    does: 'Carla enters a room',
    publishes: { carla: ['rooms.own_changed'] },
    act: (send) => send({ by: people.carla, at: { slug } }),
  },
  {
    way: 'DELETE /api/rooms/{slug}/membership',
    does: 'Carla leaves the room',
    publishes: { carla: ['rooms.own_changed'] },
    act: (send) => send({ by: people.carla, at: { slug } }),
  },
  {
    way: 'POST /api/teams',
    does: 'Bruno makes a team',
    publishes: { bruno: ['teams.changed', 'rooms.own_changed'] },
    act: (send) => send({ by: people.bruno, body: teamOf('Lupi') }),
  },
  {
    way: 'PATCH /api/teams/{teamId}',
    does: 'Anna changes her team',
    publishes: { anna: ['teams.changed'] },
    act: (send) =>
      send({ by: people.anna, at: { teamId }, body: { version: 1, name: 'Volpi rosse', skills: ['Web'] } }),
  },
  {
    way: 'POST /api/teams/{teamId}/requests',
    does: 'Bruno asks it to let him in',
    publishes: { anna: ['teams.changed', 'notifications.changed'], bruno: ['teams.changed'] },
    act: (send) => send({ by: people.bruno, at: { teamId }, body: { text: 'ciao' } }),
  },
  {
    way: 'DELETE /api/teams/{teamId}/requests',
    does: 'Bruno withdraws it',
    publishes: both('teams.changed'),
    act: (send) => send({ by: people.bruno, at: { teamId } }),
  },
  {
    way: 'POST /api/teams/{teamId}/requests',
    does: 'Bruno asks again',
    publishes: { anna: ['teams.changed', 'notifications.changed'], bruno: ['teams.changed'] },
    act: (send) => send({ by: people.bruno, at: { teamId }, body: { text: '' } }),
  },
  {
    way: 'POST /api/teams/{teamId}/requests/{uid}/reject',
    does: 'Anna rejects it',
    publishes: { anna: ['teams.changed'], bruno: ['teams.changed', 'notifications.changed'] },
    act: (send) => send({ by: people.anna, at: { teamId, uid: people.bruno.uid } }),
  },
  {
    way: 'POST /api/teams/{teamId}/requests',
    does: 'Bruno asks once more',
    publishes: { anna: ['teams.changed', 'notifications.changed'], bruno: ['teams.changed'] },
    act: (send) => send({ by: people.bruno, at: { teamId }, body: { text: 'davvero' } }),
  },
  {
    way: 'POST /api/teams/{teamId}/requests/{uid}/accept',
    does: 'Anna lets him in',
    publishes: {
      anna: ['teams.changed'],
      bruno: ['teams.changed', 'rooms.own_changed', 'notifications.changed'],
    },
    act: (send) => send({ by: people.anna, at: { teamId, uid: people.bruno.uid } }),
  },
  {
    way: 'PUT /api/teams/{teamId}/invited/{uid}',
    does: 'Anna invites Carla',
    publishes: { carla: ['teams.changed', 'notifications.changed'] },
    act: (send) => send({ by: people.anna, at: { teamId, uid: people.carla.uid } }),
  },
  {
    way: 'POST /api/teams/{teamId}/invited/reject',
    does: 'Carla rejects it',
    publishes: { carla: ['teams.changed'] },
    act: (send) => send({ by: people.carla, at: { teamId } }),
  },
  {
    way: 'PUT /api/teams/{teamId}/invited/{uid}',
    does: 'Anna invites Carla again',
    publishes: { carla: ['teams.changed', 'notifications.changed'] },
    act: (send) => send({ by: people.anna, at: { teamId, uid: people.carla.uid } }),
  },
  {
    way: 'POST /api/teams/{teamId}/invited/accept',
    does: 'Carla enters by it',
    publishes: {
      ...both('teams.changed'),
      carla: ['teams.changed', 'rooms.own_changed'],
    },
    act: (send) => send({ by: people.carla, at: { teamId } }),
  },
  {
    way: 'DELETE /api/teams/{teamId}/members/{uid}',
    does: 'Anna removes Carla',
    publishes: {
      ...both('teams.changed'),
      carla: ['teams.changed', 'rooms.own_changed', 'notifications.changed'],
    },
    act: (send) => send({ by: people.anna, at: { teamId, uid: people.carla.uid } }),
  },
  {
    way: 'POST /api/teams/{teamId}/invitation',
    does: 'Anna makes a code',
    publishes: nobody,
    act: async (send) => {
      made.teamCode = ((await send({ by: people.anna, at: { teamId } })) as TeamCode).code ?? ''
    },
  },
  {
    way: 'POST /api/teams/code',
    does: 'Carla looks at what it opens',
    publishes: nobody,
    act: (send) => send({ by: people.carla, body: { code: made.teamCode } }),
  },
  {
    way: 'POST /api/teams/join',
    does: 'Carla enters by the code',
    publishes: {
      ...both('teams.changed'),
      carla: ['teams.changed', 'rooms.own_changed'],
    },
    act: (send) => send({ by: people.carla, body: { code: made.teamCode } }),
  },
  {
    way: 'PUT /api/teams/{teamId}/captain',
    does: 'Anna hands the team over to Bruno',
    publishes: { anna: ['teams.changed'], bruno: ['teams.changed', 'notifications.changed'] },
    act: (send) => send({ by: people.anna, at: { teamId }, body: { uid: people.bruno.uid } }),
  },
  {
    way: 'DELETE /api/teams/{teamId}/members/{uid}',
    does: 'Bruno leaves, and Anna leads it again',
    publishes: {
      anna: ['teams.changed', 'notifications.changed'],
      bruno: ['teams.changed', 'rooms.own_changed'],
      carla: ['teams.changed'],
    },
    act: (send) => send({ by: people.bruno, at: { teamId, uid: people.bruno.uid } }),
  },
  {
    way: 'PUT /api/teams/{teamId}/events/{eventId}',
    does: 'Anna enters her team for an event',
    publishes: {
      ...everybody('events.people_changed'),
      anna: ['events.people_changed', 'teams.changed'],
      carla: ['events.people_changed', 'teams.changed', 'notifications.changed'],
    },
    act: (send) => send({ by: people.anna, at: { teamId, eventId: made.hackathonId } }),
  },
  {
    way: 'PUT /api/events/{eventId}/looking',
    does: 'Carla looks for a team there',
    publishes: everybody('events.people_changed'),
    act: (send) => send({ by: people.carla, at: { eventId: made.hackathonId }, body: { text: 'ciao' } }),
  },
  {
    way: 'DELETE /api/events/{eventId}/looking',
    does: 'Carla no longer looks for one',
    publishes: everybody('events.people_changed'),
    act: (send) => send({ by: people.carla, at: { eventId: made.hackathonId } }),
  },
  {
    way: 'PUT /api/teams/{teamId}/events/{eventId}/lineup',
    does: 'Carla plays it for the team',
    publishes: {
      ...everybody('events.people_changed'),
      anna: ['events.people_changed', 'teams.changed'],
      carla: ['events.people_changed', 'teams.changed'],
    },
    act: (send) => send({ by: people.carla, at: { teamId, eventId: made.hackathonId } }),
  },
  {
    way: 'DELETE /api/teams/{teamId}/events/{eventId}/lineup',
    does: 'Carla plays it no longer',
    publishes: {
      ...everybody('events.people_changed'),
      anna: ['events.people_changed', 'teams.changed'],
      carla: ['events.people_changed', 'teams.changed'],
    },
    act: (send) => send({ by: people.carla, at: { teamId, eventId: made.hackathonId } }),
  },
  {
    way: 'DELETE /api/teams/{teamId}/events/{eventId}',
    does: 'Anna withdraws the team',
    publishes: {
      ...everybody('events.people_changed'),
      anna: ['events.people_changed', 'teams.changed'],
      carla: ['events.people_changed', 'teams.changed'],
    },
    act: (send) => send({ by: people.anna, at: { teamId, eventId: made.hackathonId } }),
  },
  {
    way: 'POST /api/chat/{conversationId}/read',
    does: 'Anna reads the room of her event',
    publishes: { anna: ['rooms.own_changed'] },
    act: (send) => send({ by: people.anna, at: { conversationId: roomId }, body: { sequence: 1 } }),
  },
  {
    way: 'PUT /api/chat/{conversationId}/mute',
    does: 'Anna mutes the room of her event',
    publishes: { anna: ['rooms.own_changed'] },
    act: (send) => send({ by: people.anna, at: { conversationId: roomId }, body: { until: 'always' } }),
  },
  {
    way: 'PUT /api/chat/{conversationId}/messages/{sequence}',
    does: 'Bruno edits what Anna has not read',
    publishes: both('chat.messages_changed', 'chat.unread_changed'),
    act: (send) =>
      send({
        by: people.bruno,
        at: { conversationId, sequence: '3' },
        body: { text: 'eccomi qui', edits: 0 },
      }),
  },
  {
    way: 'PUT /api/chat/{conversationId}/messages/{sequence}',
    does: 'Anna edits a message of the public room',
    publishes: everybody('chat.messages_changed'),
    act: (send) =>
      send({
        by: people.anna,
        at: { conversationId: publicRoomId, sequence: '2' },
        body: { text: 'due e mezzo', edits: 0 },
      }),
  },
  {
    way: 'PUT /api/chat/{conversationId}/messages/{sequence}/reactions/{reaction}',
    does: 'Bruno likes it',
    publishes: {
      ...everybody('chat.messages_changed'),
      bruno: ['chat.messages_changed', 'chat.own_reactions_changed'],
    },
    act: (send) =>
      send({ by: people.bruno, at: { conversationId: publicRoomId, sequence: '2', reaction: 'up' } }),
  },
  {
    way: 'DELETE /api/chat/{conversationId}/messages/{sequence}/reactions/{reaction}',
    does: 'Bruno takes it back',
    publishes: {
      ...everybody('chat.messages_changed'),
      bruno: ['chat.messages_changed', 'chat.own_reactions_changed'],
    },
    act: (send) =>
      send({ by: people.bruno, at: { conversationId: publicRoomId, sequence: '2', reaction: 'up' } }),
  },
  {
    way: 'POST /api/chat/{conversationId}/mentions/{sequence}/read',
    does: 'Carla reads what Anna replied to her',
    publishes: { carla: ['chat.mentions_changed'] },
    act: (send) => send({ by: people.carla, at: { conversationId: publicRoomId, sequence: '2' } }),
  },
  {
    way: 'DELETE /api/chat/{conversationId}/messages/{sequence}',
    does: 'Anna removes it',
    publishes: everybody('chat.messages_changed'),
    act: (send) => send({ by: people.anna, at: { conversationId: publicRoomId, sequence: '2' } }),
  },
  {
    way: 'remove-message',
    does: 'the operator removes what Anna has not read',
    publishes: both('live.head', 'chat.unread_changed'),
    act: () => operate('remove-message', made.replyId),
  },
  {
    way: 'remove-message',
    does: 'the operator removes a message of the public room',
    publishes: everybody('live.head'),
    act: () => operate('remove-message', made.messageId),
  },
  {
    way: 'POST /api/chat/{conversationId}/read',
    does: 'Anna reads what was removed',
    publishes: { bruno: ['chat.partner_read'] },
    act: (send) => send({ by: people.anna, at: { conversationId }, body: { sequence: 3 } }),
  },
  {
    way: 'PUT /api/settings/privacy',
    does: 'Bruno no longer shows how far he has read, and sees it of nobody',
    publishes: { anna: ['chat.partner_read'], bruno: ['account.changed'] },
    act: (send) => send({ by: people.bruno, body: { readReceipts: false } }),
  },
  {
    way: 'PUT /api/settings/privacy',
    does: 'Bruno shows it again',
    publishes: { anna: ['chat.partner_read'], bruno: ['account.changed'] },
    act: (send) => send({ by: people.bruno, body: { readReceipts: true } }),
  },
  {
    way: 'DELETE /api/friends/{uid}',
    does: 'Anna removes Bruno from her friends',
    publishes: { anna: ['friends.changed'], bruno: ['friends.changed'] },
    act: (send) => send({ by: people.anna, at: { uid: people.bruno.uid } }),
  },
  {
    way: 'PUT /api/blocks/{uid}',
    does: 'Anna blocks Bruno',
    publishes: { anna: ['live.stale', 'notifications.changed'], bruno: ['live.stale'] },
    act: (send) => send({ by: people.anna, at: { uid: people.bruno.uid } }),
  },
  {
    way: 'POST /api/chat/{conversationId}/messages',
    does: 'Bruno writes in the public room what Anna does not see',
    publishes: everybody('chat.message_sent'),
    act: (send) =>
      send({
        by: people.bruno,
        at: { conversationId: publicRoomId },
        body: { clientId: crypto.randomUUID(), text: 'non per Anna' },
      }),
  },
  {
    way: 'DELETE /api/blocks/{uid}',
    does: 'Anna unblocks Bruno',
    publishes: both('live.stale'),
    act: (send) => send({ by: people.anna, at: { uid: people.bruno.uid } }),
  },
  {
    way: 'POST /api/hooks/{token}',
    does: 'a bot writes by an address',
    publishes: everybody('chat.message_sent'),
    act: async (send) => {
      // Of somebody whose page nobody has open: no news is published of the day of its use.
      const owner = await findModerator()
      const address = await makeWebhook(owner, await makeBot(owner, 'Postino'))
      return await send({
        by: app.visit(),
        at: { token: address.slice(webhookPath.length) },
        body: { text: 'La sfida 12 è aperta.' },
      })
    },
  },
  {
    way: 'POST /api/appeals/statement',
    does: 'Bruno reads what a decision says',
    publishes: nobody,
    act: async (send) => send({ by: app.visit(), body: { token: await decideOnBruno() } }),
  },
  {
    way: 'POST /api/appeals',
    does: 'Bruno appeals against a decision',
    publishes: {},
    act: async (send) => {
      const token = await decideOnBruno()
      await send({ by: app.visit(), body: { token, text: 'Non è andata così, davvero.' } })
    },
  },
  {
    way: 'POST /api/reports',
    does: 'Anna reports Bruno',
    publishes: {},
    act: (send) =>
      send({ by: people.anna, body: { subject: { kind: 'member', id: people.bruno.uid }, reason: 'spam' } }),
  },
  {
    way: 'POST /api/moderation/reports/{id}/decision',
    does: 'a moderator finds nothing wrong with Bruno',
    publishes: { anna: ['notifications.changed'] },
    act: async (send) => {
      const { id } = await app.database
        .selectFrom('reports')
        .select('id')
        .where('member_id', '=', people.bruno.uid)
        .executeTakeFirstOrThrow()
      await send({ by: await findModerator(), at: { id }, body: { action: 'none' } })
    },
  },
  {
    way: 'POST /api/moderation/appeals/{id}/answer',
    does: 'a moderator rejects an appeal of Carla’s',
    publishes: { carla: ['notifications.changed'] },
    act: async (send) => {
      await sql`
        with decision as (
          insert into decisions (id, subject_kind, subject_id, member_id, action, rule, facts, suspended_until)
          values (${decisionId}, 'member', ${people.carla.uid}, ${people.carla.uid}, 'suspend', 1, 'Vende cose.', now())
        )
        select`.execute(app.database)
      await app.database
        .insertInto('appeals')
        .values({ decision_id: decisionId, text: 'Non è andata così.' })
        .execute()
      const body = { accept: false, facts: 'La decisione resta com’è.' }
      await send({ by: await findModerator(), at: { id: decisionId }, body })
    },
  },
  {
    way: 'POST /api/moderation/decisions/{id}/revert',
    does: 'a moderator undoes a decision on Carla, which is over',
    publishes: { carla: ['notifications.changed'] },
    act: async (send) => {
      const body = { facts: 'Era una decisione sbagliata.' }
      await send({ by: await findModerator(), at: { id: decisionId }, body })
    },
  },
  {
    way: 'POST /api/account/deletion',
    does: 'somebody new asks for the deletion of their account',
    publishes: nobody,
    act: async (send) => {
      const { password } = newcomer
      const leaver = app.visit()
      const form = { email: 'congedo@altrove.it', username: '', password, passwordConfirmation: password }
      await leaver.post('/api/auth/register', form)
      await send({ by: leaver, body: { eraseTexts: false } })
    },
  },
]

const decisionId = crypto.randomUUID()
let moderator: Promise<Member> | undefined

/** Somebody whom no page shows. */
function findModerator(): Promise<Member> {
  moderator ??= register(app.origin, {
    name: 'Moderatrice',
    email: 'moderatrice@altrove.it',
    password: newcomer.password,
  }).then(async (member) => {
    await makeModerator(app.database, member.uid)
    return member
  })
  return moderator
}

async function sendBy(way: string, { by, at = {}, body, content }: Request): Promise<unknown> {
  const [method = '', route = ''] = way.split(' ')
  const path = route.replaceAll(/\{(\w+)\}/g, (_, name: string) => at[name] ?? '')
  const answer = await by.fetch(path, {
    method,
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    ...(content && { body: content.bytes, headers: { 'content-type': content.type } }),
  })
  if (!answer.ok) throw new Error(`${method} ${path}: ${answer.status} ${await answer.text()}`)
  return answer.status === 204 || answer.status === 202 ? null : await answer.json()
}

/** Every commit is a while in coming, so that news that outruns it finds the old state. */
async function delayCommits(): Promise<void> {
  await sql`
    create function delay_commit() returns trigger language plpgsql as $$
    begin perform pg_sleep(0.03); return null; end $$`.execute(app.database)
  for (const table of [
    'users',
    'events',
    'friend_requests',
    'friendships',
    'messages',
    'conversation_members',
    'memberships',
    'team_candidates',
    'team_entries',
    'team_lineups',
    'event_seekers',
  ])
    await sql`
      create constraint trigger delay_commit after insert or update or delete on ${sql.table(table)}
      deferrable initially deferred for each row execute function delay_commit()`.execute(app.database)
}

/** Nobody makes archives, which would be a second change of their own: `exports.routes.test.ts` sees it. */
async function makeNoArchives(): Promise<void> {
  await sql`
    create function skip_change() returns trigger language plpgsql as $$
    begin return null; end $$`.execute(app.database)
  await sql`
    create trigger skip_change before update on exports
    for each row execute function skip_change()`.execute(app.database)
}

beforeAll(async () => {
  const [anna, bruno, carla] = await Promise.all([app.as('anna'), app.as('bruno'), app.as('carla')])
  // To be found by everybody.
  await app.as('dario')
  people = { anna, bruno, carla }
  await sendBy('POST /api/friends/requests', { by: anna, body: { uid: bruno.uid } })
  await sendBy('POST /api/friends/requests', { by: bruno, body: { uid: anna.uid } })
  const opened = await sendBy('POST /api/chat/private', { by: anna, body: { uid: bruno.uid } })
  conversationId = (opened as { conversationId: string }).conversationId
  shownEventId = ((await sendBy('POST /api/events', { by: bruno, body: eventIn(500) })) as Event).id
  const { id: eventId } = (await sendBy('POST /api/events', { by: anna, body: eventIn(600) })) as Event
  await sendBy('PUT /api/events/{eventId}/participation', { by: bruno, at: { eventId } })
  roomId = eventRoomId(eventId)
  const hackathon = { ...eventIn(700), category: 'hackathon' }
  made.hackathonId = ((await sendBy('POST /api/events', { by: bruno, body: hackathon })) as Event).id
  await sendBy('PUT /api/events/{eventId}/participation', { by: carla, at: { eventId: made.hackathonId } })
  slug = await makeRoom(app.database, { name: 'Web' })
  await people.anna.put(`/api/rooms/${slug}/membership`)
  teamId = ((await sendBy('POST /api/teams', { by: anna, body: teamOf('Volpi') })) as Team).id
  await delayCommits()
  await makeNoArchives()
})

it('has a mutation for every route that writes, a list for every one that reads, and both for all news (R-06)', async () => {
  const routes = await readRoutes(app.visit())
  const ways = new Set(mutations.map(({ way }) => way).filter((way) => way.includes(' ')))
  expect(ways).toEqual(new Set(routes.filter(writes).map((route) => route.name)))

  const paths = names.flatMap((name) => listNames.map((list) => lists[list](name)?.replace(/\?.*/, '')))
  const isShown = ({ path }: { path: string }) =>
    paths.some((one) => one && new RegExp(`^${path.replaceAll(/\{\w+\}/g, '[^/]+')}$`).test(one))
  const unshown = routes.filter((route) => !writes(route) && route.isProtected && !isShown(route))
  // Presence is fetched by a clock. A photo, a file and the key of pushes never change. The answers of the changes are folded into the
  // room and the chat. Whom the search proposes hangs on what strangers join, which no news tells: it is fetched when it is opened,
  // and kept for a while. The others are fetched on demand, the sessions also after one is ended.
  expect(unshown.map((route) => route.name)).toEqual([
    'GET /api/account/sessions',
    'GET /api/account/deletion',
    'GET /api/account/export/file',
    'GET /api/photos/{photoId}',
    'GET /api/photos/{photoId}/{size}',
    'GET /api/push/key',
    'GET /api/events/feed',
    'GET /api/events/similar',
    'GET /api/events/{eventId}/organizers/candidates',
    'GET /api/events/{eventId}/participants.csv',
    'GET /api/friends/presence',
    'GET /api/friends/suggestions',
    'GET /api/moderation/reports',
    'GET /api/moderation/reports/{id}',
    'GET /api/moderation/appeals',
    'GET /api/moderation/log',
    'GET /api/chat/{conversationId}/messages/{sequence}',
    'GET /api/chat/{conversationId}/changes',
    'GET /api/chat/search',
    'GET /api/chat/{conversationId}/messages/{sequence}/reactions',
    'GET /api/chat/{conversationId}/reactions/own',
    'GET /api/teams',
    'GET /api/teams/{teamId}/invitation',
    'GET /api/files/{fileId}',
    'GET /api/moderation/reports/{id}/files/{fileId}',
    'GET /api/files/{fileId}/{size}',
    'GET /api/account/export/files',
  ])

  const published = mutations.flatMap(({ publishes }) => Object.values(publishes).flat())
  const stored = Object.entries(newsTypes).flatMap(([type, isStored]) => (isStored ? [type] : []))
  expect(new Set(published)).toEqual(new Set([...stored, 'live.head', 'live.stale']))
})

/**
 * Each mutation is seen by pages that were open before it, that fetch while its news arrives, and that fetch right after. Only
 * the lists that the news touches are read again each time; all others must not have changed, which is looked at after every
 * so many mutations.
 */
it('leaves no page with anything old, whether the news comes before, during or after the fetch (R-06)', async () => {
  const roundLength = repetitions('R-06', 16, 1)
  const old: string[] = []
  let changes = 0
  const startedAt = performance.now()
  const note = (what: string, name: Name, stale: string[], timing: string) =>
    old.push(...stale.map((list) => `${what}: ${name}'s ${list}, ${timing}`))

  const watchers = await Promise.all(
    names.map(async (name) => {
      const early = openPage(name)
      const socket = await openSocket(name, early)
      await early.load()
      return { name, early, socket, truth: await readSome(name, listNames) }
    }),
  )

  for (const [index, { way, does, act, publishes }] of mutations.entries()) {
    const gate = Promise.withResolvers<void>()
    const watching = watchers.map((watcher) => {
      const { name, socket, truth: before } = watcher
      socket.forget()
      const during = publishes[name] ? openPage(name) : null
      if (during) socket.pages.add(during)
      const loading = during?.load((list) => gate.promise.then(() => before.get(list)))
      return { watcher, before, during, loading }
    })

    const acting = act((request) => sendBy(way, request))
    const late = await Promise.all(
      watchers.map(async ({ name, socket }): Promise<Shown> => {
        const types = publishes[name]
        if (!types) return new Map()
        note(does, name, await socket.receives(types), 'never received')
        // Without the session's new cookie, it would read what visitors see.
        if (way === 'POST /api/account/password') await acting
        return await readSome(name, socket.touched)
      }),
    )
    await acting
    gate.resolve()
    await Promise.all(
      watching.map(async ({ watcher, before, during, loading }, at) => {
        const { name, early, socket } = watcher
        await loading
        for (let count = -1; count !== socket.receivedCount(); ) {
          count = socket.receivedCount()
          watcher.truth = new Map([...before, ...(await readSome(name, socket.touched))])
          const hasMoreCome = () => count !== socket.receivedCount()
          const [duringStale, earlyStale] = await Promise.all([
            during?.settle(watcher.truth, hasMoreCome) ?? [],
            early.settle(watcher.truth, hasMoreCome),
          ])
          if (hasMoreCome()) continue
          note(does, name, duringStale, 'news during the fetch')
          note(does, name, earlyStale, 'news after the fetch')
        }
        const fetched = late[at] ?? new Map()
        note(does, name, differences(fetched, watcher.truth, fetched.keys()), 'news before the fetch')
        const changed = differences(before, watcher.truth)
        changes += changed.length
        if (changed.length > 0 !== Boolean(publishes[name]))
          note(does, name, [changed.join()], 'changed without news, or the reverse')
        if (during) socket.pages.delete(during)
      }),
    )
    if (index % roundLength === roundLength - 1 || index === mutations.length - 1)
      for (const { name, truth } of watchers)
        note(`by ${does}`, name, differences(await readSome(name, listNames), truth), 'changed without news')
    // Later mutations would begin with it.
    if (old.length > 0) break
  }
  figure(
    'R-06',
    `${mutations.length} mutations by ${new Set(mutations.map(({ way }) => way)).size} ways x before, during and after the fetch, ${changes} changes of lists seen by ${names.length} members, in ${((performance.now() - startedAt) / 1000).toFixed(1)} s: ${old.length} old`,
  )
  expect(old).toEqual([])
  expect(misdescribed).toEqual([])
})
