import type { Message } from '@covo/contract/chat/chat.routes'

/** The part of a message that has to be the same in news, in the database and on screens. */
export type Entry = { sequence: number; clientId: string; senderId: string; text: string }

/**
 * How often a history shows each fault:
 * - `lost`: acknowledged, but not stored with that text;
 * - `phantom`: stored, but never sent by that member;
 * - `duplicate`: stored more than once for one sending, whether its outcome was known or not;
 * - `order`: stored before a message that was acknowledged before this one was sent, or with another sequence than was
 *   acknowledged, or with a hole before it;
 * - `feed`: a reader's list and what is stored of its part of the conversation, one for each message that differs;
 * - `falseRead`: listed as unread though the member read all of it, or not listed though something is unread.
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

/** A reader's screen of a conversation: all messages after the sequence at which the reader subscribed. */
type Feed = { conversationId: string; after: number; upTo: number; entries: readonly Entry[] }

export type History = ReturnType<typeof createHistory>

/**
 * Records the sends, acknowledgements and screens of clients, and compares them with the stored messages after all faults, as
 * Jepsen's checkers do. Recording costs no more than an entry in a list, so that it can't slow what it watches.
 */
export function createHistory() {
  const sendings: Sending[] = []
  const stored = new Map<string, readonly Entry[]>()
  const known = new Map<string, Entry>()
  const feeds: Feed[] = []
  const reads: { conversationId: string; uid: string; upTo: number }[] = []
  const unreadLists: { uid: string; conversationIds: ReadonlySet<string> }[] = []
  let step = 0

  /** The next step, for what is recorded later than it happened. */
  function now(): number {
    step += 1
    return step
  }

  return {
    now,

    /** A member is about to send a message, for the first time, or began to at an earlier step. */
    send(conversationId: string, senderId: string, clientId: string, text: string, sentAt = now()): Sending {
      const sending = { conversationId, senderId, clientId, text, sentAt, resends: 0 }
      sendings.push(sending)
      return sending
    },

    /** The server answered that it keeps the message. */
    acknowledge(sending: Sending, { sequence }: { sequence: number }): void {
      step += 1
      sending.acknowledged ??= { at: step, sequence }
    },

    /** Everything that is stored of a conversation in the end, in the order of its sequence. */
    keep(conversationId: string, messages: readonly Message[]): void {
      stored.set(conversationId, messages.map(entryOf))
    },

    /** Everything that a reader shows of what came after the sequence `after`, up to `upTo` or in the end. */
    show(conversationId: string, after: number, entries: readonly Entry[], upTo = Infinity): void {
      feeds.push({ conversationId, after, upTo, entries })
    },

    /** The server confirmed that a member has read a private conversation up to a sequence. */
    read(conversationId: string, uid: string, upTo: number): void {
      reads.push({ conversationId, uid, upTo })
    },

    /** The private conversations that the server lists as unread for a member in the end, of all that were kept. */
    recordUnread(uid: string, conversationIds: Iterable<string>): void {
      unreadLists.push({ uid, conversationIds: new Set(conversationIds) })
    },

    /** The newest sequence that `keep` recorded. */
    headOf: (conversationId: string) => stored.get(conversationId)?.at(-1)?.sequence ?? 0,

    /** The comparable part of a message; thousands of readers who receive it share one. */
    entryOf(message: Message): Entry {
      const entry = entryOf(message)
      const shared = known.get(nameOf(entry))
      if (shared?.sequence === entry.sequence && shared.text === entry.text) return shared
      known.set(nameOf(entry), entry)
      return entry
    },

    /** The newest sequence of a conversation that was acknowledged so far. */
    newestAcknowledged: (conversationId: string) =>
      sendings
        .filter((sending) => sending.conversationId === conversationId)
        .reduce((newest, { acknowledged }) => Math.max(newest, acknowledged?.sequence ?? 0), 0),

    countSent: () => sendings.length,
    countResends: () => sendings.reduce((sum, { resends }) => sum + resends, 0),
    countAcknowledged: () => sendings.filter(({ acknowledged }) => acknowledged).length,

    /** Fails when a conversation was written or shown that `keep` did not record: it can't be compared. */
    check(): Faults {
      const faults = { ...faultless }
      for (const { conversationId } of [...sendings, ...feeds])
        if (!stored.has(conversationId)) throw new Error(`nothing is known of what ${conversationId} keeps`)
      for (const [conversationId, entries] of stored) {
        const own = sendings.filter((sending) => sending.conversationId === conversationId)
        countStored(faults, own, entries)
        faults.order += countMisplaced(own, entries)
      }
      for (const feed of feeds) faults.feed += countDifferences(feed, stored.get(feed.conversationId) ?? [])
      for (const { uid, conversationIds } of unreadLists)
        for (const [conversationId, entries] of stored) {
          const upTo = reads
            .filter((read) => read.uid === uid && read.conversationId === conversationId)
            .reduce((farthest, read) => Math.max(farthest, read.upTo), 0)
          const isMember = conversationId.split('_').includes(uid)
          const isUnread = entries.some(({ sequence, senderId }) => sequence > upTo && senderId !== uid)
          if (isMember && isUnread !== conversationIds.has(conversationId)) faults.falseRead += 1
        }
      return faults
    },
  }
}

