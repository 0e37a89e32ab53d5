import type { SummarizedFile } from '@covo/contract/files/file-summary'
import { maximumFiles } from '@covo/contract/files/files.rules'
import type { MessageFile, SentFile } from '@covo/contract/files/message-files'
import { cleanName } from '@covo/contract/names'
import { AppError } from '../platform/app-error.ts'
import type { DatabaseTransaction } from '../platform/database/database.ts'
import { lockConversation } from './chat.store.ts'
import { findMessagesAt } from './history.store.ts'
import { type Draft, isStored, type StoredDraft } from './message.store.ts'
import {
  type FreeUpload,
  findStoredDrafts,
  lockFreeUploads,
  type NamedFile,
  storeFiles,
} from './message-files.store.ts'

/**
 * The files that a message is sent or edited with.
 * @throws AppError `files.too_many`
 */
export function parseFiles(sent: readonly SentFile[]): NamedFile[] {
  if (sent.length > maximumFiles) throw new AppError('files.too_many')
  return sent.map(({ id, alt = '', isSpoiler = false }) => ({ id, alt: cleanName(alt) || null, isSpoiler }))
}

/**
 * The files that an edit leaves a message, as they are to be, or null where they stay as they are.
 * @throws AppError `files.not_found`
 */
export function editedFiles(
  present: readonly MessageFile[],
  sent: readonly SentFile[] | undefined,
): NamedFile[] | null {
  if (!sent) return null
  const files = parseFiles(sent)
  const left = new Map(present.map((file) => [file.id, file]))
  for (const [place, { id }] of files.entries()) if (!left.delete(id)) throw fileNotFound(place)
  const isSame = files.every(({ id, alt, isSpoiler }, place) => {
    const file = present[place]
    return file?.id === id && (file.alt ?? null) === alt && (file.isSpoiler ?? false) === isSpoiler
  })
  return isSame && files.length === present.length ? null : files
}

/** The files of a draft that is not yet stored. */
export type FilesOfDraft = (draft: Draft) => SummarizedFile[]

/**
 * Stores drafts of a conversation with their files, in one transaction: a file is one message's. A draft whose files are not there
 * is refused, unless it was stored before, and hinders no other. Answers in the order of the drafts.
 *
 * @param store stores the drafts that are not refused
 */
export async function storeWithFiles<Entry extends Draft, Answer>(
  trx: DatabaseTransaction,
  conversationId: string,
  drafts: Entry[],
  store: (drafts: Entry[], filesOf: FilesOfDraft) => Promise<(StoredDraft | Answer)[]>,
): Promise<(StoredDraft | Answer | AppError)[]> {
  const ids = drafts.flatMap(({ files }) => files.map(({ id }) => id))
  if (ids.length === 0) return await store(drafts, () => [])
  await lockConversation(trx, conversationId)
  const senders = drafts.map(({ senderId }) => senderId)
  const uploads = await lockFreeUploads(trx, conversationId, senders, ids)
  const refusals = await findRefused(trx, conversationId, drafts, uploads)
  const accepted = drafts.filter((draft) => !refusals.has(draft))
  const stored = await store(accepted, ({ files }) =>
    files.flatMap(({ id, isSpoiler }) => {
      const upload = uploads.get(id)
      if (!upload) return []
      const kind = upload.isPicture ? 'picture' : 'file'
      return [{ name: upload.name, kind, ...(isSpoiler && upload.isPicture ? { isSpoiler } : {}) }]
    }),
  )
  const fresh = stored.flatMap((answer, place) => {
    const { files = [] } = accepted[place] ?? {}
    return isStored(answer) && answer.isNew && files.length > 0 ? [{ answer, files }] : []
  })
  await storeFiles(
    trx,
    conversationId,
    fresh.flatMap(({ answer: { sequence }, files }) =>
      files.map((file, place) => ({ ...file, sequence, place })),
    ),
  )
  const present = await findMessagesAt(
    trx,
    fresh.map(({ answer }) => answer),
  )
  const filesAt = new Map(present.map(({ sequence, files }) => [sequence, files]))
  const answers = stored.map((answer) =>
    isStored(answer) && filesAt.has(answer.sequence)
      ? { ...answer, files: filesAt.get(answer.sequence) ?? null }
      : answer,
  )
  return drafts.map((draft) => refusals.get(draft) ?? (answers[accepted.indexOf(draft)] as Answer))
}

/** Why drafts may not have their files: one that was stored before, or is there twice, may. */
async function findRefused(
  trx: DatabaseTransaction,
  conversationId: string,
  drafts: Draft[],
  uploads: ReadonlyMap<string, FreeUpload>,
): Promise<Map<Draft, AppError>> {
  const free = new Map(uploads)
  const taking = new Set<string>()
  const refusals = new Map<Draft, AppError>()
  for (const draft of drafts) {
    if (taking.has(nameOf(draft))) continue
    const refusal = refusalOf(draft, free)
    if (refusal) refusals.set(draft, refusal)
    else {
      for (const { id } of draft.files) free.delete(id)
      taking.add(nameOf(draft))
    }
  }
  const known = new Set((await findStoredDrafts(trx, conversationId, [...refusals.keys()])).map(nameOf))
  for (const draft of refusals.keys()) if (known.has(nameOf(draft))) refusals.delete(draft)
  return refusals
}

function refusalOf({ senderId, files }: Draft, free: ReadonlyMap<string, FreeUpload>): AppError | null {
  const own = new Set(
    free
      .values()
      .filter(({ userId }) => userId === senderId)
      .map(({ id }) => id),
  )
  for (const [place, { id }] of files.entries()) if (!own.delete(id)) return fileNotFound(place)
  return files.every(({ id }) => free.get(id)?.isFinished) ? null : new AppError('files.incomplete')
}

function fileNotFound(place: number): AppError {
  const code = 'files.not_found'
  return new AppError(code, undefined, { faults: [{ pointer: `/files/${place}/id`, code }] })
}

function nameOf({ senderId, clientId }: Pick<Draft, 'senderId' | 'clientId'>): string {
  return `${senderId} ${clientId}`
}
