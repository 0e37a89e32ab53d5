import type { Audience } from '@covo/contract/profiles/profiles.rules'

/** Who sees a field of a profile, wherever that is chosen. */
export const audienceTexts: Record<Audience, string> = {
  members: 'Tutti gli iscritti',
  friends: 'Solo gli amici',
  me: 'Solo io',
}
