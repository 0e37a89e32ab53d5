import { hasLink } from '@covo/contract/chat/markup.text'
import { AppError } from '../platform/app-error.ts'

/** Counts what a new member may do a few times; answers 0, or the seconds to wait. */
export type LimitNew = (limit: 'newMemberLinks', uid: string) => Promise<number>

/**
 * Counts a text with a link, of a member who may be new; one that had a link `before` was counted then.
 * @throws AppError `chat.too_many_links`
 */
export async function limitLinks(
  limitNew: LimitNew,
  memberId: string,
  text: string,
  before = '',
): Promise<void> {
  if (!mayHaveLink.test(text) || !hasLink(text) || hasLink(before)) return
  const seconds = await limitNew('newMemberLinks', memberId)
  if (seconds) throw new AppError('chat.too_many_links', { seconds })
}

/** Most messages have none, and need not be parsed. */
const mayHaveLink = /https?:\/\//i
