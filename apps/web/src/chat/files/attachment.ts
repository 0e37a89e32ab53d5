import { areAllWith } from '../../platform/stores.ts'

/** A file that a member chose for a message which is not known to be stored. */
export type Attachment = {
  id: string
  /** The client id of its upload; another upload of the same file has another one. */
  clientId: string
  name: string
  /** Bytes that are uploaded. */
  size: number
  /** Whether its first bytes are those of a JPEG, PNG, WebP or GIF, which are sent as pictures. */
  isPicture: boolean
  /** Whether it was made smaller than the chosen file. */
  isScaled: boolean
  /** Keeps the picture byte for byte. */
  asFile: boolean
  /** Whether it may hold data that nobody sees, and goes as it is. */
  mayHideData: boolean
  alt: string
  isSpoiler: boolean
  /** The client id of the message that it waits in; null: it is in the draft. */
  messageId: string | null
  /** Its upload on the server, once that is known. */
  uploadId: string | null
  /** Whether the server has all of it. */
  isThere: boolean
  /** Bytes that the server has. */
  received: number
  isWaitingForNetwork: boolean
  problem: AttachmentProblem | null
}

export type AttachmentProblem = {
  text: string
  /** `unreadable`: it can still go as a file; `final`: the same file is refused again. */
  kind: 'passing' | 'unreadable' | 'final'
}

/** A chosen file that is not attached. */
export type RefusedFile = { name: string; problem: string }

export function areAttachments(stored: unknown): stored is Attachment[] {
  return areAllWith(stored, {
    id: 'string',
    clientId: 'string',
    name: 'string',
    size: 'number',
    isPicture: 'boolean',
    isScaled: 'boolean',
    asFile: 'boolean',
    mayHideData: 'boolean',
    alt: 'string',
    isSpoiler: 'boolean',
    isThere: 'boolean',
    received: 'number',
  })
}
