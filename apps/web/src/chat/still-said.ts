import type { HistoryEntry } from '@covo/contract/chat/chat.routes'

type Said = Pick<HistoryEntry, 'sequence' | 'text'>

/**
 * The announced messages whose text is unchanged in the conversation: a screen reader that goes back through the announcements
 * finds no text that was edited or deleted since.
 *
 * @param messages the loaded part of the conversation, by sequence, ascending and without a gap
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
