/** The scopes that a token may have. The contract of an operation names the one that it needs; without one it refuses tokens. */
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

/** The permission of a webhook's address, which no token has. */
export const webhookPermission = 'webhook'

export type Permission = Scope | typeof webhookPermission
