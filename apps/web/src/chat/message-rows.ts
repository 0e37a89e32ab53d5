import type { ConversationState, Echo } from './conversation-state.ts'

/** One message as the list shows it. */
export type MessageRow = {
  /** The same for an echo and for the message that replaces it. */
  key: string
  clientId: string
  userId: string
  userName: string
  photoURL: string | null
  text: string
  isRemoved: boolean
  date: Date
  isOwn: boolean
  /** The first of its day. */
  startsDay: boolean
  /** A group is of one author and one day, with at most five minutes between two messages. */
  startsGroup: boolean
  endsGroup: boolean
  /** Of an echo. */
  status: Echo['status'] | null
  problem: string | null
}

const groupPause = 5 * 60_000

/** The messages in their order, then the ones still on their way. */
export function messageRows(state: ConversationState): MessageRow[] {
  const rows: MessageRow[] = state.messages.map((message) => ({
    key: `${message.userId}:${message.clientId}`,
    clientId: message.clientId,
    userId: message.userId,
    userName: message.userName,
    photoURL: message.photoURL,
    text: message.text,
    isRemoved: message.isRemoved === true || state.removed.has(message.sequence),
    date: new Date(message.timestamp),
    isOwn: message.userId === state.ownId,
    startsDay: false,
    startsGroup: false,
    endsGroup: false,
    status: null,
    problem: null,
  }))
  for (const echo of state.echoes)
    rows.push({
      key: `${state.ownId}:${echo.clientId}`,
      clientId: echo.clientId,
      userId: state.ownId,
      userName: '',
      photoURL: null,
      text: echo.text,
      isRemoved: false,
      date: new Date(echo.createdAt),
      isOwn: true,
      startsDay: false,
      startsGroup: false,
      endsGroup: false,
      status: echo.status,
      problem: echo.problem,
    })
  for (const [index, row] of rows.entries()) {
    const before = rows[index - 1]
    row.startsDay = before?.date.toDateString() !== row.date.toDateString()
    row.startsGroup =
      row.startsDay ||
      before?.userId !== row.userId ||
      row.date.getTime() - before.date.getTime() > groupPause
    if (before) before.endsGroup = row.startsGroup
  }
  const last = rows.at(-1)
  if (last) last.endsGroup = true
  return rows
}
