import type { Message, UnreadMentions } from '@covo/contract/chat/chat.routes'
import { isReadByAll } from '@covo/contract/chat/chat.rules'
import { mentionedUids } from '@covo/contract/chat/markup.text'
import type { Faults, Sending } from './history.ts'
import type { Change, ChangesBySequence } from './history-changes.ts'

type Room = {
  conversationId: string
  sendings: readonly Sending[]
  changes: ChangesBySequence
  messages: readonly Message[]
}

/** Adds the faults of what waits for members in the public room or a room by subject. `lists`: of members who write in no other. */
export function countFalseMentions(
  faults: Faults,
  room: Room,
  lists: readonly { uid: string; unread: UnreadMentions }[],
): void {
  if (!isReadByAll(room.conversationId) || lists.length === 0) return
  const sent = new Map(room.sendings.map(({ clientId, text }) => [clientId, text]))
  /** For each member the messages that have to wait for them, and those that may. */
  const waiting = new Map(lists.map(({ uid }) => [uid, { must: new Set<number>(), may: new Set<number>() }]))
  for (const message of room.messages) {
    const changes = room.changes.get(message.sequence) ?? []
    for (const uid of peopleOf(message, sent.get(message.clientId) ?? '')) {
      const of = waiting.get(uid)
      if (!of || uid === message.userId || message.isRemoved) continue
      const ends = changes.filter((change) => !change.isRefused && endsWaiting(change, uid, message))
      if (ends.length === 0) of.must.add(message.sequence)
      if (!ends.some((change) => change.acknowledged && isForSameMessage(change, message)))
        of.may.add(message.sequence)
    }
  }
  for (const { uid, unread } of lists) {
    const { must, may } = waiting.get(uid) ?? { must: new Set(), may: new Set() }
    const listed = unread.oldest.map(({ sequence }) => sequence)
    const there = new Set(listed)
    faults.duplicate += listed.length - there.size
    faults.falseRead += [...there].filter((sequence) => !may.has(sequence)).length
    faults.falseRead += Math.max(0, must.size - unread.total, unread.total - may.size)
    if (unread.total <= listed.length)
      faults.falseRead += [...must].filter((sequence) => !there.has(sequence)).length
  }
}

/** The members a message with this text was for when it was sent: those it named, and the author it replies to. */
function peopleOf({ replyTo }: Message, text: string): Set<string> {
  return new Set([...mentionedUids(text), ...(replyTo?.userId ? [replyTo.userId] : [])])
}

/** Whether the change was requested for this message, and not for one that had its sequence before a promotion and was lost. */
function isForSameMessage({ wanted }: Change, { clientId }: Message): boolean {
  return wanted.type !== 'read' || wanted.clientId === clientId
}

/** Whether the change leaves the message no longer for the member: they read it, or it no longer names them. */
function endsWaiting({ wanted, uid: by }: Change, uid: string, { replyTo }: Message): boolean {
  if (wanted.type === 'read') return by === uid
  return wanted.type === 'edit' && replyTo?.userId !== uid && !mentionedUids(wanted.text).includes(uid)
}
