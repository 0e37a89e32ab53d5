import type { Message } from '@covo/contract/chat/chat.routes'
import { editWindowMs, parseMessage } from '@covo/contract/chat/chat.rules'
import type { SentFile } from '@covo/contract/files/message-files'
import { AppError } from '../platform/app-error.ts'
import type { Database } from '../platform/database/database.ts'
import type { Limits } from '../platform/limits/limits.ts'
import type { FindHidden } from '../platform/viewer.ts'
import { emptyMessages, storeEdit, type WithdrawNotifications } from './changes.store.ts'
import { requireOpen, requireWriter } from './chat.policy.ts'
import type { AccessConversation } from './conversation-access.ts'
import { findMessage } from './history.store.ts'
import { type LimitNew, limitLinks } from './link-limit.ts'
import { mentionedIn } from './mentioned-names.ts'
import type { createMentions } from './mentions.ts'
import { findPlaceOfFile, type NamedFile, replaceFiles, storeWarning } from './message-files.store.ts'
import { editedFiles } from './message-files.ts'
import type { MessageWriter } from './message-writer.ts'
import { redactQuote } from './redact-messages.ts'
import { type StoredMessage, toMessages } from './stored-message.ts'

/** `edits`: the number of edits that the author saw. */
type Edit = { text: string; edits: number; files?: SentFile[] | undefined }

type Dependencies = {
  database: Database
  limits: Limits
  limitNew: LimitNew
  findHidden: FindHidden
  accessConversation: AccessConversation
  writer: MessageWriter
  withdrawNotifications: WithdrawNotifications
  mentions: Pick<ReturnType<typeof createMentions>, 'requireMentionable' | 'takeMentions'>
}

/**
 * Authors' changes of their messages. Each change is checked twice: before it counts against the limit, and behind the
 * conversation's row lock, by what is stored then.
 */
export function createMessageChanges(dependencies: Dependencies) {
  const { database, limits, limitNew, findHidden, accessConversation, writer, mentions } = dependencies
  const { withdrawNotifications } = dependencies

  async function takeLimit(memberId: string): Promise<void> {
    const seconds = await limits.take('messageChanges', memberId)
    if (seconds) throw new AppError('chat.too_many_changes', { seconds })
  }

  return {
    /** Replaces the text and the files of a message; answers it as stored where they are the stored ones. */
    async editMessage(
      memberId: string,
      conversationId: string,
      sequence: number,
      edit: Edit,
    ): Promise<Message> {
      requireOpen(await accessConversation(conversationId, memberId))
      const present = ownMessage(await findMessage(database, conversationId, sequence), memberId)
      const planned = planEdit(present, edit)
      const hidden = await findHidden(memberId)
      if (planned === null) return redactQuote(await readMessage(database, present), hidden)
      const added = await mentions.requireMentionable(conversationId, planned.text, mentionedIn(present.text))
      requireSameEdits(present, edit)
      await takeLimit(memberId)
      await mentions.takeMentions(memberId, added)
      await limitLinks(limitNew, memberId, planned.text, present.text)
      const edited = await writer.change(conversationId, async (trx, publish) => {
        await requireWriter(trx, conversationId, memberId)
        const message = ownMessage(await findMessage(trx, conversationId, sequence), memberId)
        const changes = planEdit(message, edit)
        if (changes === null) return { answer: await readMessage(trx, message), changed: null }
        requireSameEdits(message, edit)
        const { text, files } = changes
        const people = [...mentionedIn(text), ...(message.quotedSenderId ? [message.quotedSenderId] : [])]
        if (files) await replaceFiles(trx, conversationId, sequence, files)
        publish(...(await storeEdit(trx, withdrawNotifications, conversationId, sequence, text, people)))
        const stored = ownMessage(await findMessage(trx, conversationId, sequence), memberId)
        const answer = await readMessage(trx, stored)
        return { answer, changed: answer }
      })
      return redactQuote(edited, hidden)
    },

    /** Marks a file that the virus scanner warns of, where a message has it still: no edit of the author's, and seen by all readers. */
    async warnOfFile(id: string, warning: string): Promise<void> {
      const file = await findPlaceOfFile(database, id)
      if (!file) return
      const { conversationId, sequence } = file
      await writer.change(conversationId, async (trx) => {
        if (!(await storeWarning(trx, conversationId, id, warning)))
          return { answer: undefined, changed: null }
        const marked = await findMessage(trx, conversationId, sequence)
        return { answer: undefined, changed: marked ? await readMessage(trx, marked) : null }
      })
    },

    /** Empties a message for good, its files too. */
    async removeMessage(memberId: string, conversationId: string, sequence: number): Promise<void> {
      await accessConversation(conversationId, memberId)
      const present = ownMessage(await findMessage(database, conversationId, sequence), memberId)
      if (present.removedAt) return
      await takeLimit(memberId)
      await writer.change(conversationId, async (trx, publish) => {
        const before = ownMessage(await findMessage(trx, conversationId, sequence), memberId)
        if (before.removedAt) return { answer: undefined, changed: null }
        publish(...(await emptyMessages(trx, withdrawNotifications, conversationId, [sequence], 'author')))
        const removed = ownMessage(await findMessage(trx, conversationId, sequence), memberId)
        return { answer: undefined, changed: await readMessage(trx, removed) }
      })
    },
  }
}

function ownMessage(message: StoredMessage | undefined, memberId: string): StoredMessage {
  if (!message) throw new AppError('chat.message_not_found')
  if (message.senderId !== memberId) throw new AppError('chat.not_own_message')
  return message
}

/**
 * What is to be stored, `files` null where they stay; or null where the message is so: the answer to an earlier attempt was lost.
 */
function planEdit(
  message: StoredMessage,
  { text, files: sent }: Edit,
): { text: string; files: NamedFile[] | null } | null {
  if (message.removedAt) throw new AppError('chat.message_removed')
  const present = message.files ?? []
  const files = editedFiles(present, sent)
  const { value, problem } = parseMessage(text, (files ?? present).length > 0)
  if (value === message.text && files === null) return null
  if (Date.now() - message.sentAt.getTime() > editWindowMs) throw new AppError('chat.edit_too_late')
  if (problem) throw AppError.of(problem)
  return { text: value, files }
}

function requireSameEdits(message: StoredMessage, { edits }: Edit): void {
  if (edits !== message.edits) throw new AppError('chat.edit_conflict')
}

async function readMessage(database: Database, stored: StoredMessage): Promise<Message> {
  const [message] = await toMessages(database, [stored])
  return message as Message
}
