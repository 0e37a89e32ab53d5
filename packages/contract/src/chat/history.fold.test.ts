import { describe, expect, it } from 'vitest'
import type { SliceNews } from '../realtime.ts'
import type { ReactionsChanged } from './chat.news.ts'
import type { Message } from './chat.routes.ts'
import {
  addChanged,
  addMessages,
  addNewerPage,
  addOlderPage,
  addReactionCounts,
  changesReceipts,
  foldHistory,
  historyOf,
  type MessageHistory,
  missingAfter,
  missingChangesAfter,
  newerThan,
  olderThan,
  raisePosition,
} from './history.fold.ts'
import { quoteOf } from './quote.ts'

const pageSize = 5

function message(sequence: number, userId = 'bruno'): Message {
  return {
    id: `id-${sequence}`,
    conversationId: 'generale',
    sequence,
    clientId: `client-${sequence}`,
    userId,
    userName: userId,
    photoURL: null,
    text: `text ${sequence}`,
    timestamp: '2026-11-21T10:00:00.000Z',
  }
}

function messages(from: number, to: number): Message[] {
  return Array.from({ length: to - from + 1 }, (_, index) => message(from + index))
}

const loaded = (from: number, to: number) =>
  historyOf({ messages: messages(from, to), head: to, authorCount: 1, changes: 0 })
const sequences = (history: MessageHistory) => history.messages.map(({ sequence }) => sequence)
const textsOf = (history: MessageHistory) => history.messages.map(({ text }) => text)
const removed = (sequence: number, change: number): Message => ({
  ...message(sequence),
  text: '',
  isRemoved: true,
  change,
})
const changed = (after: number, ...some: (Message | ReactionsChanged)[]) =>
  ({
    type: 'chat.messages_changed',
    conversationId: 'generale',
    after,
    changes: Math.max(...some.map(({ change = 0 }) => change)),
    changed: some,
  }) satisfies SliceNews
const withHead = (history: MessageHistory, head: number) => raisePosition(history, { head, changes: 0 })
const withChanges = (history: MessageHistory, changes: number) => raisePosition(history, { head: 0, changes })

describe('pages', () => {
  it('have no older messages in an empty conversation', () => {
    expect(olderThan(historyOf({ messages: [], head: 0, authorCount: 0, changes: 0 }))).toBeNull()
  })

  it('end the fetching when the server has no more after all', () => {
    const history = addNewerPage(withHead(loaded(1, 3), 9), {
      messages: [],
      head: 3,
      authorCount: 1,
      changes: 0,
    })
    expect(missingAfter(history)).toBeNull()
  })
})

describe('changes', () => {
  const edited = (sequence: number, change: number) => ({
    ...message(sequence),
    text: `change ${change}`,
    change,
  })
  const pageOf = (some: Message[], changes: number) => ({ messages: some, head: 6, authorCount: 1, changes })

  it('are known up to what the oldest of the pages has', () => {
    const history = historyOf(pageOf(messages(4, 6), 7))
    expect(missingChangesAfter(history)).toBeNull()
    expect(missingChangesAfter(withChanges(history, 9))).toBe(7)
    expect(missingChangesAfter(addOlderPage(history, pageOf(messages(1, 3), 5)))).toBe(5)
  })

  it('of a message that is still to come wait for it', () => {
    const history = addChanged(loaded(1, 6), { changed: [edited(8, 1)], changes: 1, hasMore: false })
    const arrived = addMessages(addMessages(history, [message(8)]), [message(7)])
    expect(textsOf(arrived).slice(-2)).toEqual(['text 7', 'change 1'])
  })

  it('end the fetching when the server has no more after all', () => {
    const history = addChanged(withChanges(loaded(1, 6), 9), { changed: [], changes: 2, hasMore: false })
    expect(missingChangesAfter(history)).toBeNull()
  })
})

describe('a quote', () => {
  const edited = (sequence: number, change: number) => ({
    ...message(sequence),
    text: `change ${change}`,
    change,
  })
  const quoting = (target: Message, change?: number): Message => ({
    ...message(3),
    replyTo: quoteOf(target),
    ...(change !== undefined && { change }),
  })
  const excerptOf = (history: MessageHistory) => history.messages[2]?.replyTo?.excerpt
  const withReply = addMessages(loaded(1, 2), [quoting(message(1))])

  it('stays as it is now when earlier news of its message comes late', () => {
    const known = foldHistory(withReply, changed(0, quoting(message(1), 1), edited(1, 2)), 'generale')
    expect(excerptOf(known)).toBe('change 2')
    const late = foldHistory(known, changed(0, quoting(message(1), 1)), 'generale')
    expect([excerptOf(late), missingChangesAfter(late)]).toEqual(['change 2', null])
  })

  it('stays as it is now when news of what was fetched comes late, while more is fetched', () => {
    const page = { changed: [quoting(edited(1, 2), 1), edited(1, 2)], changes: 2, hasMore: true }
    const fetched = addChanged(withChanges(withReply, 5), page)
    expect([excerptOf(fetched), missingChangesAfter(fetched)]).toEqual(['change 2', 2])
    expect(excerptOf(foldHistory(fetched, changed(0, quoting(message(1), 1)), 'generale'))).toBe('change 2')
  })

  it('is fetched again when it came with a message that was sent before the last fetch', () => {
    const known = foldHistory(loaded(1, 2), changed(0, edited(1, 1)), 'generale')
    const sent: SliceNews = {
      type: 'chat.message_sent',
      message: quoting(message(1)),
      authorCount: 1,
      changes: 0,
    }
    expect(missingChangesAfter(foldHistory(known, sent, 'generale'))).toBe(0)
  })
})

