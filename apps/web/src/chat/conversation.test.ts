import type {
  ChangedMessages,
  ChangedReactions,
  Message,
  MessagePage,
  OwnReactions,
} from '@covo/contract/chat/chat.routes'
import { quoteOf } from '@covo/contract/chat/quote'
import type { SentFile } from '@covo/contract/files/message-files'
import type { SliceNews } from '@covo/contract/realtime'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import type { WatchedPosition } from '../platform/live-connection.ts'
import { type ConversationView, createConversation } from './conversation.ts'
import type { Echo } from './echoes.ts'
import type { Edit } from './edits.ts'
import type { PagePosition } from './message-loader.ts'
import type { Attempt } from './message-sender.ts'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

function message(sequence: number, changes: Partial<Message> = {}): Message {
  return {
    id: `id-${sequence}`,
    conversationId: 'generale',
    sequence,
    clientId: `client-${sequence}`,
    userId: 'bruno',
    userName: 'Bruno',
    photoURL: null,
    text: `text ${sequence}`,
    timestamp: '2026-11-21T10:00:00.000Z',
    ...changes,
  }
}

function page(from: number, to: number, head = to): MessagePage {
  const messages = Array.from({ length: to - from + 1 }, (_, index) => message(from + index))
  return { messages, head, authorCount: 1, changes: 0 }
}

const sent = (one: Message): SliceNews => ({
  type: 'chat.message_sent',
  message: one,
  authorCount: 1,
  changes: 0,
})
const changed = (after: number, ...some: Message[]): SliceNews => ({
  type: 'chat.messages_changed',
  conversationId: 'generale',
  after,
  changes: Math.max(...some.map(({ change = 0 }) => change)),
  changed: some,
})
const renamed: SliceNews = {
  type: 'profiles.member_changed',
  uid: 'bruno',
  displayName: 'Brunello',
  photoURL: '',
}

/** A conversation whose server, socket and device are moved by hand. */
function open({ lastSeen, echoes = [] }: { lastSeen?: MessagePage; echoes?: Echo[] } = {}) {
  const fetches: { position: PagePosition; answer: (page: MessagePage) => void; fail: () => void }[] = []
  const changeFetches: { after: number; answer: (changed: ChangedMessages) => void }[] = []
  const attempts: {
    clientId: string
    text: string
    files: SentFile[] | null
    end: (attempt: Attempt) => void
  }[] = []
  const editAttempts: { edit: Edit; end: (attempt: Attempt) => void }[] = []
  const own: OwnReactions['own'] = []
  const reactions: ((answer: ChangedReactions) => void)[] = []
  const device = { isOffline: false, page: lastSeen, echoes, edits: [] as readonly Edit[] }
  const attachments = {
    files: new Map<string, SentFile[] | null>(),
    retried: [] as string[],
    onChange() {},
  }
  let onPosition = (_position: WatchedPosition) => {}
  let onState = () => {}
  const conversation = createConversation({
    conversationId: 'generale',
    ownId: 'anna',
    server: {
      fetchPage: (position) =>
        new Promise((answer, reject) => {
          fetches.push({ position, answer, fail: () => reject(new Error('no answer')) })
        }),
      fetchChanges: (after) => new Promise((answer) => changeFetches.push({ after, answer })),
      fetchOwnReactions: async (from, to) => ({
        own: own.filter(({ sequence }) => sequence >= from && sequence <= to),
      }),
      react: () => new Promise((answer) => reactions.push(answer)),
      edit: (edit) => new Promise((end) => editAttempts.push({ edit, end })),
      send: ({ clientId, text, files }) =>
        new Promise((end) => attempts.push({ clientId, text, files, end })),
    },
    attachments: {
      attach: async () => [],
      loaded: () => null,
      view: () => ({ attachments: [], refused: [], isAttaching: false }),
      subscribe(listener) {
        attachments.onChange = listener
        return () => true
      },
      resume() {},
      filesOf: (messageId) => attachments.files.get(messageId) ?? null,
      handOver: (messageId) => void attachments.files.set(messageId, null),
      settle() {},
      retryOf: (messageId) => void attachments.retried.push(messageId),
      renewOf() {},
      forgetOf: (messageId) => void attachments.files.delete(messageId),
      close() {},
    },
    live: {
      watchTopic(_topic, listener) {
        onPosition = listener
        return () => {}
      },
      state: () => 'online',
      subscribeToState(listener) {
        onState = listener
        return () => {}
      },
    },
    device: {
      isOffline: () => device.isOffline,
      readPage: () => device.page,
      savePage: (saved) => {
        device.page = saved
      },
      readEchoes: () => device.echoes,
      saveEchoes: (saved) => {
        device.echoes = [...saved]
      },
      readEdits: () => [...device.edits],
      saveEdits: (saved) => {
        device.edits = saved
      },
    },
  })
  const leave = conversation.watch()
  const next = <Item>(items: Item[]) => {
    const item = items.shift()
    if (!item) throw new Error('nothing was asked of the server')
    return item
  }
  const settle = () => vi.advanceTimersByTimeAsync(0)
  return {
    conversation,
    leave,
    device,
    attachments,
    own,
    fetches,
    attempts,
    view: (): ConversationView => conversation.view(),
    texts: () => conversation.view().history?.messages.map(({ text }) => text),
    nextFetch: () => next(fetches),
    changeFetches,
    nextChangeFetch: () => next(changeFetches),
    nextAttempt: () => next(attempts),
    nextEdit: () => next(editAttempts),
    nextReaction: () => next(reactions),
    settle,
    async load(answer: MessagePage) {
      next(fetches).answer(answer)
      await settle()
    },
    raiseHead: (head: number, changes = 0) => onPosition({ head, changes }),
    watched: (position: WatchedPosition) => onPosition(position),
    reconnect: () => onState(),
  }
}

