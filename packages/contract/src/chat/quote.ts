import type { Message, Quote } from './chat.routes.ts'
import { excerptOf, type NameOf } from './markup.text.ts'

/** The quote of a message in a reply. */
export function quoteOf(
  message: Pick<Message, 'sequence' | 'userId' | 'userName' | 'text' | 'mentions' | 'isRemoved'>,
): Quote {
  const { sequence, userId, userName, text, mentions, isRemoved } = message
  const excerpt = excerptOf(text, namesIn(mentions))
  return { sequence, userId, userName, excerpt, ...(isRemoved ? { isRemoved } : {}) }
}

/** The names of those whom a message mentions. */
export function namesIn(mentions: Message['mentions']): NameOf {
  const names = new Map(mentions?.map(({ uid, displayName }) => [uid, displayName]))
  return (uid) => names.get(uid)
}
