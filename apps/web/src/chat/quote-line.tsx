import type { Quote } from '@covo/contract/chat/chat.routes'
import { BotMark } from '../ui/bot-mark.tsx'
import { actionTexts } from './chat.texts.it.ts'

/** The author and the beginning of a quoted message, in one line. */
export function QuoteLine({
  lead,
  quote: { userId, userName, excerpt, isRemoved },
}: {
  lead: string
  quote: Quote
}) {
  return (
    <>
      <span>{lead}</span> <bdi>{userName}</bdi>
      <BotMark uid={userId} />
      <span>: </span>
      <bdi>{isRemoved ? actionTexts.removed : excerpt}</bdi>
    </>
  )
}
