import type { SentFile } from '@covo/contract/files/message-files'
import { live } from '../../platform/live.ts'
import { tabStore } from '../../platform/stores.ts'
import type { Attachment } from './attachment.ts'
import type { Attachments, AttachmentsView } from './attachments.ts'
import type { ChosenFiles } from './chosen-files.ts'
import { attachTexts } from './files.texts.it.ts'

/** `isAttaching`: files of the draft are not among them yet. */
export type LoadedView = AttachmentsView & { isAttaching: boolean }

export type AttachmentsLoader = ReturnType<typeof createAttachmentsLoader>

/** While no file was chosen. */
export const noAttachments: LoadedView = { attachments: [], refused: [], isAttaching: false }

/** The attachments of one conversation, whose code is loaded with the first file; `onSettled` as there. */
export function createAttachmentsLoader(
  conversationId: string,
  memberId: string,
  onSettled: (messageId: string, problem: string | null) => void,
) {
  const key = `covo.attachments.${memberId}.${conversationId}`
  const listeners = new Set<() => void>()
  /** Files that are being attached, to the draft or to the message that was sent meanwhile. */
  const batches = new Set<{ messageId: string | null }>()
  let view = noAttachments
  let attachments: Attachments | null = null
  let loading: Promise<Attachments> | null = null
  let isClosed = false

  /** Rejects where the code can't be loaded. */
  function load(): Promise<Attachments> {
    loading ??= import('./open-attachments.ts').then(
      ({ openAttachments }) => {
        if (isClosed) throw new Error('the session has ended')
        attachments = openAttachments(key, conversationId, memberId, onSettled)
        attachments.subscribe(publish)
        publish()
        return attachments
      },
      (error: unknown) => {
        loading = null
        throw error
      },
    )
    return loading
  }

  function publish() {
    const isAttaching = [...batches].some(({ messageId }) => messageId === null)
    view = { attachments: [], refused: [], ...attachments?.view(), isAttaching }
    for (const listener of listeners) listener()
  }

  const leaveLiveState = live.subscribeToState(() => {
    if (live.state() === 'online') attachments?.retryNow()
  })

  return {
    /** Attaches files to the draft. Resolves with the attachments, without the files that were refused; rejects where the code can't be loaded. */
    async attach({ files, hasFolder }: ChosenFiles): Promise<Attachment[]> {
      const batch = { messageId: null as string | null }
      batches.add(batch)
      publish()
      try {
        const loaded = await load()
        return await loaded.attach(files, hasFolder, () => batch.messageId)
      } finally {
        batches.delete(batch)
        publish()
        if (batch.messageId !== null && attachments) attachments.settle(batch.messageId)
        else if (batch.messageId !== null) onSettled(batch.messageId, attachTexts.failed)
      }
    },

    /** Null until the code is there. */
    loaded: () => attachments,
    view: () => view,

    subscribe(listener: () => void) {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },

    /** Goes on with files that were chosen before the page was reloaded. */
    resume() {
      if (attachments || tabStore.read(key) === null) return
      // Without the code the next start of the page goes on.
      load().catch(() => {})
    },

    /** A message's files; null while one is not there. */
    filesOf(messageId: string): SentFile[] | null {
      if ([...batches].some((batch) => batch.messageId === messageId)) return null
      if (attachments) return attachments.filesOf(messageId)
      return tabStore.read(key) === null ? [] : null
    },

    /** Gives the draft's files to a message. */
    handOver(messageId: string) {
      for (const batch of batches) batch.messageId ??= messageId
      attachments?.handOver(messageId)
      publish()
    },
    settle: (messageId: string) => attachments?.settle(messageId),
    retryOf: (messageId: string) => attachments?.retryOf(messageId),
    renewOf: (messageId: string, problem: string) => attachments?.renewOf(messageId, problem),
    forgetOf: (messageId: string, isGivenUp: boolean) => attachments?.forgetOf(messageId, isGivenUp),

    close() {
      isClosed = true
      leaveLiveState()
      attachments?.close()
    },
  }
}