describe('loading', () => {
  it('shows the newest page, and remembers it on the device', async () => {
    const { view, load, device } = open()
    expect(view().status).toBe('loading')
    await load(page(1, 3))
    expect(view()).toMatchObject({ status: 'loaded', headAtOpening: 3 })
    expect(device.page).toEqual(page(1, 3))
  })

  it('folds news that comes during a fetch into the page, which was read before it', async () => {
    const { conversation, load, texts, view } = open()
    conversation.receive([renamed, sent(message(4))])
    conversation.receive([changed(0, message(2, { text: '', isRemoved: true, change: 1 }))])
    await load(page(1, 3))
    expect(texts()).toEqual(['text 1', '', 'text 3', 'text 4'])
    expect(view().history?.messages[0]?.userName).toBe('Brunello')
  })

  it('refetches the page that the subscription found loaded, unless it is current and the topic goes no further', async () => {
    const { load, watched, fetches, nextFetch } = open()
    await load(page(1, 3))
    watched({ head: 3, changes: 0, isCurrent: true })
    expect(fetches).toHaveLength(0)
    for (const position of [
      { head: 3, changes: 0 },
      { head: 4, changes: 0, isCurrent: true } as const,
      { head: 4, changes: 1, isCurrent: true } as const,
    ]) {
      watched(position)
      expect(nextFetch().position).toEqual({})
    }
  })

  it('fails, is tried again by hand and by a subscription', async () => {
    const { conversation, view, nextFetch, fetches, settle, raiseHead, load } = open()
    nextFetch().fail()
    await settle()
    expect(view().status).toBe('failed')
    conversation.load()
    expect(view().status).toBe('loading')
    nextFetch().fail()
    await settle()
    raiseHead(3)
    expect(fetches).toHaveLength(1)
    await load(page(1, 3))
    expect(view().status).toBe('loaded')
  })

  it('without network shows the page that was seen last, until the server gives another', async () => {
    const opened = open({ lastSeen: page(1, 2) })
    opened.nextFetch().fail()
    await opened.settle()
    expect(opened.view().status).toBe('lastSeen')
    opened.conversation.loadOlder()
    expect(opened.fetches).toHaveLength(0)
    opened.raiseHead(9)
    await opened.load(page(8, 9))
    expect(opened.texts()).toEqual(['text 8', 'text 9'])
  })

  it('adds older pages at the start, one at a time', async () => {
    const { conversation, load, nextFetch, fetches, settle, view, texts } = open()
    await load(page(4, 6))
    conversation.loadOlder()
    conversation.loadOlder()
    expect(fetches).toHaveLength(1)
    const { position, answer } = nextFetch()
    expect(position).toEqual({ before: 4 })
    conversation.receive([renamed])
    answer(page(1, 3, 6))
    await settle()
    expect(texts()).toHaveLength(6)
    expect(view()).toMatchObject({ changedAt: 'start', history: { reachedStart: true } })
    expect(view().history?.messages[0]?.userName).toBe('Brunello')
  })
})

