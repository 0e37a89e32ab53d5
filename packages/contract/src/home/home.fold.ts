import { conversationKind } from '../chat/chat.rules.ts'
import type { Folded } from '../fold.ts'
import type { SliceNews } from '../realtime.ts'
import type { FirstSteps } from './home.routes.ts'

/**
 * The first steps of a member; what the instance needs changes without news. Leaving an event means a refetch, and so does the end
 * of one: the member may take part in another.
 */
export function foldFirstSteps(steps: FirstSteps, news: SliceNews, viewerId: string): Folded<FirstSteps> {
  if (news.type === 'events.own_participation_changed') {
    if (news.isParticipating === steps.hasJoined) return steps
    return news.isParticipating ? { ...steps, hasJoined: true } : 'refetch'
  }
  if (news.type === 'events.created')
    return news.event.organizerId === viewerId ? { ...steps, hasJoined: true } : steps
  if (news.type === 'events.organizers_changed') return news.uid === viewerId ? 'refetch' : steps
  if (news.type === 'events.removed') return steps.hasJoined ? 'refetch' : steps
  if (steps.hasWritten || news.type !== 'chat.message_sent') return steps
  const { conversationId, userId } = news.message
  return conversationKind(conversationId) === 'public' && userId === viewerId
    ? { ...steps, hasWritten: true }
    : steps
}
