import type { ReactionKind } from '@covo/contract/chat/chat.rules'
import { describeError } from '../platform/api.ts'
import { showToast } from '../ui/toast.tsx'
import { reactionErrors } from './chat.texts.it.ts'
import type { MessageRow } from './message-rows.ts'
import type { OwnReactionsStore } from './own-reactions.ts'

/** Sets the viewer's reaction to a message, or takes it back. */
export type React = (row: MessageRow, kind: ReactionKind, isSet: boolean) => void

/** Reacts to a message; shows why where that was refused. Answers whether it is stored. */
export async function reactTo(
  reactions: OwnReactionsStore,
  { sequence }: MessageRow,
  kind: ReactionKind,
  isSet: boolean,
): Promise<boolean> {
  if (sequence === null) return false
  try {
    await reactions.press(sequence, kind, isSet)
    return true
  } catch (error) {
    showToast('failed', describeError(error, reactionErrors))
    return false
  }
}
