import type { Message } from '@covo/contract/chat/chat.routes'
import type { ReactionKind } from '@covo/contract/chat/chat.rules'
import type { Entry, Faults, Stored } from './history.ts'

/** A change that a member asks for; `read` marks a message that is for them as read, which `clientId` names: after a promotion its sequence may be another's. */
export type Wanted =
  | { type: 'edit'; text: string }
  | { type: 'remove' }
  | { type: 'react'; reaction: ReactionKind; isSet: boolean }
  | { type: 'read'; clientId: string }

/** One change of a message, however often it was tried; its outcome is unknown until it is acknowledged or refused. */
export type Change = {
  readonly conversationId: string
  readonly uid: string
  readonly sequence: number
  readonly wanted: Wanted
  /** When it was first tried and acknowledged, in steps of the history. */
  readonly startedAt: number
  acknowledged?: { at: number; number: number | undefined; edits: number | undefined }
  /** Whether it was refused, and so was never made. */
  isRefused: boolean
  /** How often it was tried again. */
  resends: number
}

/** Whether two states of a message show the same. */
export function isSame(one: Entry, other: Entry): boolean {
  return (
    one.sequence === other.sequence &&
    one.clientId === other.clientId &&
    one.userId === other.userId &&
    one.text === other.text &&
    one.edits === other.edits &&
    one.isRemoved === other.isRemoved &&
    one.replyTo?.sequence === other.replyTo?.sequence &&
    one.replyTo?.excerpt === other.replyTo?.excerpt &&
    one.replyTo?.isRemoved === other.replyTo?.isRemoved &&
    isSameJson(one.reactions, other.reactions)
  )
}

function isSameJson(one: unknown, other: unknown): boolean {
  return one === other || JSON.stringify(one) === JSON.stringify(other)
}

/** The changes of a conversation by the sequence of their message. */
export type ChangesBySequence = ReadonlyMap<number, readonly Change[]>

/** Whether a message that was sent with this text may be stored like this. */
export function mayBeStored(message: Message, sent: string, changes: ChangesBySequence): boolean {
  const { isRemoved, text } = message
  const made = madeByAuthor(message, changes)
  if (isRemoved) return made.some(({ wanted }) => wanted.type === 'remove')
  return text === sent || made.some(({ wanted }) => wanted.type === 'edit' && wanted.text === text)
}

/** The changes that a message's author may have made. */
function madeByAuthor({ sequence, userId }: Message, changes: ChangesBySequence): Change[] {
  return (changes.get(sequence) ?? []).filter(({ uid, isRefused }) => uid === userId && !isRefused)
}

/** Adds the faults of a conversation's changes. */
export function countChangeFaults(faults: Faults, changes: ChangesBySequence, stored: Stored): void {
  const removed = new Set(
    stored.messages.filter(({ isRemoved }) => isRemoved).map(({ sequence }) => sequence),
  )
  let effective = 0
  for (const message of stored.messages) {
    if (message.replyTo && removed.has(message.replyTo.sequence) && message.replyTo.excerpt) faults.lost += 1
    effective += countTextFaults(faults, message, changes)
    effective += countReactionFaults(faults, message, changes.get(message.sequence) ?? [], stored)
    for (const { acknowledged } of changes.get(message.sequence) ?? [])
      if ((acknowledged?.number ?? 0) > (message.change ?? 0)) faults.lost += 1
  }
  faults.duplicate += Math.max(0, stored.changes - effective)
  faults.order += countMisnumbered([...changes.values()].flat(), stored)
}

/** Answers how many numbers the edits and the removal of a message may have taken. */
function countTextFaults(faults: Faults, message: Message, changes: ChangesBySequence): number {
  const { text, isRemoved, edits = 0 } = message
  const made = madeByAuthor(message, changes)
  const edited = made.filter(({ wanted }) => wanted.type === 'edit')
  const removals = made.filter(({ wanted }) => wanted.type === 'remove')
  faults.duplicate += Math.max(0, edits - edited.length)
  if (isRemoved && text) faults.lost += 1
  if (!isRemoved)
    for (const { acknowledged, wanted } of edited) {
      const number = acknowledged?.edits ?? 0
      const isLast = number === edits && wanted.type === 'edit'
      if (acknowledged && (number > edits || (isLast && wanted.text !== text))) faults.lost += 1
    }
  if (!isRemoved && removals.some(({ acknowledged }) => acknowledged)) {
    faults.phantom += 1
    if (text) faults.lost += 1
  }
  return edited.length + Math.min(1, removals.length)
}

