import { moderationTopic } from '@covo/contract/moderation/moderation.news'
import type { Publication } from '../platform/realtime/newsroom.ts'

/** For those who moderate: a report, a decision or an appeal came. */
export function moderationChanged(): Publication {
  return { topic: moderationTopic, news: { type: 'moderation.changed' } }
}
