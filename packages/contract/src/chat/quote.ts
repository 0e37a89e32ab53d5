import { fileSummary } from '../files/file-summary.ts'
import type { Message, Quote } from './chat.routes.ts'
import { cutText, excerptOf, type NameOf } from './markup.text.ts'

/** The quote of a message in a reply. */
export function quoteOf(
  message: Pick<Message, 'sequence' | 'userId' | 'userName' | 'text' | 'files' | 'mentions' | 'isRemoved'>,
): Quote {
  const { sequence, userId, userName, text, files = [], mentions, isRemoved } = message
  const excerpt = excerptOf(text, namesIn(mentions)) || cutText(fileSummary(files))
  return { sequence, userId, userName, excerpt, ...(isRemoved ? { isRemoved } : {}) }
}

/** The names of those whom a message mentions. */
export function namesIn(mentions: Message['mentions']): NameOf {
  const names = new Map(mentions?.map(({ uid, displayName }) => [uid, displayName]))
  return (uid) => names.get(uid)
}