it('takes the head at the next opening, whatever news came while no screen showed it', async () => {
  const { conversation, leave, load, raiseHead, view } = open()
  await load(page(1, 3))
  leave()
  conversation.receive([renamed])
  conversation.watch()
  raiseHead(9)
  expect(view().headAtOpening).toBe(9)
})

describe('catching up', () => {
  it('fetches the messages before one that comes too early, and again after a failure', async () => {
    const { conversation, load, nextFetch, settle, texts } = open()
    await load(page(1, 3))
    conversation.receive([sent(message(6))])
    const first = nextFetch()
    expect(first.position).toEqual({ after: 3 })
    first.fail()
    await vi.advanceTimersByTimeAsync(1_000)
    nextFetch().answer(page(4, 5, 6))
    await settle()
    expect(texts()).toHaveLength(6)
  })

  it('refetches the newest page when the topic is watched again, for removals and names', async () => {
    const { load, nextFetch, settle, raiseHead, texts } = open()
    await load(page(1, 3))
    raiseHead(3)
    const refetch = nextFetch()
    expect(refetch.position).toEqual({})
    refetch.answer({
      ...page(1, 3),
      messages: [message(1), message(2, { text: '', isRemoved: true }), message(3)],
    })
    await settle()
    expect(texts()).toEqual(['text 1', '', 'text 3'])
  })

  it('fetches what changed meanwhile, however far up it is', async () => {
    const { conversation, load, nextFetch, nextChangeFetch, settle, raiseHead, texts } = open()
    await load(page(51, 52))
    conversation.loadOlder()
    nextFetch().answer(page(1, 50, 52))
    await settle()
    raiseHead(52)
    nextFetch().answer({ ...page(51, 52), changes: 2 })
    await settle()
    const first = nextChangeFetch()
    expect(first.after).toBe(0)
    first.answer({
      changed: [message(17, { text: '', isRemoved: true, change: 1 })],
      changes: 1,
      hasMore: true,
    })
    await settle()
    const second = nextChangeFetch()
    expect(second.after).toBe(1)
    second.answer({
      changed: [message(3, { text: '', isRemoved: true, change: 2 })],
      changes: 2,
      hasMore: false,
    })
    await settle()
    expect(texts()?.[16]).toBe('')
    expect(texts()?.[2]).toBe('')
    expect(texts()?.[3]).toBe('text 4')
  })

  it('waits for news of changes that was overtaken, then fetches them', async () => {
    const { conversation, load, nextChangeFetch, changeFetches, settle, texts } = open()
    await load(page(1, 3))
    const edit = (sequence: number, change: number) => message(sequence, { text: `change ${change}`, change })
    conversation.receive([changed(1, edit(2, 2))])
    expect(texts()).toEqual(['text 1', 'change 2', 'text 3'])
    await vi.advanceTimersByTimeAsync(299)
    conversation.receive([changed(0, edit(1, 1)), changed(1, edit(2, 2))])
    await vi.advanceTimersByTimeAsync(1_000)
    expect(changeFetches).toHaveLength(0)
    conversation.receive([changed(3, edit(2, 4))])
    await vi.advanceTimersByTimeAsync(300)
    const fetched = nextChangeFetch()
    expect(fetched.after).toBe(2)
    fetched.answer({ changed: [edit(3, 3), edit(2, 4)], changes: 4, hasMore: false })
    await settle()
    expect(texts()).toEqual(['change 1', 'change 4', 'change 3'])
  })

  it('fetches what changed up to where the server says that changes go', async () => {
    const { load, nextFetch, nextChangeFetch, settle, raiseHead, texts } = open()
    await load(page(1, 2))
    raiseHead(2, 1)
    nextFetch().fail()
    await settle()
    const fetched = nextChangeFetch()
    expect(fetched.after).toBe(0)
    fetched.answer({ changed: [message(1, { text: 'corretto', change: 1 })], changes: 1, hasMore: false })
    await settle()
    expect(texts()).toEqual(['corretto', 'text 2'])
  })
})