function entryOf({ sequence, clientId, userId, text }: Message): Entry {
  return { sequence, clientId, senderId: userId, text }
}

function countStored(faults: Faults, sendings: Sending[], entries: readonly Entry[]): void {
  const sent = new Map(sendings.map((sending) => [nameOf(sending), sending]))
  const kept = new Map<string, number>()
  for (const entry of entries) {
    if (sent.get(nameOf(entry))?.text !== entry.text) faults.phantom += 1
    kept.set(nameOf(entry), (kept.get(nameOf(entry)) ?? 0) + 1)
  }
  const texts = new Set(entries.map((entry) => `${nameOf(entry)} ${entry.text}`))
  for (const sending of sendings)
    if (sending.acknowledged && !texts.has(`${nameOf(sending)} ${sending.text}`)) faults.lost += 1
  for (const count of kept.values()) faults.duplicate += count - 1
}

function countMisplaced(sendings: Sending[], entries: readonly Entry[]): number {
  const sequenceOf = new Map(entries.map((entry) => [nameOf(entry), entry.sequence]))
  const acknowledged = sendings
    .filter((sending) => sending.acknowledged)
    .toSorted((one, other) => (one.acknowledged?.at ?? 0) - (other.acknowledged?.at ?? 0))
  let misplaced = entries.filter(({ sequence }, index) => sequence !== index + 1).length
  let newest = 0
  let next = 0
  // In the order of their sending, each is held against the newest that was acknowledged before.
  for (const sending of sendings.toSorted((one, other) => one.sentAt - other.sentAt)) {
    for (let earlier = acknowledged[next]; earlier?.acknowledged; earlier = acknowledged[next]) {
      if (earlier.acknowledged.at > sending.sentAt) break
      newest = Math.max(newest, sequenceOf.get(nameOf(earlier)) ?? 0)
      next += 1
    }
    const sequence = sequenceOf.get(nameOf(sending))
    if (sequence === undefined) continue
    const isRenumbered = sending.acknowledged && sending.acknowledged.sequence !== sequence
    if (sequence < newest || isRenumbered) misplaced += 1
  }
  return misplaced
}

function countDifferences({ after, upTo, entries }: Feed, stored: readonly Entry[]): number {
  const entitled = stored.filter(({ sequence }) => sequence > after && sequence <= upTo)
  const longer = entitled.length > entries.length ? entitled : entries
  return longer.filter((_, index) => {
    const [own, kept] = [entries[index], entitled[index]]
    return own?.sequence !== kept?.sequence || own?.clientId !== kept?.clientId || own?.text !== kept?.text
  }).length
}

function nameOf({ senderId, clientId }: { senderId: string; clientId: string }): string {
  return `${senderId} ${clientId}`
}
