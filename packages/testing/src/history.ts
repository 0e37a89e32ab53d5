import type { Message, OwnReactions, UnreadMentions } from '@covo/contract/chat/chat.routes'
import type { ReactionKind } from '@covo/contract/chat/chat.rules'
import {
  type Change,
  type ChangesBySequence,
  countChangeFaults,
  isSame,
  mayBeStored,
  type Wanted,
} from './history-changes.ts'
import { countFalseMentions } from './history-mentions.ts'

/** The part of a message that has to be the same in news, in the database and on screens. */
export type Entry = Pick<
  Message,
  'sequence' | 'clientId' | 'userId' | 'text' | 'edits' | 'isRemoved' | 'reactions' | 'replyTo' | 'change'
>

/**
 * How often a history shows each fault:
 * - `lost`: acknowledged, but not stored, with the text that was sent or a later one; an acknowledged edit neither stored nor
 *   followed by another; text of a removed message; a reaction not as it was last acknowledged;
 * - `phantom`: stored, but never sent by that member; a text that its author never gave the message; a removal or reaction that
 *   nobody made; a removed message that is back;
 * - `duplicate`: stored more than once for one sending, whether its outcome was known or not; more edits than were made, more
 *   changes than there were, another count of reactions than there are, one mention listed twice;
 * - `order`: stored before a message that was acknowledged before this one was sent, or with another sequence than was
 *   acknowledged, or with a hole before it; a change with a smaller number than one that was acknowledged before it was sent;
 *   one number on two messages;
 * - `feed`: what a reader holds and what is stored of that part of the conversation, one for each message that differs in its
 *   place, text, edits, removal, reactions, own reactions or quote;
 * - `falseRead`: listed as unread though the member read all of it, or it was removed, or not listed though something is unread;
 *   the same of messages that are for the member.
 */
export type Faults = Record<'lost' | 'phantom' | 'duplicate' | 'order' | 'feed' | 'falseRead', number>

/** No fault of any kind: what every history has to show. */
export const faultless: Faults = { lost: 0, phantom: 0, duplicate: 0, order: 0, feed: 0, falseRead: 0 }

/** One sending, however often it was tried; its outcome is unknown until it is acknowledged. */
export type Sending = {
  readonly conversationId: string
  readonly senderId: string
  readonly clientId: string
  readonly text: string
  /** When it was first tried and acknowledged, in steps of the history. */
  readonly sentAt: number
  acknowledged?: { at: number; sequence: number }
  /** How often it was tried again. */
  resends: number
}

/** All that is stored of a conversation in the end. */
export type Stored = {
  /** In the order of their sequence. */
  messages: readonly Message[]
  changes: number
  /** The reactions of the members who were asked for them, by uid and sequence. */
  own: Map<string, OwnByMessage>
}

/** A member's own reactions, by the message's sequence. */
export type OwnByMessage = ReadonlyMap<number, readonly ReactionKind[]>

/** A reader's screen of a conversation: all messages after the sequence at which the reader subscribed. */
type Feed = { conversationId: string; after: number; entries: readonly Entry[] } & Shown

/**
 * `upTo`: the last sequence of the screen, where it does not go to the end; `changes`: how far its changes go, where it shows
 * an earlier state; `own`: the own reactions that it shows of the member `uid`.
 */
type Shown = { upTo?: number; changes?: number; own?: { uid: string; reactions: OwnByMessage } }

export type History = ReturnType<typeof createHistory>

/**
 * Records the sends, changes, acknowledgements and screens of clients, and compares them with the stored messages after all
 * faults, as Jepsen's checkers do. Recording costs no more than an entry in a list, so that it can't slow what it watches.
 */