describe('own reactions', () => {
  const liked = (sequence: number, change: number) =>
    message(sequence, { change, reactions: [{ reaction: 'up', count: 1 }] })
  const ownUp = (sequence: number, change: number) => ({ sequence, change, reactions: ['up' as const] })

  it('are known where the first reaction to a message was missed', async () => {
    const { conversation, own, load, nextFetch, nextChangeFetch, settle, raiseHead } = open()
    await load(page(51, 52))
    conversation.loadOlder()
    nextFetch().answer(page(1, 50, 52))
    await settle()
    raiseHead(52)
    own.push(ownUp(17, 1))
    nextFetch().answer({ ...page(51, 52), changes: 1 })
    await settle()
    nextChangeFetch().answer({ changed: [liked(17, 1)], changes: 1, hasMore: false })
    await settle()
    expect(conversation.reactions.stateOf(17).kinds).toEqual(['up'])
  })

  it('are known of the newer messages that are loaded after a jump', async () => {
    const { conversation, own, load, nextFetch, settle } = open()
    await load(page(91, 100))
    const jump = conversation.jumpTo(80)
    nextFetch().answer(page(78, 82, 100))
    await jump
    own.push(ownUp(85, 1))
    conversation.loadNewer()
    nextFetch().answer({ ...page(83, 92, 100), messages: [...page(83, 84).messages, liked(85, 1)] })
    await settle()
    expect(conversation.reactions.stateOf(85).kinds).toEqual(['up'])
  })

  it('answered as there already change no count, and hide no edit whose news is still to come', async () => {
    const { conversation, view, load, nextReaction, settle } = open()
    await load(page(1, 2))
    conversation.receive([changed(0, liked(2, 1))])
    const press = conversation.reactions.press(2, 'up', true)
    await settle()
    // The author's edit was change 2.
    const edited = { ...liked(2, 2), text: 'corretto' }
    nextReaction()({ change: 2, reactions: edited.reactions ?? [], own: ['up'] })
    await press
    expect(view().history?.messages[1]).toEqual(liked(2, 1))
    conversation.receive([changed(1, edited)])
    expect(view().history?.messages[1]).toEqual(edited)
  })

  it('are counted as they are answered, before their news', async () => {
    const { conversation, view, load, nextReaction, settle } = open()
    await load(page(1, 2))
    const press = conversation.reactions.press(2, 'up', true)
    await settle()
    nextReaction()({ change: 1, reactions: [{ reaction: 'up', count: 3 }], own: ['up'] })
    await press
    expect(view().history?.messages[1]?.reactions).toEqual([{ reaction: 'up', count: 3 }])
  })
})

