import { cleanFileName, maximumFileBytes, maximumFiles } from '@covo/contract/files/files.rules'
import type { SentFile } from '@covo/contract/files/message-files'
import { newUuid } from '../../platform/uuid.ts'
import type { Attachment, AttachmentProblem, RefusedFile } from './attachment.ts'
import type { ChosenFiles } from './chosen-files.ts'
import { fileProblems } from './files.texts.it.ts'
import { maximumPictureBytes, mayHideData, type PictureType, pictureTypeOf } from './prepare-file.ts'
import { choiceProblems, uploadErrors } from './upload-errors.texts.it.ts'
import { type UploadOptions, uploadFile } from './upload-file.ts'

export type AttachmentsView = { attachments: readonly Attachment[]; refused: readonly RefusedFile[] }

export type Attachments = ReturnType<typeof createAttachments>

export type AttachmentsOptions = {
  server: UploadOptions['server'] & {
    /** Gives an upload up, if that can be done. */
    cancel(uploadId: string): void
  }
  /** See `uploadFile`. */
  isTemporary: UploadOptions['isTemporary']
  slots: UploadOptions['slots']
  /** Of a `GoneError` and of what the server refuses. */
  problemOf: (error: unknown) => AttachmentProblem
  /** Makes a picture smaller where it is too large. */
  prepare: (file: Blob, type: PictureType) => Promise<Blob>
  /** The store that outlives the page. */
  device: {
    read(): Attachment[]
    save(attachments: readonly Attachment[]): void
    keepBytes(id: string, bytes: Blob): void
    readBytes(id: string): Promise<Blob | null>
    removeBytes(id: string): void
  }
  /** The files of a message are all there, or one was refused for a problem. */
  onSettled: (messageId: string, problem: string | null) => void
}

/** The bytes of a chosen file are not there any more. */
export class GoneError extends Error {}

