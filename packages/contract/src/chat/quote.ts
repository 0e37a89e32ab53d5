import type { Message, Quote } from './chat.routes.ts'
import { excerptOf } from './markup.text.ts'

/** What a reply shows of a message. */
export function quoteOf(
  message: Pick<Message, 'sequence' | 'userId' | 'userName' | 'text' | 'isRemoved'>,
): Quote {
  const { sequence, userId, userName, text, isRemoved } = message
  return { sequence, userId, userName, excerpt: excerptOf(text), ...(isRemoved ? { isRemoved } : {}) }
}
