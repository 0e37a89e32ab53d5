/** What a token may be allowed to do. An operation names the one that it asks for in its contract; without one it refuses tokens. */
export const scopes = [
  'profile:read',
  'chat:read',
  'chat:write',
  'events:read',
  'events:write',
  'friends:read',
  'friends:write',
] as const

export type Scope = (typeof scopes)[number]

/** What the address of a webhook may do, which no token may. */
export const webhookPermission = 'webhook'

export type Permission = Scope | typeof webhookPermission
