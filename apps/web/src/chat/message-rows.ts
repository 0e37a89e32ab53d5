import type { HiddenQuote, Message, Quote } from '@covo/contract/chat/chat.routes'
import { type MessageHistory, seenMessages } from '@covo/contract/chat/history.fold'
import { quoteOf } from '@covo/contract/chat/quote'
import type { MessageFile } from '@covo/contract/files/message-files'
import type { ConversationView } from './conversation.ts'
import type { Echo } from './echoes.ts'
import type { Edit } from './edits.ts'
import type { Unread } from './use-unread.ts'

/** One message as the list shows it. */
export type MessageRow = {
  /** The same for an echo and for the message that replaces it. */
  key: string
  clientId: string
  /** Null of an echo. */
  id: string | null
  /** None of an echo. */
  sequence: number | null
  userId: string
  userName: string
  photoURL: string | null
  text: string
  /** None of a removed one. */
  files: readonly MessageFile[]
  replyTo: Quote | HiddenQuote | null
  mentions: Message['mentions']
  /** Whether somebody else's message names the viewer. */
  mentionsViewer: boolean
  viewerId: string
  isRemoved: boolean
  removedBy: Message['removedBy'] | null
  /** How often it was edited, and when last. */
  edits: number
  editedAt: string | null
  /** Of its own that is on its way or was refused. */
  edit: Edit | null
  /** How many there are of each kind, the viewer's own among them. */
  reactions: Message['reactions']
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
  /** Of an echo: whether files go with it. */
  hasAttachments: boolean
}

const groupPause = 5 * 60_000
const noFiles: readonly MessageFile[] = []

type Source = Message | Echo

type RowSource = Pick<ConversationView, 'history' | 'echoes' | 'ownId'>

/**
 * Makes the rows of one list: the messages in their order, then the echoes. A message that looks as before is the same row
 * again, because few of ten thousand change with a new one, and the others need not be drawn again.
 */
export function createRowMaker() {
  const known = new WeakMap<Source, MessageRow>()
  let previous: { sources: Source[]; rows: MessageRow[]; unread: Unread | null } | null = null

  return ({ history, echoes, ownId }: RowSource, unread: Unread | null): MessageRow[] => {
    const sources = [...seenMessages(history?.messages ?? []), ...echoes]
    // Before a new message at the end, all rows but the one before it stay as they are.
    const same = previous?.unread === unread ? commonLength(previous.sources, sources) : 0
    const settled = Math.max(0, same - 1)
    const rows = (previous?.rows.slice(0, settled) ?? []).concat(
      sources.slice(settled).map((source) => known.get(source) ?? plainRow(source, ownId)),
    )
    markRows(rows, settled, unread)
    for (let index = settled; index < rows.length; index += 1)
      known.set(sources[index] as Source, rows[index] as MessageRow)
    previous = { sources, rows, unread }
    return rows
  }
}

/** Gives the rows from `start` on the marks that they have by their neighbours. */
function markRows(rows: MessageRow[], start: number, unread: Unread | null): void {
  const firstUnread = isReached(rows, unread) ? rows.findIndex((row) => unread && isUnread(row, unread)) : -1

  function startsGroupAt(index: number): boolean {
    const [before, row] = [rows[index - 1], rows[index]]
    return (
      before?.userId !== row?.userId ||
      before?.day !== row?.day ||
      index === firstUnread ||
      (row?.date.getTime() ?? 0) - (before?.date.getTime() ?? 0) > groupPause
    )
  }

  let startsGroup = startsGroupAt(start)
  for (let index = start; index < rows.length; index += 1) {
    const row = rows[index] as MessageRow
    const next = startsGroupAt(index + 1)
    rows[index] = withMarks(row, {
      startsDay: row.day !== rows[index - 1]?.day,
      startsUnread: index === firstUnread,
      startsGroup,
      endsGroup: next,
      isLast: index === rows.length - 1,
    })
    startsGroup = next
  }
}

function commonLength(one: Source[], other: Source[]): number {
  const different = one.findIndex((source, index) => source !== other[index])
  return different < 0 ? one.length : different
}

/** Whether a message was unread; own and removed messages never are. */
export function isUnread({ sequence, isOwn, isRemoved }: MessageRow, { after, upTo }: Unread): boolean {
  return sequence !== null && sequence > after && sequence <= upTo && !isOwn && !isRemoved
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
    id: isEcho ? null : source.id,
    sequence: isEcho ? null : source.sequence,
    userId,
    userName: isEcho ? '' : source.userName,
    photoURL: isEcho ? null : source.photoURL,
    text: source.text,
    files: isEcho || source.isRemoved ? noFiles : (source.files ?? noFiles),
    replyTo: source.replyTo ?? null,
    mentions: source.mentions,
    mentionsViewer:
      !isEcho && userId !== ownId && (source.mentions?.some(({ uid }) => uid === ownId) ?? false),
    viewerId: ownId,
    isRemoved: !isEcho && source.isRemoved === true,
    removedBy: isEcho ? null : (source.removedBy ?? null),
    edits: isEcho ? 0 : (source.edits ?? 0),
    editedAt: isEcho ? null : (source.editedAt ?? null),
    edit: null,
    reactions: isEcho ? undefined : source.reactions,
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
    hasAttachments: isEcho && source.hasFiles === true,
  }
}

type Marks = Pick<MessageRow, 'startsDay' | 'startsUnread' | 'startsGroup' | 'endsGroup' | 'isLast'>

function withMarks(row: MessageRow, marks: Marks): MessageRow {
  const isSame =
    row.startsDay === marks.startsDay &&
    row.startsUnread === marks.startsUnread &&
    row.startsGroup === marks.startsGroup &&
    row.endsGroup === marks.endsGroup &&
    row.isLast === marks.isLast
  return isSame ? row : { ...row, ...marks }
}

/** One's newest message, unless something newer of one's own is on its way. */
export function newestOwnRow(rows: MessageRow[]): MessageRow | undefined {
  const newest = rows.findLast(({ isOwn, isRemoved }) => isOwn && !isRemoved)
  return newest?.sequence === null ? undefined : newest
}

/** A quote with the present state of its message, where that is loaded. */
export function presentQuote(quote: Quote, { messages }: MessageHistory): Quote {
  const quoted = messages[quote.sequence - (messages[0]?.sequence ?? 0)]
  return quoted && !quoted.isHidden ? quoteOf(quoted) : quote
}

/** The quote of the message in a reply to it; null for one that is not known to be stored. */
export function quoteOfRow({
  sequence,
  userId,
  userName,
  text,
  files,
  mentions,
  isRemoved,
}: MessageRow): Quote | null {
  if (sequence === null) return null
  return quoteOf({
    sequence,
    userId,
    userName,
    text,
    files: [...files],
    mentions,
    ...(isRemoved ? { isRemoved } : {}),
  })
}
