import { call } from '../platform/api.ts'
import type { MessageRow } from './message-rows.ts'

/** Milliseconds after which a removal counts as failed: unlike a message it is never tried again by itself. */
const longestWait = 10_000

/** Removes an own message for good; rejects when that is not known to be done. */
export async function removeMessage(conversationId: string, { sequence }: MessageRow): Promise<void> {
  if (sequence === null) return
  const late = Promise.withResolvers<never>()
  const timer = setTimeout(() => late.reject(new Error('no answer')), longestWait)
  try {
    await Promise.race([
      call('DELETE /api/chat/{conversationId}/messages/{sequence}', { param: { conversationId, sequence } }),
      late.promise,
    ])
  } finally {
    clearTimeout(timer)
  }
}