/** The files that a member attaches in one conversation: to the draft, and to messages that wait until their files are there. */
export function createAttachments({
  server,
  isTemporary,
  slots,
  problemOf,
  prepare,
  device,
  onSettled,
}: AttachmentsOptions) {
  const listeners = new Set<() => void>()
  const uploads = new Map<string, AbortController>()
  /** What was chosen, and what of it is sent. */
  const chosen = new Map<string, Blob>()
  const sent = new Map<string, Blob>()
  const pauses = new Set<() => void>()
  let isClosed = false
  let view: AttachmentsView = {
    attachments: device.read().map((one) => ({ ...one, isWaitingForNetwork: false })),
    refused: [],
  }

  function publish(next: Partial<AttachmentsView>) {
    if (isClosed) return
    view = { ...view, ...next }
    if (next.attachments) device.save(next.attachments)
    for (const listener of listeners) listener()
  }

  const find = (id: string) => view.attachments.find((one) => one.id === id)
  const ofMessage = (messageId: string | null) =>
    view.attachments.filter((one) => one.messageId === messageId)

  function update(id: string, change: Partial<Attachment>) {
    publish({ attachments: view.attachments.map((one) => (one.id === id ? { ...one, ...change } : one)) })
  }

  /** Takes a change that may be the last one that a message waits for. */
  function settle(messageId: string | null) {
    if (messageId === null || isClosed) return
    const files = ofMessage(messageId)
    const refused = files.find(({ problem }) => problem !== null)
    if (refused) onSettled(messageId, refused.problem?.text ?? '')
    else if (files.every(({ isThere }) => isThere)) onSettled(messageId, null)
  }

  function refuse(id: string, problem: AttachmentProblem) {
    update(id, { problem, isWaitingForNetwork: false })
    settle(find(id)?.messageId ?? null)
  }

  /** The bytes that are uploaded: smaller ones of a photo that is shown. */
  async function bytesOf(id: string): Promise<Blob> {
    const known = sent.get(id)
    if (known) return known
    const kept = await device.readBytes(id)
    if (!kept) throw new GoneError()
    sent.set(id, kept)
    return kept
  }

  async function prepareBytes(id: string): Promise<void> {
    const file = chosen.get(id) ?? (await bytesOf(id))
    chosen.set(id, file)
    const { asFile = false, isPicture = false } = find(id) ?? {}
    const type = isPicture && !asFile ? await pictureTypeOf(file) : null
    const bytes = type ? await prepare(file, type) : file
    if (isClosed || !find(id)) return
    const before = sent.get(id)
    if (before && before !== bytes) renew(id, {})
    if (bytes !== (before ?? file)) device.keepBytes(id, bytes)
    sent.set(id, bytes)
    update(id, { size: bytes.size, isScaled: bytes !== file })
  }

  /** Uploads what is not there yet. */
  async function run(id: string, isPrepared: boolean): Promise<void> {
    uploads.get(id)?.abort()
    const control = new AbortController()
    const { signal } = control
    uploads.set(id, control)
    update(id, { problem: null })
    try {
      if (!isPrepared) await prepareBytes(id)
      signal.throwIfAborted()
      const { clientId, name, size, isPicture, asFile } = find(id) ?? {}
      if (clientId === undefined || name === undefined || size === undefined) return
      if (size > maximumFileBytes)
        return refuse(id, {
          text:
            isPicture && !asFile ? uploadErrors['files.picture_unreadable'] : uploadErrors['files.too_big'],
          kind: isPicture && !asFile ? 'unreadable' : 'final',
        })
      const file = await uploadFile({
        server,
        file: { clientId, name, size },
        asFile: () => find(id)?.asFile ?? false,
        async readBytes(from, to) {
          // Read before it is sent: of a file that has changed since, sending would fail like a network.
          const bytes = (await bytesOf(id)).slice(from, to)
          return new Blob([await bytes.arrayBuffer()], { type: 'application/octet-stream' })
        },
        onStarted(uploadId) {
          // Taken off meanwhile, or begun anew.
          if (find(id)?.clientId !== clientId) server.cancel(uploadId)
          else update(id, { uploadId })
        },
        onReceived: (received) => !signal.aborted && update(id, { received }),
        onWaiting: (isWaitingForNetwork) => !signal.aborted && update(id, { isWaitingForNetwork }),
        isTemporary,
        pause,
        slots,
        signal,
      })
      // It was finished by a request that was given up when the choice changed.
      if (isPicture && (file.kind === 'file') !== find(id)?.asFile) {
        renew(id, {})
        return await run(id, true)
      }
      update(id, { uploadId: file.id, isThere: true, received: size })
      settle(find(id)?.messageId ?? null)
    } catch (error) {
      if (!signal.aborted) refuse(id, problemOf(error))
    } finally {
      if (uploads.get(id) === control) uploads.delete(id)
    }
  }

  function pause(milliseconds: number): Promise<void> {
    return new Promise((resolve) => {
      const end = () => {
        clearTimeout(timer)
        pauses.delete(end)
        resolve()
      }
      const timer = setTimeout(end, milliseconds)
      pauses.add(end)
    })
  }

  function endPauses() {
    for (const end of [...pauses]) end()
  }

  /** Begins another upload of the same file. */
  function renew(id: string, change: Partial<Attachment>) {
    const { uploadId } = find(id) ?? {}
    if (uploadId) server.cancel(uploadId)
    update(id, { clientId: newUuid(), uploadId: null, isThere: false, received: 0, ...change })
  }

  function forget(some: readonly Attachment[]) {
    const ids = new Set(some.map(({ id }) => id))
    for (const id of ids) {
      uploads.get(id)?.abort()
      uploads.delete(id)
      chosen.delete(id)
      sent.delete(id)
      device.removeBytes(id)
    }
    publish({ attachments: view.attachments.filter(({ id }) => !ids.has(id)) })
    endPauses()
  }

  async function attach(
    file: File,
    named: string,
    messageOf: () => string | null,
  ): Promise<Attachment | RefusedFile> {
    const name = cleanFileName(named)
    if (file.size === 0) return { name, problem: uploadErrors['files.empty'] }
    const type = await pictureTypeOf(file).catch(() => undefined)
    if (type === undefined) return { name, problem: choiceProblems.changed }
    if (file.size > (type ? maximumPictureBytes : maximumFileBytes))
      return { name, problem: type ? choiceProblems.tooManyBytes : uploadErrors['files.too_big'] }
    const messageId = messageOf()
    if (ofMessage(messageId).length >= maximumFiles) return { name, problem: fileProblems.tooMany }
    const attachment: Attachment = {
      id: newUuid(),
      clientId: newUuid(),
      name,
      size: file.size,
      isPicture: type !== null,
      isScaled: false,
      asFile: false,
      mayHideData: type === null && mayHideData(name, file.type),
      alt: '',
      isSpoiler: false,
      messageId,
      uploadId: null,
      isThere: false,
      received: 0,
      isWaitingForNetwork: false,
      problem: null,
    }
    chosen.set(attachment.id, file)
    device.keepBytes(attachment.id, file)
    publish({ attachments: [...view.attachments, attachment] })
    void run(attachment.id, false)
    return attachment
  }

  for (const { id, isThere, problem, received, isScaled } of view.attachments)
    if (!isThere && !problem) void run(id, received > 0 || isScaled)

  return {
    view: () => view,

    subscribe(listener: () => void) {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },

    /**
     * Attaches files to the draft, or to the message to which it was sent meanwhile; answers those that are. What is refused is among
     * `refused` until the next time.
     */
    async attach(
      files: ChosenFiles['files'],
      hasFolder: boolean,
      messageOf: () => string | null,
    ): Promise<Attachment[]> {
      const refused: RefusedFile[] = hasFolder ? [{ name: '', problem: choiceProblems.folder }] : []
      const attached: Attachment[] = []
      publish({ refused })
      for (const { file, name } of files) {
        const result = await attach(file, name, messageOf)
        if ('id' in result) attached.push(result)
        else refused.push(result)
      }
      publish({ refused })
      return attached
    },

    dismissRefused: () => publish({ refused: [] }),

    change(id: string, change: Partial<Pick<Attachment, 'alt' | 'isSpoiler'>>) {
      update(id, change)
    },

    /** Has a file of the draft change places with the one before it, or behind. */
    move(id: string, step: -1 | 1) {
      const drafts = ofMessage(null)
      const place = drafts.findIndex((one) => one.id === id)
      const [moved, other] = [drafts[place], drafts[place + step]]
      if (!moved || !other) return
      const places = new Map([
        [moved.id, other],
        [other.id, moved],
      ])
      publish({ attachments: view.attachments.map((one) => places.get(one.id) ?? one) })
    },

    /** Sends a picture as the file that it is, or as a picture again. */
    setAsFile(id: string, asFile: boolean) {
      const attachment = find(id)
      if (!attachment) return
      if (attachment.isThere) renew(id, { asFile })
      else update(id, { asFile })
      if (attachment.isScaled && !chosen.has(id))
        return refuse(id, { text: choiceProblems.changed, kind: 'final' })
      void run(id, false)
      endPauses()
      if (attachment.messageId) onSettled(attachment.messageId, null)
    },

    retry(id: string) {
      void run(id, sent.has(id))
      endPauses()
      const { messageId } = find(id) ?? {}
      if (messageId) onSettled(messageId, null)
    },

    remove(id: string) {
      const attachment = find(id)
      if (!attachment) return
      if (attachment.uploadId) server.cancel(attachment.uploadId)
      forget([attachment])
      settle(attachment.messageId)
    },

    /** The bytes of a picture, to draw it; null where they are gone. */
    bytesOf: (id: string) =>
      chosen.has(id) ? Promise.resolve(chosen.get(id) ?? null) : bytesOf(id).catch(() => null),

    /** Gives the draft's files to a message. */
    handOver(messageId: string) {
      publish({
        attachments: view.attachments.map((one) => (one.messageId === null ? { ...one, messageId } : one)),
        refused: [],
      })
    },

    /** Says how it stands with a message's files, unless they are on their way. */
    settle,

    /** A message's files as it names them; null while one is not there. */
    filesOf(messageId: string): SentFile[] | null {
      const files = ofMessage(messageId)
      if (!files.every(({ isThere }) => isThere)) return null
      return files.map(({ uploadId, alt, isSpoiler, isPicture, asFile }) => ({
        id: uploadId ?? '',
        ...(alt && isPicture && !asFile && { alt }),
        ...(isSpoiler && isPicture && !asFile && { isSpoiler }),
      }))
    },

    /** Uploads a message's files again that were refused. */
    retryOf(messageId: string) {
      for (const { id, problem } of ofMessage(messageId)) if (problem) void run(id, sent.has(id))
    },

    /** The server has deleted a message's uploads: they begin anew at the next attempt. */
    renewOf(messageId: string, problem: string) {
      for (const { id } of ofMessage(messageId)) renew(id, { problem: { text: problem, kind: 'passing' } })
    },

    /** The message is stored, or given up. */
    forgetOf(messageId: string, isGivenUp: boolean) {
      const files = ofMessage(messageId)
      if (isGivenUp) for (const { uploadId } of files) if (uploadId) server.cancel(uploadId)
      forget(files)
    },

    /** The network may be back. */
    retryNow: endPauses,

    close() {
      isClosed = true
      for (const control of uploads.values()) control.abort()
      endPauses()
    },
  }
}