it('an edit is not taken for known while the page of changes that has it is to come', () => {
  // Of message 2 change 1 was an edit, and change 4, a reaction, puts it on the next page.
  const fetched = addChanged(withChanges(loaded(1, 3), 3), {
    changed: [{ ...message(1), text: 'change 3', change: 3 }],
    changes: 3,
    hasMore: true,
  })
  const reacted = { sequence: 2, change: 4, reactions: [{ reaction: 'up' as const, count: 1 }] }
  const folded = foldHistory(fetched, changed(3, reacted), 'generale')
  expect(missingChangesAfter(folded)).toBe(3)
  const whole = { ...message(2), text: 'change 1', change: 4, reactions: reacted.reactions }
  const done = addChanged(folded, { changed: [whole], changes: 4, hasMore: false })
  expect([textsOf(done), missingChangesAfter(done)]).toEqual([['change 3', 'change 1', 'text 3'], null])
})

describe('messages', () => {
  it('replace the ones that are there', () => {
    const before = loaded(1, 3)
    const history = addMessages(before, [message(1), { ...message(2), text: 'changed' }])
    expect(history.messages[0]).toBe(before.messages[0])
    expect(textsOf(history)).toEqual(['text 1', 'changed', 'text 3'])
  })

  it('of another conversation change nothing', () => {
    const history = loaded(1, 3)
    const news: SliceNews = {
      type: 'chat.message_sent',
      message: { ...message(4), conversationId: 'altra' },
      authorCount: 9,
      changes: 0,
    }
    expect(foldHistory(history, news, 'generale')).toBe(history)
    expect(foldHistory(history, { ...changed(0, removed(2, 1)), conversationId: 'altra' }, 'generale')).toBe(
      history,
    )
  })

  it('that changed are shown as they are now, whether they come before or after the change', () => {
    const before = foldHistory(addMessages(loaded(2, 4), [message(6)]), changed(0, removed(3, 1)), 'generale')
    expect(textsOf(before)).toEqual(['text 2', '', 'text 4'])
    expect(before.messages[1]?.isRemoved).toBe(true)
    const ahead = addMessages(foldHistory(before, changed(1, removed(6, 2), removed(7, 3)), 'generale'), [
      message(5),
      message(7),
    ])
    expect(textsOf(ahead)).toEqual(['text 2', '', 'text 4', 'text 5', '', ''])
    expect(missingChangesAfter(ahead)).toBeNull()
    // One that is not held is fetched with its page, and again where that was read before the change.
    const older = addOlderPage(foldHistory(ahead, changed(3, removed(1, 4)), 'generale'), {
      messages: messages(1, 1),
      head: 7,
      authorCount: 1,
      changes: 3,
    })
    expect(missingChangesAfter(older)).toBe(3)
  })

  it('that changed are shown at once and fetched, where news of changes before them is missing', () => {
    const gapped = foldHistory(loaded(1, 3), changed(1, removed(2, 2)), 'generale')
    expect(textsOf(gapped)).toEqual(['text 1', '', 'text 3'])
    expect(missingChangesAfter(gapped)).toBe(0)
  })

  it('have the counts of their reactions, and keep their text', () => {
    const up = (sequence: number, change: number, count: number): ReactionsChanged => ({
      sequence,
      change,
      reactions: count > 0 ? [{ reaction: 'up', count }] : [],
    })
    const counts = (history: MessageHistory) =>
      history.messages.map(({ reactions }) => reactions?.[0]?.count ?? 0)
    const once = foldHistory(loaded(1, 3), changed(0, up(2, 1, 1), up(3, 2, 4)), 'generale')
    expect([counts(once), textsOf(once)]).toEqual([
      [0, 1, 4],
      ['text 1', 'text 2', 'text 3'],
    ])
    const back = foldHistory(once, changed(2, up(2, 3, 0)), 'generale')
    expect(back.messages[1]).toEqual({ ...message(2), change: 3 })
    // Older than what is held; and of a message whose edit is missing.
    expect(counts(foldHistory(back, changed(0, up(2, 1, 1)), 'generale'))).toEqual([0, 0, 4])
    const gapped = foldHistory(back, changed(4, up(1, 5, 1)), 'generale')
    expect([counts(gapped), missingChangesAfter(gapped)]).toEqual([[0, 0, 4], 3])
    // Of one that is still to come: the message that comes first has none yet.
    const early = foldHistory(back, changed(3, up(4, 4, 1)), 'generale')
    expect(missingChangesAfter(addMessages(early, [message(4)]))).toBe(3)
  })

  it('bear the new name of their author, and no others', () => {
    const history = addMessages(addMessages(loaded(1, 2), [message(3, 'carla')]), [message(5)])
    const news = { type: 'profiles.member_changed', displayName: 'Brunello', photoURL: '' } as const
    const renamed = addMessages(foldHistory(history, { ...news, uid: 'bruno' }, 'generale'), [
      message(4, 'carla'),
    ])
    expect(renamed.messages.map(({ userName }) => userName)).toEqual([
      'Brunello',
      'Brunello',
      'carla',
      'carla',
      'Brunello',
    ])
    expect(foldHistory(history, { ...news, uid: 'dario' }, 'generale')).toBe(history)
    const replyTo = quoteOf(message(1))
    const named = { ...message(6), replyTo, mentions: [{ uid: 'carla', displayName: 'carla' }] }
    const last = (uid: string) =>
      foldHistory(addMessages(loaded(1, 5), [named]), { ...news, uid }, 'generale').messages.at(-1)
    expect(last('bruno')?.replyTo).toEqual({ ...replyTo, userName: 'Brunello' })
    expect(last('carla')?.mentions).toEqual([{ uid: 'carla', displayName: 'Brunello' }])
  })
})