describe('jumping', () => {
  it('to a loaded message makes no request, and sets another target each time', async () => {
    const { conversation, load, view, fetches } = open()
    await load(page(4, 6))
    await conversation.jumpTo(5)
    const first = view().target
    expect(first).toEqual({ sequence: 5 })
    await conversation.jumpTo(5)
    expect(view().target).not.toBe(first)
    expect(fetches).toHaveLength(0)
    expect(view().replacements).toBe(0)
  })

  it('to a message that is not loaded fetches the page around it, then older, newer and the newest pages', async () => {
    const { conversation, load, view, nextFetch, settle, texts, device } = open()
    await load(page(91, 100))
    const jump = conversation.jumpTo(20)
    const { position, answer } = nextFetch()
    expect(position).toEqual({ around: 20 })
    answer(page(18, 22, 100))
    await jump
    expect(view()).toMatchObject({ replacements: 1, opensAt: 20, target: { sequence: 20 }, status: 'loaded' })
    expect(device.page).toEqual(page(91, 100))
    // Messages that come meanwhile are not added: that would hide those between.
    conversation.receive([sent(message(101))])
    expect(view().history).toMatchObject({ head: 101, reachesEnd: false })
    expect(texts()).toEqual(page(18, 22).messages.map(({ text }) => text))
    conversation.loadNewer()
    conversation.loadNewer()
    expect(nextFetch().position).toEqual({ after: 22 })
    conversation.loadOlder()
    const older = nextFetch()
    expect(older.position).toEqual({ before: 18 })
    const back = conversation.jumpToEnd()
    nextFetch().answer(page(92, 101))
    await back
    // It was asked for before.
    older.answer(page(8, 17, 101))
    await settle()
    expect(view()).toMatchObject({ replacements: 2, opensAt: null, target: null })
    expect(texts()).toEqual(page(92, 101).messages.map(({ text }) => text))
    expect(device.page).toEqual(page(92, 101))
  })

  it('reaches the end by loading newer messages, and follows it from then on', async () => {
    const { conversation, load, view, nextFetch, settle, texts } = open()
    await load(page(91, 100))
    const jump = conversation.jumpTo(80)
    nextFetch().answer(page(78, 82, 100))
    await jump
    conversation.loadNewer()
    conversation.receive([sent(message(101))])
    nextFetch().answer(page(83, 100))
    await settle()
    expect(view().history?.reachesEnd).toBe(true)
    expect(texts()?.at(-1)).toBe('text 101')
  })

  it('overtakes the first page, whichever answer comes first', async () => {
    for (const isFirst of [true, false]) {
      const { conversation, nextFetch, settle, texts, view } = open()
      const newest = nextFetch()
      const jump = conversation.jumpTo(20)
      const around = nextFetch()
      if (isFirst) newest.answer(page(91, 100))
      await settle()
      around.answer(page(18, 22, 100))
      await jump
      newest.answer(page(91, 100))
      await settle()
      expect(texts()).toEqual(page(18, 22).messages.map(({ text }) => text))
      expect(view().target).toEqual({ sequence: 20 })
    }
  })

  it('that fails keeps the loaded messages, and shows the newest where there are none', async () => {
    const { conversation, nextFetch, settle, view, texts } = open()
    const jump = conversation.jumpTo(500)
    const newest = nextFetch()
    nextFetch().fail()
    await expect(jump).rejects.toThrow('no answer')
    newest.answer(page(1, 3))
    await settle()
    expect(texts()).toEqual(['text 1', 'text 2', 'text 3'])
    const again = conversation.jumpTo(600)
    nextFetch().fail()
    await expect(again).rejects.toThrow('no answer')
    expect(view()).toMatchObject({ replacements: 0, target: null, history: { reachesEnd: true } })
  })

  it('to the end is what sending does, and opening the conversation again', async () => {
    const { conversation, load, view, nextFetch, settle, leave } = open()
    await load(page(91, 100))
    const jump = conversation.jumpTo(20)
    nextFetch().answer(page(18, 22, 100))
    await jump
    conversation.send('hello')
    await settle()
    expect(nextFetch().position).toEqual({})
    const again = conversation.jumpTo(20)
    expect(view().replacements).toBe(1)
    await again
    leave()
    conversation.watch()
    await settle()
    nextFetch().answer(page(91, 100))
    await settle()
    expect(view()).toMatchObject({ history: { reachesEnd: true }, opensAt: null })
  })
})

describe('far behind', () => {
  it.each([
    ['messages', 1102, 0],
    ['changes', 100, 1001],
  ])('by its %s a reader gets what they see, and no page in between', async (_, head, changes) => {
    for (const reading of [null, 95]) {
      const { conversation, load, view, nextFetch, raiseHead, settle, fetches, changeFetches } = open()
      await load(page(91, 100))
      conversation.noteReading(reading)
      raiseHead(head, changes)
      // The newest page, for the names of its authors.
      nextFetch().fail()
      await settle()
      const { position, answer } = nextFetch()
      expect(position).toEqual(reading === null ? {} : { around: reading })
      answer({ ...(reading === null ? page(head - 9, head) : page(80, 100, head)), changes })
      await settle()
      expect([fetches.length, changeFetches.length]).toEqual([0, 0])
      expect(view().opensAt).toBe(reading)
    }
  })

  it('a reload replaces the loaded messages, and ignores older answers', async () => {
    const { conversation, load, view, nextFetch, settle, texts, leave } = open()
    await load(page(91, 100))
    conversation.noteReading(95)
    conversation.loadOlder()
    const older = nextFetch()
    conversation.reload()
    const { position, answer } = nextFetch()
    expect(position).toEqual({ around: 95 })
    answer(page(94, 97))
    await settle()
    older.answer(page(81, 90, 100))
    await settle()
    // The restored server has fewer messages.
    expect(view().history).toMatchObject({ head: 97, reachesEnd: true })
    expect(texts()).toEqual(page(94, 97).messages.map(({ text }) => text))
    leave()
    conversation.reload()
    expect(view()).toMatchObject({ status: 'loading', history: null })
  })
})

