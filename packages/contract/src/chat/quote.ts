import { fileSummary, type SummarizedFile } from '../files/file-summary.ts'
import type { Message, Quote } from './chat.routes.ts'
import { cutText, excerptOf, type NameOf } from './markup.text.ts'

/** The quote of a message in a reply. */
export function quoteOf(
  message: Pick<Message, 'sequence' | 'userId' | 'userName' | 'text' | 'files' | 'mentions' | 'isRemoved'>,
): Quote {
  const { sequence, userId, userName, mentions, isRemoved } = message
  const excerpt = messageExcerpt(message, namesIn(mentions))
  return { sequence, userId, userName, excerpt, ...(isRemoved ? { isRemoved } : {}) }
}

/** One line of a message, as `excerptOf` its text; without one, of what its files are. */
export function messageExcerpt(
  { text, files }: { text: string; files?: SummarizedFile[] | null | undefined },
  nameOf: NameOf,
): string {
  return excerptOf(text, nameOf) || cutText(fileSummary(files ?? []))
}

/** The names of those whom a message mentions. */
export function namesIn(mentions: Message['mentions']): NameOf {
  const names = new Map(mentions?.map(({ uid, displayName }) => [uid, displayName]))
  return (uid) => names.get(uid)
}