/** Deterministic, so that a failing seed can be run again (Lehmer's generator). */
function randomOf(seed: number) {
  let value = seed * 7919 + 1
  return (below: number) => {
    value = (value * 48271) % 2147483647
    return value % below
  }
}

const twice = (one: Message): [Message, Message] => [one, one]

/** A server and a client between which news is delayed, reordered, doubled and lost. */
function runHistory(seed: number) {
  const random = randomOf(seed)
  const stored = messages(1, random(12))
  const withQuote = (one: Message): Message => {
    const target = stored[(one.replyTo?.sequence ?? 0) - 1]
    return target && !one.isRemoved ? { ...one, replyTo: quoteOf(target) } : one
  }
  const inFlight: SliceNews[] = []
  const answers: SliceNews[] = []
  let outOfOrder = 0
  let changes = 0

  const page = (from: number, to: number) => ({
    messages: stored.slice(Math.max(0, from), Math.max(0, to)).map(withQuote),
    head: stored.length,
    authorCount: 1,
    changes,
  })
  const changedAfter = (after: number) => {
    const changed = stored
      .filter(({ change = 0 }) => change > after)
      .sort((one, other) => (one.change ?? 0) - (other.change ?? 0))
    const page = changed.slice(0, pageSize).map(withQuote)
    const hasMore = changed.length > pageSize
    return { changed: page, changes: hasMore ? (page.at(-1)?.change ?? 0) : changes, hasMore }
  }
  let history = historyOf(page(stored.length - pageSize, stored.length))
  const steps = [
    () => {
      const target = stored[random(3 * stored.length || 1)]
      const one = message(stored.length + 1)
      if (target) one.replyTo = quoteOf(target)
      stored.push(one)
      inFlight.push({ type: 'chat.message_sent', message: withQuote(one), authorCount: 1, changes })
      // The answer to its sending has what was known before that.
      answers.push({
        type: 'chat.message_sent',
        message: withQuote(one),
        authorCount: 0,
        changes: history.changes,
      })
    },
    () => {
      // It may come long after the news.
      const [answer] = answers.splice(random(answers.length || 1), 1)
      if (answer) history = foldHistory(history, answer, 'generale')
    },
    () => {
      const { change = 0, sequence, reactions = [] } = stored[random(stored.length || 1)] ?? message(1)
      history = addReactionCounts(history, { sequence, change, reactions })
    },
    () => {
      const [news] = inFlight.splice(random(inFlight.length || 1), 1)
      if (!news) return
      if (random(5) === 0) inFlight.push(news)
      if (random(4) === 0) return
      history = foldHistory(history, news, 'generale')
      outOfOrder += history.ahead.length
    },
    () => {
      const before = olderThan(history)
      if (before !== null) history = addOlderPage(history, page(before - 1 - pageSize, before - 1))
    },
    () => {
      const place = random(stored.length || 1)
      const present = stored[place]
      if (!present || present.isRemoved) return
      const after = changes
      const places = new Set([place, random(stored.length)])
      const some = [...places].flatMap((index) => {
        const before = stored[index]
        if (!before || before.isRemoved) return []
        changes += 1
        const change = changes
        const ways: (() => [Message, Message | ReactionsChanged])[] = [
          () => twice(removed(index + 1, change)),
          () => twice({ ...before, text: `change ${change}`, change }),
          () => {
            const reactions = [{ reaction: 'up' as const, count: change }]
            return [
              { ...before, reactions, change },
              { sequence: index + 1, change, reactions },
            ]
          },
        ]
        const [next, published] = ways[random(ways.length)]?.() ?? twice(before)
        stored[index] = next
        // Its quote is as it was then, also where the next change of the run is of what it quotes.
        return ['id' in published ? withQuote(published) : published]
      })
      inFlight.push(changed(after, ...some))
    },
    () => {
      const from = random(stored.length || 1)
      if (random(4) === 0) history = historyOf(page(from, from + pageSize))
    },
    () => {
      const after = newerThan(history)
      if (after !== null && !history.reachesEnd)
        history = addNewerPage(history, page(after, after + pageSize))
    },
    () => {
      history = withHead(history, stored.length)
    },
    () => {
      history = withChanges(history, changes)
    },
    () => {
      const after = missingChangesAfter(history)
      if (after !== null) history = addChanged(history, changedAfter(after))
    },
    () => {
      const after = missingAfter(history)
      if (after !== null) history = addNewerPage(history, page(after, after + pageSize))
    },
  ]
  for (let step = 0; step < 120; step += 1) {
    steps[random(steps.length)]?.()
    const shown = sequences(history)
    const first = shown[0] ?? 1
    expect(shown, `seed ${seed}`).toEqual(shown.map((_, index) => first + index))
  }

  // At last the network is good: what is missing is fetched.
  history = withHead(history, stored.length)
  for (let after = newerThan(history); after !== null; after = newerThan(history))
    history = addNewerPage(history, page(after, after + pageSize))
  expect(history.reachesEnd).toBe(true)
  for (let before = olderThan(history); before !== null; before = olderThan(history))
    history = addOlderPage(history, page(before - 1 - pageSize, before - 1))
  history = withChanges(history, changes)
  for (let after = missingChangesAfter(history); after !== null; after = missingChangesAfter(history))
    history = addChanged(history, changedAfter(after))
  return { history, stored: stored.map(withQuote), outOfOrder }
}

