import type { Quote } from '@covo/contract/chat/chat.routes'
import { BotMark } from '../ui/bot-mark.tsx'
import { actionTexts } from './chat.texts.it.ts'

/** In one line who is replied to, and the beginning of what they wrote. */
export function QuoteLine({
  lead,
  quote: { userId, userName, excerpt, isRemoved },
}: {
  lead: string
  quote: Quote
}) {
  return (
    <>
      {lead} <bdi>{userName}</bdi>
      <BotMark uid={userId} />: <bdi>{isRemoved ? actionTexts.removed : excerpt}</bdi>
    </>
  )
}
