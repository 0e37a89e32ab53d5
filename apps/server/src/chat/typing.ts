import { conversationTopic } from '@covo/contract/chat/chat.news'
import { conversationKind } from '@covo/contract/chat/chat.rules'
import { z } from 'zod'
import type { Database } from '../platform/database/database.ts'
import type { Limits } from '../platform/limits/limits.ts'
import type { Newsroom } from '../platform/realtime/newsroom.ts'
import { findTypist } from './chat.store.ts'
import type { AccessConversation } from './conversation-access.ts'
import { createTypists, type Typist } from './typists.ts'

type TypingDependencies = {
  database: Database
  limits: Limits
  newsroom: Newsroom
  accessConversation: AccessConversation
}

/** Milliseconds for which it holds that somebody may be shown writing in a conversation: one request in these reads it. */
const checkLifetimeMs = 30_000

/** Somebody is writing, or without a typist has stopped: in one conversation, or everywhere. */
const hintBody = z.object({
  uid: z.string(),
  conversationId: z.string().optional(),
  typist: z.object({ uid: z.string(), displayName: z.string(), checkedAt: z.number() }).optional(),
})

/** Shows the readers of a conversation who is writing in it. Nothing of it is stored; the other processes get it by hints. */
export function createTyping(dependencies: TypingDependencies) {
  const { database, limits, newsroom, accessConversation } = dependencies
  const typists = createTypists((conversationId, named, more) => {
    const people = named.map(({ uid, displayName }) => ({ uid, displayName }))
    newsroom.publishHere(conversationTopic(conversationId), {
      type: 'chat.typing',
      conversationId,
      people,
      more,
    })
  })
  const hint = newsroom.openHints('typing', (body) => {
    const { data } = hintBody.safeParse(body)
    if (!data) return
    const { uid, conversationId, typist } = data
    if (!conversationId) typists.stopEverywhere(uid)
    else if (typist) typists.note(conversationId, typist)
    else typists.stop(conversationId, uid)
  })

  /** The typist, where they show that they write. */
  async function readTypist(uid: string): Promise<Typist | null> {
    const found = await findTypist(database, uid)
    return found ? { ...found, checkedAt: Date.now() } : null
  }

  return {
    /** The member's text in a conversation changes. Above the limit, or where the member hides it, nobody is shown it. */
    async noteTyping(uid: string, conversationId: string): Promise<void> {
      const isPublic = conversationKind(conversationId) === 'public'
      const mayWrite = isPublic || (await accessConversation(conversationId, uid)).writeRefusal === null
      if (!mayWrite || (await limits.take('typing', uid))) return
      const known = typists.find(conversationId, uid)
      const isChecked = known && Date.now() - known.checkedAt < checkLifetimeMs
      const typist = isChecked ? known : await readTypist(uid)
      if (!typist) return
      typists.note(conversationId, typist)
      hint({ uid, conversationId, typist })
    },

    /** The member sent what they wrote. */
    stopTyping(uid: string, conversationId: string): void {
      if (typists.stop(conversationId, uid)) hint({ uid, conversationId })
    },

    /** The member no longer shows that they write. */
    hideTyping(uid: string): void {
      typists.stopEverywhere(uid)
      hint({ uid })
    },
  }
}