describe('sending', () => {
  const stored = (sequence: number, clientId: string, text: string): Attempt => ({
    outcome: 'stored',
    message: message(sequence, { userId: 'anna', clientId, text }),
  })

  it('goes one after another, each shown as an echo until its message is there', async () => {
    const { conversation, load, attempts, nextAttempt, settle, view, texts, device } = open()
    await load(page(1, 1))
    conversation.send('uno')
    conversation.send('due')
    expect(view().echoes.map(({ text }) => text)).toEqual(['uno', 'due'])
    expect(device.echoes).toHaveLength(2)
    expect(attempts).toHaveLength(1)
    const first = nextAttempt()
    first.end(stored(2, first.clientId, 'uno'))
    await settle()
    expect(texts()).toEqual(['text 1', 'uno'])
    expect(view().echoes.map(({ text }) => text)).toEqual(['due'])
    const second = nextAttempt()
    conversation.receive([sent(message(3, { userId: 'anna', clientId: second.clientId, text: 'due' }))])
    second.end(stored(3, second.clientId, 'due'))
    await settle()
    expect(texts()).toEqual(['text 1', 'uno', 'due'])
    expect(device.echoes).toEqual([])
  })

  it('is repeated until it is acknowledged, though its message is shown meanwhile', async () => {
    const { conversation, load, nextAttempt, settle, reconnect, view, texts, device } = open()
    await load(page(1, 1))
    conversation.send('uno')
    const first = nextAttempt()
    conversation.receive([sent(message(2, { userId: 'anna', clientId: first.clientId, text: 'uno' }))])
    first.end({ outcome: 'unreachable' })
    await settle()
    expect(texts()).toEqual(['text 1', 'uno'])
    expect(view().echoes).toEqual([])
    // The database has lost it.
    conversation.reload()
    await load(page(1, 1))
    expect(view().echoes).toMatchObject([{ text: 'uno', status: 'unreachable' }])
    reconnect()
    await settle()
    const second = nextAttempt()
    expect(second.clientId).toBe(first.clientId)
    second.end(stored(2, second.clientId, 'uno'))
    await settle()
    expect(texts()).toEqual(['text 1', 'uno'])
    expect(device.echoes).toEqual([])
  })

  it('of a reply ends with the present text of what it quotes, also where an edit of that overtakes the answer', async () => {
    const { conversation, load, nextAttempt, nextChangeFetch, settle, view } = open()
    await load(page(1, 1))
    conversation.send('uno', quoteOf(message(1)))
    const { clientId, end } = nextAttempt()
    const reply = message(2, { userId: 'anna', clientId, text: 'uno', replyTo: quoteOf(message(1)) })
    const edited = message(1, { text: 'corretto', change: 1 })
    conversation.receive([sent(reply), changed(0, edited)])
    end({ outcome: 'stored', message: reply })
    await settle()
    await vi.advanceTimersByTimeAsync(300)
    nextChangeFetch().answer({ changed: [edited], changes: 1, hasMore: false })
    await settle()
    expect(view().history?.messages[1]?.replyTo).toEqual(quoteOf(edited))
  })

  it('repeats the same message while the server is unreachable, at once when the connection is back', async () => {
    const { conversation, load, nextAttempt, attempts, settle, view, reconnect } = open()
    await load(page(1, 1))
    conversation.send('uno')
    const first = nextAttempt()
    first.end({ outcome: 'unreachable' })
    await settle()
    conversation.send('due')
    expect(view().echoes).toMatchObject([{ status: 'unreachable' }, { status: 'unreachable' }])
    expect(attempts).toHaveLength(0)
    reconnect()
    await settle()
    const second = nextAttempt()
    expect(second.clientId).toBe(first.clientId)
    second.end({ outcome: 'unreachable' })
    await settle()
    await vi.advanceTimersByTimeAsync(2_500)
    expect(nextAttempt().clientId).toBe(first.clientId)
  })

  it('says why the server refuses a message, goes on with the next, and sends a refused one again by hand', async () => {
    const { conversation, load, nextAttempt, settle, view } = open()
    await load(page(1, 1))
    conversation.send('uno')
    conversation.send('due')
    const refused = nextAttempt()
    refused.end({ outcome: 'refused', problem: 'Troppo in fretta.' })
    await settle()
    expect(view().echoes).toMatchObject([
      { status: 'refused', problem: 'Troppo in fretta.' },
      { status: 'waiting' },
    ])
    const next = nextAttempt()
    next.end(stored(2, next.clientId, 'due'))
    await settle()
    conversation.retry(refused.clientId)
    expect(nextAttempt().clientId).toBe(refused.clientId)
  })

  it('lets a message wait for its files, and those after it go', async () => {
    const { conversation, load, nextAttempt, attempts, attachments, settle, view } = open()
    await load(page(1, 1))
    conversation.send('con file', null, [], true)
    const { clientId = '' } = view().echoes[0] ?? {}
    conversation.send('senza')
    expect(view().echoes.map(({ text }) => text)).toEqual(['con file', 'senza'])
    const first = nextAttempt()
    expect(first).toMatchObject({ text: 'senza', files: null })
    first.end(stored(2, first.clientId, 'senza'))
    await settle()
    expect(attempts).toHaveLength(0)
    attachments.files.set(clientId, [{ id: 'file' }])
    attachments.onChange()
    const second = nextAttempt()
    expect(second).toMatchObject({ text: 'con file', files: [{ id: 'file' }] })
    second.end(stored(3, second.clientId, 'con file'))
    await settle()
    expect(view().echoes).toEqual([])
    expect(attachments.files.size).toBe(0)
  })

  it('says which file a message lacks, and sends it without, or not at all where nothing is left', async () => {
    const { conversation, load, nextAttempt, attempts, attachments, view } = open()
    await load(page(1, 1))
    conversation.send('con file', null, [], true)
    conversation.send('', null, [], true)
    const [one = '', other = ''] = view().echoes.map(({ clientId }) => clientId)
    for (const clientId of [one, other]) conversation.settleFiles(clientId, 'Questo file è vuoto.')
    expect(view().echoes.map(({ status, problem }) => [status, problem])).toEqual([
      ['refused', 'Questo file è vuoto.'],
      ['refused', 'Questo file è vuoto.'],
    ])
    expect(attempts).toHaveLength(0)
    conversation.retry(one)
    expect(attachments.retried).toEqual([one])
    expect(attempts).toHaveLength(0)
    for (const clientId of [one, other]) {
      attachments.files.set(clientId, [])
      conversation.settleFiles(clientId, null)
    }
    expect(view().echoes).toMatchObject([{ text: 'con file', hasFiles: false, status: 'waiting' }])
    expect(nextAttempt()).toMatchObject({ text: 'con file', files: null })
  })

  it('keeps what a signed-out member wrote for their next session', async () => {
    const { conversation, load, nextAttempt, settle, view, device, attempts } = open()
    await load(page(1, 1))
    conversation.send('uno')
    nextAttempt().end({ outcome: 'signedOut' })
    await settle()
    expect(view().echoes).toMatchObject([{ status: 'waiting' }])
    expect(attempts).toHaveLength(0)
    const later = open({ echoes: device.echoes })
    expect(later.nextAttempt().text).toBe('uno')
  })

  it('shows a message that was answered while the first page was awaited', async () => {
    const { conversation, nextAttempt, settle, load, texts, view } = open()
    conversation.send('uno')
    const { clientId, end } = nextAttempt()
    end(stored(2, clientId, 'uno'))
    await settle()
    await load(page(1, 1))
    expect(texts()).toEqual(['text 1', 'uno'])
    expect(view().echoes).toEqual([])
  })

  it('keeps the echo of a message ahead of a gap, and drops that of one further up than what was fetched', async () => {
    const { conversation, load, nextAttempt, nextFetch, settle, view, texts } = open()
    await load(page(4, 6))
    conversation.send('avanti')
    const ahead = nextAttempt()
    ahead.end(stored(8, ahead.clientId, 'avanti'))
    await settle()
    expect(view().echoes).toMatchObject([{ status: 'stored' }])
    nextFetch().answer(page(7, 7, 8))
    await settle()
    expect(texts()?.at(-1)).toBe('avanti')
    expect(view().echoes).toEqual([])
    conversation.send('indietro')
    const behind = nextAttempt()
    behind.end(stored(2, behind.clientId, 'indietro'))
    await settle()
    expect(view().echoes).toEqual([])
    expect(texts()).toHaveLength(5)
  })

  it('shows no message of another member in the place of an echo', async () => {
    const { conversation, load, attempts, view } = open()
    await load(page(1, 1))
    conversation.send('uno')
    const clientId = attempts[0]?.clientId ?? ''
    conversation.receive([sent(message(2, { clientId }))])
    expect(view().echoes).toHaveLength(1)
  })

  it('ends with the conversation', async () => {
    const { conversation, load, nextAttempt, attempts, settle } = open()
    await load(page(1, 1))
    conversation.send('uno')
    conversation.send('due')
    conversation.close()
    const { clientId, end } = nextAttempt()
    end(stored(2, clientId, 'uno'))
    await settle()
    expect(attempts).toHaveLength(0)
  })
})