/** Answers how many numbers the reactions to a message may have taken. */
function countReactionFaults(
  faults: Faults,
  message: Message,
  changes: readonly Change[],
  { own }: Stored,
): number {
  const { sequence, isRemoved, reactions = [] } = message
  const counts = new Map(reactions.map(({ reaction, count }) => [reaction, count]))
  faults.duplicate += reactions.length - counts.size
  /** Pairs of a member and a kind, with all that the member did with it. */
  const tried = Map.groupBy(
    changes.filter(({ wanted }) => wanted.type === 'react'),
    ({ uid, wanted }) => `${uid} ${wanted.type === 'react' ? wanted.reaction : ''}`,
  )
  const there = new Set<string>()
  for (const [uid, kinds] of own)
    for (const reaction of kinds.get(sequence) ?? []) {
      there.add(`${uid} ${reaction}`)
      counts.set(reaction, (counts.get(reaction) ?? 0) - 1)
    }
  let effective = 0
  for (const [pair, some] of tried) {
    const made = some.filter(({ isRefused }) => !isRefused)
    const turns = made.map(({ wanted }) => wanted.type === 'react' && wanted.isSet)
    effective += turns.filter((isSet, index) => isSet !== (turns[index - 1] ?? false)).length
    const isKnown = made.at(-1)?.acknowledged
    if (!isRemoved && isKnown && own.size > 0 && turns.at(-1) !== there.has(pair)) faults.lost += 1
  }
  for (const pair of there) {
    const isMade = tried.get(pair)?.some(({ wanted, isRefused }) => isSetting(wanted) && !isRefused)
    if (isRemoved || !isMade) faults.phantom += 1
  }
  for (const [reaction, difference] of counts) {
    const isMade = changes.some(({ wanted }) => isSetting(wanted) && wanted.reaction === reaction)
    if (isRemoved || !isMade) faults.phantom += Math.abs(difference)
    else faults.duplicate += Math.abs(difference)
  }
  return effective
}

function isSetting(wanted: Wanted): wanted is Extract<Wanted, { type: 'react' }> {
  return wanted.type === 'react' && wanted.isSet
}

/** Numbers of changes that are there twice or never were given, or do not follow the order in which they were made. */
function countMisnumbered(changes: readonly Change[], { messages, changes: last }: Stored): number {
  const numbers = messages.flatMap(({ change }) => (change === undefined ? [] : [change]))
  let misnumbered = numbers.length - new Set(numbers).size + numbers.filter((number) => number > last).length
  const changeOf = new Map(messages.map(({ sequence, isRemoved, change }) => [sequence, isRemoved && change]))
  const removals = new Set<number>()
  const reactions = new Map<string, boolean>()
  const numbered = changes.flatMap(({ uid, wanted, sequence, startedAt, acknowledged, isRefused }) => {
    if (wanted.type === 'react' && !isRefused) {
      const name = `${sequence} ${uid} ${wanted.reaction}`
      const isMade = wanted.isSet !== (reactions.get(name) ?? false)
      reactions.set(name, wanted.isSet)
      // Where it is so already, the answer has the number of an earlier change.
      if (!isMade) return []
    }
    if (!acknowledged) return []
    let { number } = acknowledged
    if (wanted.type === 'remove') {
      // The answer to a removal has no number, but nothing changes the message after it.
      if (!removals.has(sequence)) number = changeOf.get(sequence) || undefined
      removals.add(sequence)
    }
    return number === undefined ? [] : [{ number, startedAt, at: acknowledged.at }]
  })
  const acknowledged = numbered.toSorted((one, other) => one.at - other.at)
  let newest = 0
  let next = 0
  // In the order of their beginning, each is compared with the greatest number that was acknowledged before.
  for (const { number, startedAt } of numbered.toSorted((one, other) => one.startedAt - other.startedAt)) {
    for (let earlier = acknowledged[next]; earlier && earlier.at < startedAt; earlier = acknowledged[next]) {
      newest = Math.max(newest, earlier.number)
      next += 1
    }
    if (number <= newest) misnumbered += 1
  }
  return misnumbered
}
