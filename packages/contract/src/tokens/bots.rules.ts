import { displayNameProblem } from '../profiles/profiles.rules.ts'
import type { Scope } from '../scopes.ts'
import { cleanText } from '../text.ts'

/** Of a member. */
export const maximumBots = 3

/** Of a bot. */
export const maximumWebhooks = 5

/** Characters of a text that is sent to a webhook as such; more than a message has is cut. */
export const maximumWebhookText = 200_000

/** The beginning of a webhook's address; its token follows. */
export const webhookPath = '/api/hooks/'

/** The scopes that a bot may have: no friends, no private chats, no events of its own. */
export const botScopes = [
  'profile:read',
  'chat:read',
  'chat:write',
  'events:read',
] as const satisfies readonly Scope[]

export type BotScope = (typeof botScopes)[number]

/** The problem of a bot's token, with its field; null where there is none. */
export function botTokenProblem(form: { scopes: readonly unknown[] }) {
  return form.scopes.length === 0 ? ({ code: 'tokens.scopes_missing', field: 'scopes' } as const) : null
}

/** The problem of a new bot's form, with its field; null where there is none. A bot's name is a member's. */
export function botProblem(form: { name: string; scopes: readonly unknown[] }) {
  const code = displayNameProblem(cleanText(form.name))
  return code ? ({ code, field: 'name' } as const) : botTokenProblem(form)
}
