import type { HistoryEntry } from '@covo/contract/chat/chat.routes'

type Said = Pick<HistoryEntry, 'sequence' | 'text'>

/**
 * Of announced messages those that the conversation still shows as they were announced: a screen reader that goes back through the
 * announcements finds nothing there that was edited away or deleted since.
 *
 * @param messages those that the reader holds, ascending, without a gap
 */
export function stillSaid<Announced extends Said>(
  announced: readonly Announced[],
  messages: readonly (Said & { isRemoved?: boolean | undefined })[],
): Announced[] {
  const oldest = messages[0]?.sequence ?? 0
  return announced.filter(({ sequence, text }) => {
    const now = messages[sequence - oldest]
    return now !== undefined && !now.isRemoved && now.text === text
  })
}
