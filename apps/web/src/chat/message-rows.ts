import type { Message } from '@covo/contract/chat/chat.routes'
import type { ConversationState, Echo } from './conversation-state.ts'
import type { Unread } from './use-unread.ts'

/** One message as the list shows it. */
export type MessageRow = {
  /** The same for an echo and for the message that replaces it. */
  key: string
  clientId: string
  /** None of an echo. */
  sequence: number | null
  userId: string
  userName: string
  photoURL: string | null
  text: string
  isRemoved: boolean
  date: Date
  /** Its calendar day in the reader's zone. */
  day: string
  isOwn: boolean
  /** The first of its day. */
  startsDay: boolean
  /** The first that waited to be read. */
  startsUnread: boolean
  /** A group is of one author and one day, with at most five minutes between two messages. */
  startsGroup: boolean
  endsGroup: boolean
  /** The newest of all. */
  isLast: boolean
  /** Of an echo. */
  status: Echo['status'] | null
  problem: string | null
}

const groupPause = 5 * 60_000

type Source = Message | Echo

/** What was made of a message last. Of ten thousand few change with a new one, and the others need not be drawn again. */
const known = new WeakMap<Source, MessageRow>()
/** What was made of all last. Before a new message at the end, all but the one before it stays as it is. */
let previous: {
  sources: Source[]
  rows: MessageRow[]
  removed: ConversationState['removed']
  unread: Unread | null
} | null = null

/** The messages in their order, then the ones still on their way. A message that looks as before is the same row again. */
export function messageRows(
  { messages, echoes, removed, ownId }: ConversationState,
  unread: Unread | null,
): MessageRow[] {
  const sources = [...messages, ...echoes]
  const isSameView = previous?.removed === removed && previous.unread === unread
  const settled = Math.max(0, (isSameView && previous ? commonLength(previous.sources, sources) : 0) - 1)
  const rows = (previous?.rows.slice(0, settled) ?? []).concat(
    sources.slice(settled).map((source) => known.get(source) ?? plainRow(source, ownId)),
  )
  const firstUnread = rows.findIndex((row) => unread && isUnread(row, unread))
  const startsUnread = (index: number) => index === firstUnread && isReached(rows, unread)
  let startsGroup = startsGroupAt(settled)
  for (let index = settled; index < sources.length; index += 1) {
    const [source, row] = [sources[index], rows[index]] as [Source, MessageRow]
    const next = startsGroupAt(index + 1)
    rows[index] = withMarks(row, {
      isRemoved: row.isRemoved || (row.sequence !== null && removed.has(row.sequence)),
      startsDay: row.day !== rows[index - 1]?.day,
      startsUnread: startsUnread(index),
      startsGroup,
      endsGroup: next,
      isLast: index === sources.length - 1,
    })
    known.set(source, rows[index] as MessageRow)
    startsGroup = next
  }
  previous = { sources, rows, removed, unread }
  return rows

  function startsGroupAt(index: number): boolean {
    const [before, row] = [rows[index - 1], rows[index]]
    return (
      before?.userId !== row?.userId ||
      before?.day !== row?.day ||
      startsUnread(index) ||
      (row?.date.getTime() ?? 0) - (before?.date.getTime() ?? 0) > groupPause
    )
  }
}

function commonLength(one: Source[], other: Source[]): number {
  const different = one.findIndex((source, index) => source !== other[index])
  return different < 0 ? one.length : different
}

/** Whether a message waited to be read; what one wrote oneself never did. */
export function isUnread({ sequence, isOwn }: MessageRow, { after, upTo }: Unread): boolean {
  return sequence !== null && sequence > after && sequence <= upTo && !isOwn
}

/** Whether all that waited to be read has been fetched. */
export function isReached([oldest]: MessageRow[], unread: Unread | null): boolean {
  return unread !== null && (oldest?.sequence ?? 0) <= unread.after + 1
}

function plainRow(source: Source, ownId: string): MessageRow {
  const isEcho = 'status' in source
  const userId = isEcho ? ownId : source.userId
  const date = new Date(isEcho ? source.createdAt : source.timestamp)
  return {
    key: `${userId}:${source.clientId}`,
    clientId: source.clientId,
    sequence: isEcho ? null : source.sequence,
    userId,
    userName: isEcho ? '' : source.userName,
    photoURL: isEcho ? null : source.photoURL,
    text: source.text,
    isRemoved: !isEcho && source.isRemoved === true,
    date,
    day: date.toDateString(),
    isOwn: userId === ownId,
    startsDay: false,
    startsUnread: false,
    startsGroup: false,
    endsGroup: false,
    isLast: false,
    status: isEcho ? source.status : null,
    problem: isEcho ? source.problem : null,
  }
}

type Marks = Pick<
  MessageRow,
  'isRemoved' | 'startsDay' | 'startsUnread' | 'startsGroup' | 'endsGroup' | 'isLast'
>

function withMarks(row: MessageRow, marks: Marks): MessageRow {
  const isSame =
    row.isRemoved === marks.isRemoved &&
    row.startsDay === marks.startsDay &&
    row.startsUnread === marks.startsUnread &&
    row.startsGroup === marks.startsGroup &&
    row.endsGroup === marks.endsGroup &&
    row.isLast === marks.isLast
  return isSame ? row : { ...row, ...marks }
}
