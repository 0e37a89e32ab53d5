import { ApiError, call, describeError, isTemporary } from '../../platform/api.ts'
import { keepFile, readKeptFile, removeKeptFile } from '../../platform/device-files.ts'
import { tabStore } from '../../platform/stores.ts'
import { type AttachmentProblem, areAttachments } from './attachment.ts'
import { type AttachmentsOptions, createAttachments, GoneError } from './attachments.ts'
import { prepareFile } from './prepare-file.ts'
import { choiceProblems, uploadErrors } from './upload-errors.texts.it.ts'
import { createSlots } from './upload-file.ts'

/** Of a page: the requests of all its conversations share them. */
const slots = { parts: createSlots(2), finishing: createSlots(1) }

/** Milliseconds: as long as the server waits for a part, and longer than a picture takes behind others. */
const partTimeout = 25_000
const finishTimeout = 60_000

/**
 * The attachments of a conversation, with the server and the stores of this browser.
 * @param key under which the tab keeps them
 */
export function openAttachments(
  key: string,
  conversationId: string,
  memberId: string,
  onSettled: AttachmentsOptions['onSettled'],
) {
  return createAttachments({
    server: {
      start: (json) => call('POST /api/chat/{conversationId}/uploads', { param: { conversationId }, json }),
      storePart: (uploadId, number, body) =>
        call('PUT /api/uploads/{uploadId}/parts/{number}', {
          param: { uploadId, number },
          body,
          timeout: partTimeout,
        }),
      finish: (uploadId, asFile) =>
        call('POST /api/uploads/{uploadId}/finish', {
          param: { uploadId },
          json: { asFile },
          timeout: finishTimeout,
        }),
      // Unanswered it goes after a day by itself.
      cancel: (uploadId) =>
        void call('DELETE /api/uploads/{uploadId}', { param: { uploadId } }).catch(() => {}),
    },
    isTemporary,
    slots,
    problemOf,
    prepare: prepareFile,
    device: {
      read: () => tabStore.readValue(key, areAttachments) ?? [],
      save: (attachments) => tabStore.keep(key, attachments.length > 0 ? JSON.stringify(attachments) : ''),
      keepBytes: (id, bytes) => void keepFile(memberId, id, bytes),
      readBytes: (id) => readKeptFile(memberId, id),
      removeBytes: (id) => void removeKeptFile(id),
    },
    onSettled,
  })
}

function problemOf(error: unknown): AttachmentProblem {
  const isGone =
    error instanceof GoneError || (error instanceof DOMException && error.name === 'NotReadableError')
  if (isGone) return { text: choiceProblems.changed, kind: 'final' }
  const code = error instanceof ApiError ? error.code : null
  const text = describeError(error, uploadErrors)
  if (code === 'files.picture_unreadable') return { text, kind: 'unreadable' }
  return { text, kind: code === 'files.too_big' || code === 'files.empty' ? 'final' : 'passing' }
}