it('any history ends with the messages of the server, in their order (R-06)', () => {
  let outOfOrder = 0
  for (let seed = 1; seed <= 2500; seed += 1) {
    const run = runHistory(seed)
    expect(run.history.messages, `seed ${seed}`).toEqual(run.stored)
    outOfOrder += run.outOfOrder
  }
  // The histories were worth running.
  expect(outOfOrder).toBeGreaterThan(100)
})

describe('how far the partner has read', () => {
  const chat = 'anna_bruno'
  const page = { messages: [], head: 0, authorCount: 0, changes: 0 }
  const read = (sequence: number | null, conversationId = chat): SliceNews => ({
    type: 'chat.partner_read',
    conversationId,
    sequence,
  })
  const befriended = (uid: string): SliceNews => ({ type: 'friends.changed', uid, relation: 'friends' })

  it.each<[string, number | undefined, SliceNews, number | null]>([
    ['rises', 2, read(3), 3],
    ['never falls', 3, read(2), 3],
    ['is not known by news where no page says it', undefined, read(3), null],
    ['is not that of another conversation', 2, read(3, 'anna_carla'), 2],
    ['stays until a page says otherwise', 2, read(null), 2],
  ])('%s', (_, readUpTo, news, expected) => {
    const history = historyOf(readUpTo === undefined ? page : { ...page, readUpTo })
    expect(foldHistory(history, news, chat).readUpTo).toBe(expected)
  })

  it('is what the newest page of all says', () => {
    const history = historyOf({ ...page, readUpTo: 5 })
    expect(addNewerPage(history, page).readUpTo).toBe(null)
    expect(addNewerPage(history, { ...page, readUpTo: 7 }).readUpTo).toBe(7)
  })

  it.each<[boolean, SliceNews, string]>([
    [true, read(null), chat],
    [false, read(3), chat],
    [false, read(null), 'anna_carla'],
    [true, befriended('bruno'), chat],
    [false, befriended('carla'), chat],
    [true, { type: 'account.changed' }, chat],
    [false, { type: 'account.changed' }, 'generale'],
  ])('has to be asked again (%s) after %o in %s', (expected, news, conversationId) => {
    expect(changesReceipts(news, conversationId)).toBe(expected)
  })
})
