import type { Quote } from '@covo/contract/chat/chat.routes'
import { actionTexts } from './chat.texts.it.ts'

/** In one line who is replied to, and the beginning of what they wrote. */
export function QuoteLine({ lead, quote: { userName, excerpt, isRemoved } }: { lead: string; quote: Quote }) {
  return (
    <>
      {lead} <bdi>{userName}</bdi>: <bdi>{isRemoved ? actionTexts.removed : excerpt}</bdi>
    </>
  )
}
