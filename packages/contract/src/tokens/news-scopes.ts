import type { News, SliceNews } from '../realtime.ts'
import type { Permission, Scope } from '../scopes.ts'

/** The scope by which a token's socket gets each news; null: none does. */
export const scopesOfNews: Record<SliceNews['type'], Scope | null> = {
  'account.changed': null,
  'account.export_changed': null,
  'chat.last_message_changed': 'chat:read',
  'chat.mentions_changed': 'chat:read',
  'chat.message_sent': 'chat:read',
  'chat.messages_changed': 'chat:read',
  'chat.own_reactions_changed': 'chat:read',
  'chat.partner_read': 'chat:read',
  'chat.typing': 'chat:read',
  'chat.unread_changed': 'chat:read',
  'events.changed': 'events:read',
  'events.created': 'events:read',
  'events.message_sent': 'events:read',
  'events.organizers_changed': 'events:read',
  'events.own_participation_changed': 'events:read',
  'events.participants_changed': 'events:read',
  'events.people_changed': 'events:read',
  'events.removed': 'events:read',
  'friends.changed': 'friends:read',
  'moderation.changed': null,
  'notifications.changed': null,
  'profiles.member_changed': 'profile:read',
  'profiles.own_profile_changed': 'profile:read',
  'rooms.changed': 'chat:read',
  'rooms.heads_moved': 'chat:read',
  'rooms.own_changed': 'chat:read',
  'teams.changed': 'events:read',
}

/** Whether a socket of a token with these scopes gets the news. The frames about the socket itself, `live.…`, go to every one. */
export function isNewsInScope({ type }: News, scopes: ReadonlySet<Permission>): boolean {
  if (type.startsWith('live.')) return true
  const scope = scopesOfNews[type as SliceNews['type']]
  return scope !== null && scopes.has(scope)
}