describe('editing', () => {
  const own = (text: string, changes: Partial<Message> = {}) =>
    message(2, { userId: 'anna', text, ...changes })
  const draft = { clientId: own('').clientId, sequence: 2, edits: 0, source: 'uno', text: 'due' }
  const pageWith = (one: Message) => ({ ...page(1, 2), messages: [message(1), one] })

  it('names the files that stay where they were changed, and else none', async () => {
    const { conversation, load, nextEdit } = open()
    await load(pageWith(own('uno')))
    const files = [{ id: 'file', name: 'a.txt', size: 1, kind: 'file' as const }]
    conversation.edit({ ...draft, files, changesFiles: false })
    expect(nextEdit().edit).not.toHaveProperty('files')
    conversation.discardEdit(draft.clientId)
    const other = open()
    await other.load(pageWith(own('uno')))
    other.conversation.edit({ ...draft, files, changesFiles: true })
    expect(other.nextEdit().edit).toMatchObject({ files })
  })

  it('saves a pending edit on the device and retries it until the server answers', async () => {
    const { conversation, load, nextEdit, settle, view, texts, device } = open()
    await load(pageWith(own('uno')))
    conversation.edit(draft)
    expect(device.edits).toMatchObject([{ text: 'due', status: 'waiting' }])
    const first = nextEdit()
    first.end({ outcome: 'unreachable' })
    await settle()
    expect(view().edits).toMatchObject([{ status: 'unreachable' }])
    conversation.retryEdit()
    await settle()
    const second = nextEdit()
    expect(second.edit).toMatchObject({ text: 'due', edits: 0 })
    second.end({ outcome: 'stored', message: own('due', { edits: 1, change: 1 }) })
    await settle()
    expect(texts()).toEqual(['text 1', 'due'])
    expect(device.edits).toEqual([])
    expect(view().history?.changes).toBe(1)
  })

  it('keeps a refused edit with its error until it is edited again or discarded', async () => {
    const { conversation, load, nextEdit, settle, view, texts, device } = open()
    await load(pageWith(own('uno')))
    conversation.edit(draft)
    nextEdit().end({ outcome: 'refused', problem: 'Troppo tardi.' })
    await settle()
    expect(device.edits).toMatchObject([{ text: 'due', status: 'refused', problem: 'Troppo tardi.' }])
    expect(texts()).toEqual(['text 1', 'uno'])
    conversation.edit({ ...draft, text: 'tre' })
    expect(view().edits).toMatchObject([{ text: 'tre', status: 'waiting' }])
    nextEdit().end({ outcome: 'refused', problem: 'Troppo tardi.' })
    await settle()
    conversation.discardEdit(draft.clientId)
    expect(view().edits).toEqual([])
  })
})
