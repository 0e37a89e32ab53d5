import { ApiError, api, call, describeError, isTemporary } from '../platform/api.ts'
import { live } from '../platform/live.ts'
import { isOffline } from '../platform/offline.ts'
import { subscribeToSession } from '../platform/session.ts'
import { showToast } from '../ui/toast.tsx'
import { keepPage, lastSeenPage } from './chat.queries.ts'
import { sendErrors } from './chat.texts.it.ts'
import { type Conversation, createConversation } from './conversation.ts'
import type { Attempt } from './message-sender.ts'
import { readOutbox, saveOutbox, unsentConversations } from './unsent.ts'

const conversations = new Map<string, Conversation>()

subscribeToSession((session) => {
  if (session === 'in') return
  for (const conversation of conversations.values()) conversation.close()
  conversations.clear()
})

live.subscribeToNews((news) => {
  for (const conversation of conversations.values()) conversation.receive(news)
})

const storedListeners = new Set<() => void>()

/**
 * Calls the listener when the server has stored a message of the member's own, on whatever screen that finds them: who left the
 * conversation hears no news of it. Answers the function that ends it.
 */
export function subscribeToStored(listener: () => void): () => void {
  storedListeners.add(listener)
  return () => void storedListeners.delete(listener)
}

/** The conversation of this page with the server; each is there once. */
export function conversationOf(conversationId: string, ownId: string): Conversation {
  const known = conversations.get(conversationId)
  if (known) return known
  const messagesRoute = api.api.chat[':conversationId'].messages
  const param = { conversationId }
  const created = createConversation({
    conversationId,
    ownId,
    server: {
      fetchPage: (query) => call(messagesRoute.$get({ param, query })),
      send: ({ clientId, text }) =>
        call(messagesRoute.$post({ param, json: { clientId, text } })).then((message): Attempt => {
          for (const listener of storedListeners) listener()
          return { outcome: 'stored', message }
        }, failedAttempt),
    },
    live,
    device: {
      isOffline,
      readPage: () => lastSeenPage(conversationId),
      savePage: (page) => keepPage(conversationId, page),
      readEchoes: () => readOutbox(conversationId, ownId),
      saveEchoes: (echoes) => saveOutbox(conversationId, ownId, echoes),
    },
  })
  conversations.set(conversationId, created)
  return created
}

function failedAttempt(error: unknown): Attempt {
  if (error instanceof ApiError && error.code === 'common.unauthenticated') {
    showToast('failed', sendErrors[error.code])
    return { outcome: 'signedOut' }
  }
  if (isTemporary(error)) return { outcome: 'unreachable' }
  return { outcome: 'refused', problem: describeError(error, sendErrors) }
}

/** Goes on with what a page that is gone could not send any more. */
export function resumeSending(ownId: string): void {
  for (const conversationId of unsentConversations(ownId)) conversationOf(conversationId, ownId).resume()
}
