import type { Message } from '@covo/contract/chat/chat.routes'
import { editWindowMs } from '@covo/contract/chat/chat.rules'
import type { MessageFile } from '@covo/contract/files/message-files'
import type { SendingStatus } from './echoes.ts'
import { type Chosen, decodeMentions } from './mentions.ts'
import type { MessageRow } from './message-rows.ts'

/** An edit of an own message that is not known to be stored. */
export type Edit = {
  /** The message's. */
  clientId: string
  sequence: number
  text: string
  /** The people whom the text names. */
  mentions?: Message['mentions']
  /** The files that stay, as they are to be; left out: all stay as they are. */
  files?: MessageFile[]
  /** The number of edits that its author saw. */
  edits: number
  status: SendingStatus
  problem: string | null
}

/** The draft of an edit. */
export type EditDraft = Pick<Edit, 'clientId' | 'sequence' | 'text' | 'edits' | 'files'> & {
  /** Whether the files are others than the message has. */
  changesFiles?: boolean
  /** Those for whom '@' and a name stand in the text. */
  people?: Chosen[]
  /** The text that the message has. */
  source: string
}

/** Whether the viewer may edit the message now. */
export function mayEdit({ isOwn, isRemoved, sequence, date, edit }: MessageRow): boolean {
  const isSaving = edit !== null && edit.status !== 'refused'
  return isOwn && !isRemoved && !isSaving && sequence !== null && Date.now() - date.getTime() < editWindowMs
}

/** The draft with which a message's editing begins: its text, or one that was refused. */
export function draftOf(row: MessageRow): EditDraft | null {
  const { clientId, sequence, edits, text, edit, mentions } = row
  if (sequence === null || !mayEdit(row)) return null
  const written = decodeMentions(edit?.text ?? text, edit?.mentions ?? mentions)
  const files = { files: [...(edit?.files ?? row.files)], changesFiles: edit?.files !== undefined }
  return { clientId, sequence, edits, source: text, ...written, ...files }
}

/** The rows, with the text of each pending edit in place of the stored text. */
export function withEdits(rows: MessageRow[], edits: readonly Edit[]): MessageRow[] {
  if (edits.length === 0) return rows
  const editOf = new Map(edits.map((edit) => [edit.sequence, edit]))
  return rows.map((row) => {
    const edit = row.isOwn && row.sequence !== null ? editOf.get(row.sequence) : undefined
    if (!edit) return row
    if (edit.status === 'refused' || row.isRemoved) return { ...row, edit }
    const { text, mentions = row.mentions, files = row.files } = edit
    return { ...row, edit, text, mentions, files }
  })
}