export function createHistory() {
  const sendings: Sending[] = []
  const changes: Change[] = []
  const writers = new Set<string>()
  const stored = new Map<string, Stored>()
  const known = new Map<string, Message>()
  const feeds: Feed[] = []
  const reads: { conversationId: string; uid: string; upTo: number }[] = []
  const unreadLists: { uid: string; conversationIds: ReadonlySet<string> }[] = []
  const mentionLists: { conversationId: string; uid: string; unread: UnreadMentions }[] = []
  let step = 0
  let acknowledgedCount = 0

  /** The next step, for what is recorded later than it happened. */
  function now(): number {
    step += 1
    return step
  }

  function storedOf(conversationId: string): Stored {
    const found = stored.get(conversationId)
    if (!found) throw new Error(`nothing is known of what ${conversationId} keeps`)
    return found
  }

  return {
    now,

    /** A member is about to send a message, for the first time, or began to at an earlier step. */
    send(conversationId: string, senderId: string, clientId: string, text: string, sentAt = now()): Sending {
      const sending = { conversationId, senderId, clientId, text, sentAt, resends: 0 }
      sendings.push(sending)
      writers.add(senderId)
      return sending
    },

    /** The server answered that it keeps the message. */
    acknowledge(sending: Sending, { sequence }: { sequence: number }): void {
      step += 1
      if (sending.acknowledged) return
      sending.acknowledged = { at: step, sequence }
      acknowledgedCount += 1
    },

    /** A member is about to ask for a change of a message, or to note a mention as read, for the first time. */
    change(conversationId: string, uid: string, sequence: number, wanted: Wanted): Change {
      const change = { conversationId, uid, sequence, wanted, startedAt: now(), isRefused: false, resends: 0 }
      changes.push(change)
      return change
    },

    /** The server answered that the change is made, with the number of it and of the message's edits where it says so. */
    acknowledgeChange(
      change: Change,
      { change: number, edits }: Pick<Message, 'change' | 'edits'> = {},
    ): void {
      step += 1
      change.acknowledged ??= { at: step, number, edits }
    },

    /** The server refused the change. An attempt before may have been made all the same. */
    refuse(change: Change): void {
      change.isRefused = change.resends === 0
    },

    /** Everything that is stored of a conversation in the end, in the order of its sequence. */
    keep(conversationId: string, messages: readonly Message[], changes = 0): void {
      stored.set(conversationId, { messages, changes, own: new Map() })
    },

    /** The reactions of a member that are stored in the end of a conversation that was kept. */
    keepOwn(conversationId: string, uid: string, { own }: OwnReactions): void {
      storedOf(conversationId).own.set(
        uid,
        new Map(own.map(({ sequence, reactions }) => [sequence, reactions])),
      )
    },

    /** The reactions of a member that were recorded as stored in a conversation. */
    ownReactionsOf: (conversationId: string, uid: string) => storedOf(conversationId).own.get(uid),

    /** Everything that a reader shows of what came after the sequence `after`. */
    show(conversationId: string, after: number, entries: readonly Entry[], shown: Shown = {}): void {
      feeds.push({ conversationId, after, entries, ...shown })
    },

    /** The server confirmed that a member has read a private conversation up to a sequence. */
    read(conversationId: string, uid: string, upTo: number): void {
      reads.push({ conversationId, uid, upTo })
    },

    /** The private conversations that the server lists as unread for a member in the end, of all that were kept. */
    recordUnread(uid: string, conversationIds: Iterable<string>): void {
      unreadLists.push({ uid, conversationIds: new Set(conversationIds) })
    },

    /** The mentions that wait for a member in the end, who wrote in this conversation alone of those that were kept. */
    recordMentions(conversationId: string, uid: string, unread: UnreadMentions): void {
      mentionLists.push({ conversationId, uid, unread })
    },

    /** The newest sequence that `keep` recorded, and the changes. */
    positionOf: (conversationId: string) => ({
      head: stored.get(conversationId)?.messages.at(-1)?.sequence ?? 0,
      changes: stored.get(conversationId)?.changes ?? 0,
    }),

    /** An equal message that is known already: thousands of readers who receive it share one. */
    share(message: Message): Message {
      const shared = known.get(message.id)
      if (shared?.change === message.change && shared && isSame(shared, message)) return shared
      known.set(message.id, message)
      return message
    },

    /** The newest sequence of a conversation that was acknowledged so far. */
    newestAcknowledged: (conversationId: string) =>
      sendings
        .filter((sending) => sending.conversationId === conversationId)
        .reduce((newest, { acknowledged }) => Math.max(newest, acknowledged?.sequence ?? 0), 0),

    /** Whether the server answered that it keeps a message of the member at this sequence. */
    isAcknowledged: (conversationId: string, uid: string, sequence: number) =>
      sendings.some(
        ({ acknowledged, ...sending }) =>
          sending.conversationId === conversationId &&
          sending.senderId === uid &&
          acknowledged?.sequence === sequence,
      ),

    hasWritten: (uid: string) => writers.has(uid),
    countSent: () => sendings.length,
    countChanges: () => changes.length,
    countResends: () => [...sendings, ...changes].reduce((sum, { resends }) => sum + resends, 0),
    countAcknowledged: () => acknowledgedCount,

    /** Fails when a conversation was written or shown that `keep` did not record: it can't be compared. */
    check(): Faults {
      const faults = { ...faultless }
      for (const { conversationId } of [...sendings, ...changes, ...feeds]) storedOf(conversationId)
      for (const [conversationId, kept] of stored) {
        const own = sendings.filter((sending) => sending.conversationId === conversationId)
        const changed = Map.groupBy(
          changes.filter((change) => change.conversationId === conversationId),
          ({ sequence }) => sequence,
        )
        countStored(faults, own, changed, kept.messages)
        faults.order += countMisplaced(own, kept.messages)
        countChangeFaults(faults, changed, kept)
        countFalseMentions(
          faults,
          { conversationId, sendings: own, changes: changed, messages: kept.messages },
          mentionLists.filter((list) => list.conversationId === conversationId),
        )
      }
      for (const feed of feeds) faults.feed += countDifferences(feed, storedOf(feed.conversationId))
      for (const { uid, conversationIds } of unreadLists)
        for (const [conversationId, { messages }] of stored) {
          const upTo = reads
            .filter((read) => read.uid === uid && read.conversationId === conversationId)
            .reduce((farthest, read) => Math.max(farthest, read.upTo), 0)
          const isMember = conversationId.split('_').includes(uid)
          const isUnread = messages.some(
            ({ sequence, userId, isRemoved }) => sequence > upTo && userId !== uid && !isRemoved,
          )
          if (isMember && isUnread !== conversationIds.has(conversationId)) faults.falseRead += 1
        }
      return faults
    },
  }
}

