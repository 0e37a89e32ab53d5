import type { Message } from '@covo/contract/chat/chat.routes'
import { describe, expect, it } from 'vitest'
import {
  type ConversationState,
  type Echo,
  emptyConversation,
  missingAfter,
  olderThan,
  withAuthor,
  withEcho,
  withEchoStatus,
  withHead,
  withMessages,
  withNewerPage,
  withNewestPage,
  withOlderPage,
} from './conversation-state.ts'

const pageSize = 5

function message(sequence: number, userId = 'bruno', clientId = `client-${sequence}`): Message {
  return {
    id: `id-${sequence}`,
    conversationId: 'generale',
    sequence,
    clientId,
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

function echo(clientId: string): Echo {
  return { clientId, text: 'mine', createdAt: '2026-11-21T10:00:00.000Z', status: 'waiting', problem: null }
}

function loaded(from: number, to: number, echoes: Echo[] = []): ConversationState {
  return withNewestPage(emptyConversation('anna', echoes), {
    messages: messages(from, to),
    head: to,
    authorCount: 1,
  })
}

const sequences = (state: ConversationState) => state.messages.map(({ sequence }) => sequence)

describe('pages', () => {
  it('knows when the start is reached', () => {
    const state = loaded(4, 6)
    expect(olderThan(state)).toBe(4)
    const whole = withOlderPage(state, { messages: messages(1, 3), head: 6, authorCount: 1 })
    expect(sequences(whole)).toEqual([1, 2, 3, 4, 5, 6])
    expect(olderThan(whole)).toBeNull()
    expect(whole.changedAt).toBe('start')
  })

  it('has no older messages in an empty conversation', () => {
    expect(
      olderThan(withNewestPage(emptyConversation('anna', []), { messages: [], head: 0, authorCount: 0 })),
    ).toBeNull()
  })

  it('takes a page that came twice once', () => {
    const page = { messages: messages(7, 8), head: 8, authorCount: 1 }
    expect(sequences(withNewerPage(withNewerPage(loaded(4, 6), page), page))).toEqual([4, 5, 6, 7, 8])
  })

  it('stops asking when the server has nothing after all', () => {
    const state = withNewerPage(withHead(loaded(1, 3), 9), { messages: [], head: 3, authorCount: 1 })
    expect(missingAfter(state)).toBeNull()
  })
})

describe('news', () => {
  it('waits for what lies between', () => {
    const gapped = withMessages(loaded(1, 3), [message(5)])
    expect(sequences(gapped)).toEqual([1, 2, 3])
    expect(missingAfter(gapped)).toBe(3)
    expect(sequences(withMessages(gapped, [message(4)]))).toEqual([1, 2, 3, 4, 5])
  })

  it('keeps what came before the first page', () => {
    const early = withMessages(emptyConversation('anna', []), [message(4)])
    expect(sequences(withNewestPage(early, { messages: messages(1, 3), head: 3, authorCount: 1 }))).toEqual([
      1, 2, 3, 4,
    ])
  })

  it('replaces a message that is there', () => {
    const state = withMessages(loaded(1, 3), [{ ...message(2), text: 'changed' }])
    expect(state.messages.map(({ text }) => text)).toEqual(['text 1', 'changed', 'text 3'])
  })
})

describe('echoes', () => {
  it('is replaced by its message, whichever way that comes first', () => {
    const waiting = withEcho(loaded(1, 3), echo('mine'))
    const own = message(4, 'anna', 'mine')
    const told = withMessages(waiting, [own])
    const answered = withMessages(withEchoStatus(waiting, 'mine', 'stored'), [own])
    for (const state of [told, answered, withMessages(told, [own])]) {
      expect(sequences(state)).toEqual([1, 2, 3, 4])
      expect(state.echoes).toEqual([])
    }
  })

  it("is not replaced by somebody else's message with the same client id", () => {
    expect(
      withMessages(withEcho(loaded(1, 3), echo('mine')), [message(4, 'bruno', 'mine')]).echoes,
    ).toHaveLength(1)
  })

  it('stays until its message can be shown', () => {
    const ahead = withMessages(withEcho(loaded(1, 3), echo('mine')), [message(5, 'anna', 'mine')])
    expect(ahead.echoes).toHaveLength(1)
    expect(withMessages(ahead, [message(4)]).echoes).toEqual([])
  })

  it('is dropped when its message turns out to stand further up', () => {
    const state = withMessages(loaded(4, 6, [echo('mine')]), [message(2, 'anna', 'mine')])
    expect(state.echoes).toEqual([])
    expect(sequences(state)).toEqual([4, 5, 6])
  })

  it('is dropped when a reload finds it stored', () => {
    const state = withNewestPage(emptyConversation('anna', [echo('mine')]), {
      messages: [message(1, 'anna', 'mine')],
      head: 1,
      authorCount: 1,
    })
    expect(state.echoes).toEqual([])
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

/** A server and a client between which news is delayed, reordered, doubled and lost. */
function runHistory(seed: number) {
  const random = randomOf(seed)
  const stored = messages(1, random(12))
  const inFlight: Message[] = []
  let state = emptyConversation('anna', [])
  let written = 0
  let outOfOrder = 0

  const page = (from: number, to: number) => ({
    messages: stored.slice(Math.max(0, from), Math.max(0, to)),
    head: stored.length,
    authorCount: 1,
  })
  const store = (one: Message) => {
    stored.push(one)
    inFlight.push(one)
  }
  const steps = [
    () => store(message(stored.length + 1)),
    () => {
      written += 1
      state = withEcho(state, echo(`mine-${written}`))
    },
    () => {
      const waiting = state.echoes.find(({ status }) => status === 'waiting')
      if (!waiting) return
      const known = stored.find(({ clientId }) => clientId === waiting.clientId)
      const answer = known ?? message(stored.length + 1, 'anna', waiting.clientId)
      if (!known) store(answer)
      // The answer may get lost: the next attempt is then the same message again.
      if (random(3) > 0) state = withMessages(withEchoStatus(state, waiting.clientId, 'stored'), [answer])
    },
    () => {
      const [one] = inFlight.splice(random(inFlight.length || 1), 1)
      if (!one) return
      if (random(5) === 0) inFlight.push(one)
      if (random(4) === 0) return
      state = withMessages(state, [one])
      outOfOrder += state.ahead.length
    },
    () => {
      state = withNewestPage(state, page(stored.length - pageSize, stored.length))
    },
    () => {
      const before = olderThan(state)
      if (before !== null) state = withOlderPage(state, page(before - 1 - pageSize, before - 1))
    },
    () => {
      state = withHead(state, stored.length)
    },
    () => {
      const after = missingAfter(state)
      if (after !== null) state = withNewerPage(state, page(after, after + pageSize))
    },
  ]
  for (let step = 0; step < 120; step += 1) {
    steps[random(steps.length)]?.()
    const shown = sequences(state)
    const first = shown[0] ?? 1
    expect(shown, `seed ${seed}`).toEqual(shown.map((_, index) => first + index))
    const own = [...state.messages.filter(({ userId }) => userId === 'anna'), ...state.echoes]
    expect(new Set(own.map(({ clientId }) => clientId)).size, `seed ${seed}`).toBe(own.length)
  }

  // At last the network is good: what waits is sent, and what is missing is fetched.
  state = withNewestPage(state, page(stored.length - pageSize, stored.length))
  for (const { clientId, status } of state.echoes)
    if (status === 'waiting' && !stored.some((one) => one.clientId === clientId))
      store(message(stored.length + 1, 'anna', clientId))
  state = withHead(state, stored.length)
  for (let after = missingAfter(state); after !== null; after = missingAfter(state))
    state = withNewerPage(state, page(after, after + pageSize))
  for (let before = olderThan(state); before !== null; before = olderThan(state))
    state = withOlderPage(state, page(before - 1 - pageSize, before - 1))
  return { state, stored, written, outOfOrder }
}

describe('any history', () => {
  it('ends with what the server has, in its order, and with every own message once', () => {
    let written = 0
    let outOfOrder = 0
    for (let seed = 1; seed <= 400; seed += 1) {
      const run = runHistory(seed)
      expect(run.state.messages, `seed ${seed}`).toEqual(run.stored)
      expect(run.state.echoes, `seed ${seed}`).toEqual([])
      const own = run.stored.filter(({ userId }) => userId === 'anna')
      expect(own, `seed ${seed}`).toHaveLength(run.written)
      written += run.written
      outOfOrder += run.outOfOrder
    }
    // The histories were worth running.
    expect(written).toBeGreaterThan(1000)
    expect(outOfOrder).toBeGreaterThan(100)
  })
})

it("puts an author's new name on all that they wrote, and on nothing else", () => {
  const state = withMessages({ ...loaded(1, 2), ahead: [message(4)] }, [message(3, 'carla')])
  const renamed = withAuthor(state, {
    type: 'profiles.member_changed',
    uid: 'bruno',
    displayName: 'Brunello',
    photoURL: '',
  })
  expect(renamed.messages.map(({ userName }) => userName)).toEqual([
    'Brunello',
    'Brunello',
    'carla',
    'Brunello',
  ])
  expect(sequences(renamed)).toEqual([1, 2, 3, 4])
})
