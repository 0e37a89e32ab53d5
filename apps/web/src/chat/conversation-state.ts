import type { Message, MessagePage } from '@covo/contract/chat/chat.routes'
import type { MemberChanged } from '@covo/contract/profiles/profiles.news'

/** A message of one's own that is shown before it is known to be stored. */
export type Echo = {
  clientId: string
  text: string
  createdAt: string
  /**
   * `waiting` to be sent; `unreachable` when the last attempt got no answer (it is tried again by itself); `refused` by
   * the server for `problem`; `stored` but still ahead of a gap in what is shown.
   */
  status: 'waiting' | 'unreachable' | 'refused' | 'stored'
  problem: string | null
}

/** What is known of a conversation. Pages, news and answers may arrive in any order and more than once. */
export type ConversationState = {
  ownId: string
  /** Whether the newest page has arrived. */
  isLoaded: boolean
  /** Ascending, without a gap from the oldest that was fetched on. */
  messages: readonly Message[]
  /** Ascending; they wait for the ones between them and the newest of `messages`. */
  ahead: readonly Message[]
  /** The newest sequence that is known to exist. */
  head: number
  reachedStart: boolean
  authorCount: number
  /** The sequences of messages that were told to be removed; one may still arrive as it was. */
  removed: ReadonlySet<number>
  echoes: readonly Echo[]
  /** The end at which the list last changed: a list on the screen keeps its place by it. */
  changedAt: 'start' | 'end'
}

export function emptyConversation(ownId: string, echoes: readonly Echo[]): ConversationState {
  return {
    ownId,
    isLoaded: false,
    messages: [],
    ahead: [],
    head: 0,
    reachedStart: false,
    authorCount: 0,
    removed: new Set(),
    echoes,
    changedAt: 'end',
  }
}

/** The sequence after which something is missing, or null when everything up to the head is there. */
export function missingAfter(state: ConversationState): number | null {
  const newest = newestSequence(state)
  return state.isLoaded && newest < state.head ? newest : null
}

/** The sequence before which older messages can be fetched, or null when there are none. */
export function olderThan(state: ConversationState): number | null {
  return state.isLoaded && !state.reachedStart ? (state.messages[0]?.sequence ?? null) : null
}

/** The first page, which holds the newest messages. */
export function withNewestPage(state: ConversationState, page: MessagePage): ConversationState {
  if (state.isLoaded) return state
  return settle({
    ...withCounts(state, page),
    isLoaded: true,
    messages: page.messages,
    reachedStart: (page.messages[0]?.sequence ?? 1) === 1,
    changedAt: 'end',
  })
}

/** A page that ends just before the oldest message that is there. */
export function withOlderPage(state: ConversationState, page: MessagePage): ConversationState {
  const oldest = olderThan(state)
  if (oldest === null) return state
  const older = page.messages.filter(({ sequence }) => sequence < oldest)
  return settle({
    ...withCounts(state, page),
    messages: [...older, ...state.messages],
    reachedStart: older.length === 0 || older[0]?.sequence === 1,
    changedAt: 'start',
  })
}

/** A page that starts just after the newest message that is there. */
export function withNewerPage(state: ConversationState, page: MessagePage): ConversationState {
  const newest = newestSequence(state)
  const newer = page.messages.filter(({ sequence }) => sequence > newest)
  const counted = withCounts(state, page)
  return settle({
    ...counted,
    messages: [...state.messages, ...newer],
    // The server has nothing more, whatever was said before: asking again would never end.
    head: page.messages.length === 0 ? newest : counted.head,
    changedAt: 'end',
  })
}

/** Messages told by news, or answered to one's own sending. */
export function withMessages(
  state: ConversationState,
  arrived: readonly Message[],
  authorCount = 0,
): ConversationState {
  const newest = newestSequence(state)
  const notNewer = arrived.filter(({ sequence }) => sequence <= newest)
  const known = new Map(notNewer.map((message) => [message.id, message]))
  const bySequence = new Map(
    [...state.ahead, ...arrived.filter(({ sequence }) => sequence > newest)].map((message) => [
      message.sequence,
      message,
    ]),
  )
  return settle({
    ...state,
    messages:
      known.size > 0 ? state.messages.map((message) => known.get(message.id) ?? message) : state.messages,
    ahead: [...bySequence.values()].sort((one, other) => one.sequence - other.sequence),
    head: Math.max(state.head, ...arrived.map(({ sequence }) => sequence)),
    authorCount: Math.max(state.authorCount, authorCount),
    // Also one that stands further up than what was fetched.
    echoes: withoutShown(state.echoes, notNewer, state.ownId),
    changedAt: 'end',
  })
}

export function withRemoved(state: ConversationState, sequence: number): ConversationState {
  return { ...state, removed: new Set(state.removed).add(sequence) }
}

/** The server's word on how far the conversation goes. */
export function withHead(state: ConversationState, head: number): ConversationState {
  return head > state.head ? { ...state, head } : state
}

/** An author's present name and photo on everything that they wrote. */
export function withAuthor(state: ConversationState, member: MemberChanged): ConversationState {
  return {
    ...state,
    messages: withAuthorName(state.messages, member),
    ahead: withAuthorName(state.ahead, member),
  }
}

/** Messages with the present name and photo of one of their authors. */
export function withAuthorName(
  messages: readonly Message[],
  { uid, displayName, photoURL }: MemberChanged,
): Message[] {
  return messages.map((message) =>
    message.userId === uid ? { ...message, userName: displayName, photoURL: photoURL || null } : message,
  )
}

export function withEcho(state: ConversationState, echo: Echo): ConversationState {
  return { ...state, echoes: [...state.echoes, echo], changedAt: 'end' }
}

export function withEchoStatus(
  state: ConversationState,
  clientId: string,
  status: Echo['status'],
  problem: string | null = null,
): ConversationState {
  const echoes = state.echoes.map((echo) =>
    echo.clientId === clientId ? { ...echo, status, problem } : echo,
  )
  return { ...state, echoes, changedAt: 'end' }
}

function newestSequence(state: ConversationState): number {
  return state.messages.at(-1)?.sequence ?? 0
}

function withCounts(state: ConversationState, page: MessagePage): ConversationState {
  return {
    ...state,
    head: Math.max(state.head, page.head),
    // Authors only ever become more; an answer that was overtaken by news knows fewer.
    authorCount: Math.max(state.authorCount, page.authorCount),
  }
}

/** Joins what waited for a gap to close, and lets go of the echoes whose message is now shown. */
function settle(state: ConversationState): ConversationState {
  if (!state.isLoaded) return state
  let newest = newestSequence(state)
  const joined: Message[] = []
  const ahead: Message[] = []
  for (const message of state.ahead) {
    if (message.sequence === newest + 1) {
      joined.push(message)
      newest = message.sequence
    } else if (message.sequence > newest) ahead.push(message)
  }
  const messages = joined.length > 0 ? [...state.messages, ...joined] : state.messages
  return { ...state, messages, ahead, echoes: withoutShown(state.echoes, messages, state.ownId) }
}

function withoutShown(echoes: readonly Echo[], messages: readonly Message[], ownId: string): readonly Echo[] {
  if (echoes.length === 0) return echoes
  const shown = new Set(messages.filter(({ userId }) => userId === ownId).map(({ clientId }) => clientId))
  return echoes.filter(({ clientId }) => !shown.has(clientId))
}