function countStored(
  faults: Faults,
  sendings: readonly Sending[],
  changes: ChangesBySequence,
  messages: readonly Message[],
): void {
  const sent = new Map(sendings.map((sending) => [nameOf(sending.senderId, sending), sending]))
  const kept = new Map<string, number>()
  const accounted = new Set<string>()
  for (const message of messages) {
    const name = nameOf(message.userId, message)
    const sending = sent.get(name)
    if (sending && mayBeStored(message, sending.text, changes)) accounted.add(name)
    else faults.phantom += 1
    kept.set(name, (kept.get(name) ?? 0) + 1)
  }
  for (const [name, { acknowledged }] of sent) if (acknowledged && !accounted.has(name)) faults.lost += 1
  for (const count of kept.values()) faults.duplicate += count - 1
}

function countMisplaced(sendings: readonly Sending[], messages: readonly Message[]): number {
  const sequenceOf = new Map(messages.map((message) => [nameOf(message.userId, message), message.sequence]))
  const acknowledged = sendings
    .filter((sending) => sending.acknowledged)
    .toSorted((one, other) => (one.acknowledged?.at ?? 0) - (other.acknowledged?.at ?? 0))
  let misplaced = messages.filter(({ sequence }, index) => sequence !== index + 1).length
  let newest = 0
  let next = 0
  // In the order of their sending, each is held against the newest that was acknowledged before.
  for (const sending of sendings.toSorted((one, other) => one.sentAt - other.sentAt)) {
    for (let earlier = acknowledged[next]; earlier?.acknowledged; earlier = acknowledged[next]) {
      if (earlier.acknowledged.at > sending.sentAt) break
      newest = Math.max(newest, sequenceOf.get(nameOf(earlier.senderId, earlier)) ?? 0)
      next += 1
    }
    const sequence = sequenceOf.get(nameOf(sending.senderId, sending))
    if (sequence === undefined) continue
    const isRenumbered = sending.acknowledged && sending.acknowledged.sequence !== sequence
    if (sequence < newest || isRenumbered) misplaced += 1
  }
  return misplaced
}

function countDifferences(feed: Feed, { messages, own }: Stored): number {
  const { after, upTo = Infinity, changes = Infinity, entries } = feed
  const entitled = messages.filter(({ sequence }) => sequence > after && sequence <= upTo)
  const changeOf = new Map(messages.map(({ sequence, change = 0 }) => [sequence, change]))
  const longer = entitled.length > entries.length ? entitled : entries
  const storedOwn = feed.own && own.get(feed.own.uid)
  return longer.filter((_, index) => {
    const [held, kept] = [entries[index], entitled[index]]
    if (!held || !kept || held.sequence !== kept.sequence || held.clientId !== kept.clientId) return true
    // An earlier state may lack later changes, of a message and of what it quotes.
    const isCurrent = (sequence: number) => (changeOf.get(sequence) ?? 0) <= changes
    if (!isCurrent(kept.sequence)) return (held.change ?? 0) > changes
    const quoted = kept.replyTo?.sequence
    if (quoted !== undefined && !isCurrent(quoted))
      return !isSame({ ...held, replyTo: undefined }, { ...kept, replyTo: undefined })
    return !isSame(held, kept) || !hasSameOwn(kept.sequence)
  }).length

  function hasSameOwn(sequence: number): boolean {
    if (!feed.own || !storedOwn) return true
    return areSameReactions(feed.own.reactions.get(sequence), storedOwn.get(sequence))
  }
}

/** Whether two lists of reactions to a message hold the same ones. */
export function areSameReactions(
  one: readonly ReactionKind[] = [],
  other: readonly ReactionKind[] = [],
): boolean {
  return String(one.toSorted()) === String(other.toSorted())
}

function nameOf(uid: string, { clientId }: { clientId: string }): string {
  return `${uid} ${clientId}`
}
