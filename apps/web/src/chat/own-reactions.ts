import type { ReactionsChanged } from '@covo/contract/chat/chat.news'
import type { ChangedReactions, HistoryEntry, Message, OwnReactions } from '@covo/contract/chat/chat.routes'
import { maximumOwnReactionsRange, type ReactionKind } from '@covo/contract/chat/chat.rules'
import type { SliceNews } from '@covo/contract/realtime'
import { reactionTexts } from './chat.texts.it.ts'

/** A member's own reactions to one message. */
export type OwnState = {
  /** Of the change up to which `kinds` are known. */
  change: number
  kinds: readonly ReactionKind[]
  /** Presses that are not answered yet. */
  pressed: ReadonlyMap<ReactionKind, boolean>
}

export type OwnReactionsStore = ReturnType<typeof createOwnReactions>

type Options = {
  conversationId: string
  /** The own ones of a part of the conversation; rejects when no answer comes. */
  fetchOwn: (from: number, to: number) => Promise<OwnReactions>
  /** Sets a reaction or takes it back; rejects when it is refused or no answer comes. */
  send: (sequence: number, kind: ReactionKind, isSet: boolean) => Promise<ChangedReactions>
  /** The counts of a message as the server answered them. */
  onChanged: (counts: ReactionsChanged) => void
}

/**
 * The member's own reactions in a conversation: messages carry only how many there are. Each is shown as pressed at once, and
 * taken back where the server refuses it.
 */
export function createOwnReactions({ conversationId, fetchOwn, send, onChanged }: Options) {
  const states = new Map<number, OwnState>()
  const listeners = new Set<() => void>()
  /** Requests for one message follow each other, so that the last press wins. */
  const queues = new Map<number, Promise<unknown>>()

  function change(sequence: number, next: Partial<OwnState>) {
    states.set(sequence, { ...stateOf(sequence), ...next })
    for (const listener of listeners) listener()
  }

  function stateOf(sequence: number): OwnState {
    return states.get(sequence) ?? nothing
  }

  function learn(sequence: number, at: number, kinds: readonly ReactionKind[]) {
    if (at >= stateOf(sequence).change) change(sequence, { change: at, kinds })
  }

  return {
    stateOf,

    subscribe(listener: () => void): () => void {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },

    /** Fetches the own reactions to messages that are held, where any of them has some. */
    async fetch(messages: readonly HistoryEntry[]): Promise<void> {
      const reacted = messages.filter(({ reactions }) => reactions).slice(-maximumOwnReactionsRange)
      const last = reacted.at(-1)?.sequence
      const first = reacted.find(
        ({ sequence }) => sequence >= (last ?? 0) - maximumOwnReactionsRange,
      )?.sequence
      if (first === undefined || last === undefined) return
      try {
        const { own } = await fetchOwn(first, last)
        for (const { sequence, change: at, reactions } of own) learn(sequence, at, reactions)
        const some = new Set(own.map(({ sequence }) => sequence))
        for (const { sequence, change: at = 0 } of reacted) if (!some.has(sequence)) learn(sequence, at, [])
      } catch {
        // The next page or connection asks again.
      }
    },

    receive(news: readonly SliceNews[]) {
      for (const one of news)
        if (one.type === 'chat.own_reactions_changed' && one.conversationId === conversationId)
          learn(one.sequence, one.change, one.own)
    },

    /** Resolves when the server has stored it; rejects where it is taken back. */
    async press(sequence: number, kind: ReactionKind, isSet: boolean): Promise<void> {
      change(sequence, { pressed: new Map(stateOf(sequence).pressed).set(kind, isSet) })
      const before = queues.get(sequence) ?? Promise.resolve()
      const sending = before.catch(() => {}).then(() => send(sequence, kind, isSet))
      queues.set(sequence, sending)
      try {
        const { change: at, reactions, own } = await sending
        if (at !== undefined) {
          learn(sequence, at, own)
          onChanged({ sequence, change: at, reactions })
        }
      } finally {
        if (queues.get(sequence) === sending) queues.delete(sequence)
        const pressed = new Map(stateOf(sequence).pressed)
        if (pressed.get(kind) === isSet) pressed.delete(kind)
        change(sequence, { pressed })
      }
    },
  }
}

const nothing: OwnState = { change: 0, kinds: [], pressed: new Map() }

/** Whether a reaction is the member's, as they last pressed it. */
export function isOwnReaction({ kinds, pressed }: OwnState, kind: ReactionKind): boolean {
  return pressed.get(kind) ?? kinds.includes(kind)
}

/** One kind of reaction as a message shows it. */
export type ShownReaction = { kind: ReactionKind; count: number; isOwn: boolean }

/** The reactions to a message with the open presses, without those of none. */
export function shownReactions(reactions: Message['reactions'], own: OwnState): ShownReaction[] {
  const known = (reactions ?? []).filter(({ reaction }) => reaction in reactionTexts)
  const all = [...new Set([...known.map(({ reaction }) => reaction), ...own.pressed.keys()])]
  return all.flatMap((kind) => {
    const isOwn = isOwnReaction(own, kind)
    const counted = known.find(({ reaction }) => reaction === kind)?.count ?? 0
    const count = counted + Number(isOwn) - Number(own.kinds.includes(kind))
    return count > 0 ? [{ kind, count, isOwn }] : []
  })
}
