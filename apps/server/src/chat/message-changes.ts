import type { Message } from '@covo/contract/chat/chat.routes'
import { editWindowMs, parseMessage } from '@covo/contract/chat/chat.rules'
import { AppError } from '../platform/app-error.ts'
import type { Database } from '../platform/database/database.ts'
import type { Limits } from '../platform/limits/limits.ts'
import type { FindHidden } from '../platform/viewer.ts'
import { emptyMessages, storeEdit, type WithdrawNotifications } from './changes.store.ts'
import { type AreFriends, requireOpen, requireWriter } from './chat.policy.ts'
import type { AccessConversation } from './conversation-access.ts'
import { findMessage } from './history.store.ts'
import { type LimitNew, limitLinks } from './link-limit.ts'
import { mentionedIn } from './mentioned-names.ts'
import type { createMentions } from './mentions.ts'
import type { MessageWriter } from './message-writer.ts'
import { redactQuote } from './redact-messages.ts'
import { type StoredMessage, toMessages } from './stored-message.ts'

/** `edits`: the number of edits that the author saw. */
type Edit = { text: string; edits: number }

type Dependencies = {
  database: Database
  limits: Limits
  limitNew: LimitNew
  areFriends: AreFriends
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
  const { database, limits, limitNew, areFriends, findHidden, accessConversation, writer, mentions } =
    dependencies
  const { withdrawNotifications } = dependencies

  async function takeLimit(memberId: string): Promise<void> {
    const seconds = await limits.take('messageChanges', memberId)
    if (seconds) throw new AppError('chat.too_many_changes', { seconds })
  }

  return {
    /** Replaces the text of a message; answers it as stored where the text is the stored one. */
    async editMessage(
      memberId: string,
      conversationId: string,
      sequence: number,
      edit: Edit,
    ): Promise<Message> {
      requireOpen(await accessConversation(conversationId, memberId))
      const present = ownMessage(await findMessage(database, conversationId, sequence), memberId)
      const planned = textOfEdit(present, edit)
      const hidden = await findHidden(memberId)
      if (planned === null) return redactQuote(await readMessage(database, present), hidden)
      const added = await mentions.requireMentionable(conversationId, planned, mentionedIn(present.text))
      requireSameEdits(present, edit)
      await takeLimit(memberId)
      await mentions.takeMentions(memberId, added)
      await limitLinks(limitNew, memberId, planned, present.text)
      const edited = await writer.change(conversationId, async (trx, publish) => {
        await requireWriter(areFriends, conversationId, memberId, trx)
        const message = ownMessage(await findMessage(trx, conversationId, sequence), memberId)
        const text = textOfEdit(message, edit)
        if (text === null) return { answer: await readMessage(trx, message), changed: null }
        requireSameEdits(message, edit)
        const people = [...mentionedIn(text), ...(message.quotedSenderId ? [message.quotedSenderId] : [])]
        publish(...(await storeEdit(trx, withdrawNotifications, conversationId, sequence, text, people)))
        const stored = ownMessage(await findMessage(trx, conversationId, sequence), memberId)
        const answer = await readMessage(trx, stored)
        return { answer, changed: answer }
      })
      return redactQuote(edited, hidden)
    },

    /** Empties a message for good. */
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

/** The text to store, or null where the message has it: the answer to an earlier attempt was lost. */
function textOfEdit(message: StoredMessage, { text }: Edit): string | null {
  if (message.removedAt) throw new AppError('chat.message_removed')
  const { value, problem } = parseMessage(text)
  if (value === message.text) return null
  if (Date.now() - message.sentAt.getTime() > editWindowMs) throw new AppError('chat.edit_too_late')
  if (problem) throw AppError.of(problem)
  return value
}

function requireSameEdits(message: StoredMessage, { edits }: Edit): void {
  if (edits !== message.edits) throw new AppError('chat.edit_conflict')
}

async function readMessage(database: Database, stored: StoredMessage): Promise<Message> {
  const [message] = await toMessages(database, [stored])
  return message as Message
}
