import type { OwnRooms } from '@covo/contract/chat/chat.routes'
import { conversationKind } from '@covo/contract/chat/chat.rules'
import type { SliceNews } from '@covo/contract/realtime'
import { ApiError, call, describeError, isTemporary } from '../platform/api.ts'
import { firstScreenDrawn } from '../platform/first-screen.ts'
import { live } from '../platform/live.ts'
import { isOffline } from '../platform/offline.ts'
import { subscribeToSession } from '../platform/session.ts'
import { showToast } from '../ui/toast.tsx'
import { forgetPage, forgetPages, keepPage, lastSeenPage } from './chat.queries.ts'
import { editErrors, sendErrors } from './chat.texts.it.ts'
import { type Conversation, createConversation } from './conversation.ts'
import { createAttachmentsLoader } from './files/attachments-loader.ts'
import type { Attempt } from './message-sender.ts'
import {
  forgetUnsent,
  keptTeamRooms,
  readEdits,
  readOutbox,
  saveEdits,
  saveOutbox,
  unsentConversations,
} from './unsent.ts'

const conversations = new Map<string, Conversation>()

subscribeToSession((session) => {
  if (session === 'in') return
  for (const conversation of conversations.values()) conversation.close()
  conversations.clear()
})

live.subscribeToNews((news) => {
  for (const conversation of conversations.values()) conversation.receive(news)
  // What is shown its screen forgets, once it shows something else.
  for (const one of news)
    if (isEndOfReading(one) && !conversations.get(one.conversationId)?.isWatched())
      forgetConversation(one.conversationId)
})

/** Whether the member is in a room no more that only those read who are in it. */
function isEndOfReading(news: SliceNews): news is Extract<SliceNews, { type: 'rooms.own_changed' }> {
  return (
    news.type === 'rooms.own_changed' && !news.isMember && conversationKind(news.conversationId) === 'team'
  )
}

live.subscribeToStale(() => {
  forgetPages()
  for (const conversation of conversations.values()) conversation.reload()
})

const storedListeners = new Set<() => void>()

/**
 * Calls the listener when the server has stored a message of the member's own, on any screen: a member who left the
 * conversation receives no news of it. Returns the function that removes the listener.
 */
export function subscribeToStored(listener: () => void): () => void {
  storedListeners.add(listener)
  return () => void storedListeners.delete(listener)
}

/** The conversation of this page with the server; each is there once. */
export function conversationOf(conversationId: string, ownId: string): Conversation {
  const known = conversations.get(conversationId)
  if (known) return known
  const param = { conversationId }
  const attachments = createAttachmentsLoader(conversationId, ownId, (messageId, problem) =>
    created.settleFiles(messageId, problem),
  )
  const created = createConversation({
    conversationId,
    ownId,
    attachments,
    server: {
      fetchPage: (query) => call('GET /api/chat/{conversationId}/messages', { param, query }),
      fetchChanges: (after) => call('GET /api/chat/{conversationId}/changes', { param, query: { after } }),
      send: ({ clientId, text, replyTo, files }) =>
        call('POST /api/chat/{conversationId}/messages', {
          param,
          json: { clientId, text, ...(replyTo !== null && { replyTo }), ...(files && { files }) },
        }).then(
          (message): Attempt => {
            for (const listener of storedListeners) listener()
            return { outcome: 'stored', message }
          },
          (error: unknown) => {
            if (error instanceof ApiError && error.code === 'files.not_found')
              attachments.renewOf(clientId, sendErrors[error.code])
            return failedAttempt(error, sendErrors)
          },
        ),
      async fetchOwnReactions(from, to) {
        await firstScreenDrawn
        return await call('GET /api/chat/{conversationId}/reactions/own', { param, query: { from, to } })
      },
      react: (sequence, reaction, isSet) =>
        call(
          `${isSet ? 'PUT' : 'DELETE'} /api/chat/{conversationId}/messages/{sequence}/reactions/{reaction}`,
          { param: { conversationId, sequence, reaction } },
        ),
      edit: ({ sequence, text, edits, files }) =>
        call('PUT /api/chat/{conversationId}/messages/{sequence}', {
          param: { conversationId, sequence },
          json: {
            text,
            edits,
            ...(files && {
              files: files.map(({ id, alt, isSpoiler }) => ({
                id,
                ...(alt && { alt }),
                ...(isSpoiler && { isSpoiler }),
              })),
            }),
          },
        }).then(
          (message): Attempt => ({ outcome: 'stored', message }),
          (error: unknown) => failedAttempt(error, editErrors),
        ),
    },
    live,
    device: {
      isOffline,
      readPage: () => lastSeenPage(conversationId),
      savePage: (page) => keepPage(conversationId, page),
      readEchoes: () => readOutbox(conversationId, ownId),
      saveEchoes: (echoes) => saveOutbox(conversationId, ownId, echoes),
      readEdits: () => readEdits(conversationId, ownId),
      saveEdits: (edits) => saveEdits(conversationId, ownId, edits),
    },
  })
  conversations.set(conversationId, created)
  return created
}

/** Lets go of a conversation that the member may not read any more: nothing of it stays on this device. */
export function forgetConversation(conversationId: string): void {
  const { attachments, close } = conversations.get(conversationId) ?? {}
  for (const { id } of attachments?.view().attachments ?? []) attachments?.loaded()?.remove(id)
  close?.()
  conversations.delete(conversationId)
  forgetPage(conversationId)
  forgetUnsent(conversationId)
}

/** Forgets the rooms of teams that the member left while no page of theirs was open here. */
export function forgetLeftTeams(own: OwnRooms['rooms']): void {
  for (const id of keptTeamRooms())
    if (!own.some(({ conversationId }) => conversationId === id) && !conversations.get(id)?.isWatched())
      forgetConversation(id)
}

function failedAttempt(error: unknown, texts: Record<string, string> & { fallback: string }): Attempt {
  if (error instanceof ApiError && error.code === 'common.unauthenticated') {
    showToast('failed', sendErrors[error.code])
    return { outcome: 'signedOut' }
  }
  if (isTemporary(error)) return { outcome: 'unreachable' }
  return { outcome: 'refused', problem: describeError(error, texts) }
}

/** Goes on with the messages that a closed page could not send any more. */
export function resumeSending(ownId: string): void {
  for (const conversationId of unsentConversations(ownId)) conversationOf(conversationId, ownId).resume()
}
