import type { HistoryEntry, Message, Quote } from '@covo/contract/chat/chat.routes'
import type { MessageHistory } from '@covo/contract/chat/history.fold'

/**
 * `waiting` to be sent; `unreachable` when the last attempt, or that of one before it, got no answer (it is tried again by
 * itself); `refused` by the server for a problem; `stored` but still ahead of a gap in the shown messages.
 */
export type SendingStatus = 'waiting' | 'unreachable' | 'refused' | 'stored'

/** A message of one's own that is shown before it is known to be stored. */
export type Echo = {
  clientId: string
  text: string
  /** The people whom it names. */
  mentions?: Message['mentions']
  /** The message that it replies to. */
  replyTo?: Quote | null
  /** Whether it waits for files. */
  hasFiles?: boolean
  createdAt: string
  status: SendingStatus
  problem: string | null
}

/**
 * Drops the echoes that are done with: acknowledged, unless their message is still ahead of a gap; a stored one that is neither
 * shown nor ahead is older than the fetched messages. One whose message is shown is kept until then, and sent again: the server
 * may have published what a failure of its database takes back.
 */
export function withoutDone(
  echoes: readonly Echo[],
  history: MessageHistory,
  ownId: string,
): readonly Echo[] {
  if (echoes.length === 0) return echoes
  const [shown, ahead] = [ownIn(history.messages, ownId), ownIn(history.ahead, ownId)]
  return echoes.filter(
    ({ clientId, status }) =>
      (status !== 'refused' || !shown.has(clientId)) &&
      (status !== 'stored' || (ahead.has(clientId) && !shown.has(clientId))),
  )
}

/** The echoes whose message is not shown. */
export function withoutShown(
  echoes: readonly Echo[],
  history: MessageHistory | null,
  ownId: string,
): readonly Echo[] {
  if (echoes.length === 0 || !history) return echoes
  const shown = ownIn(history.messages, ownId)
  return echoes.filter(({ clientId }) => !shown.has(clientId))
}

function ownIn(messages: readonly HistoryEntry[], ownId: string): ReadonlySet<string | undefined> {
  return new Set(messages.filter(({ userId }) => userId === ownId).map(({ clientId }) => clientId))
}

/** Of echoes or of edits. */
export function withStatus<Item extends { clientId: string; status: SendingStatus; problem: string | null }>(
  items: readonly Item[],
  clientId: string,
  status: SendingStatus,
  problem: string | null = null,
): readonly Item[] {
  return items.map((item) => (item.clientId === clientId ? { ...item, status, problem } : item))
}
