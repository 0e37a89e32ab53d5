import { cleanName } from '@covo/contract/names'
import { maximumDisplayNameLength } from '@covo/contract/profiles/profiles.rules'
import { charactersOf, isNameLongerThan } from '@covo/contract/text'

/** The name of members without one, reserved for them: the database doesn't require it to be unique. */
const nameless = 'Utente Anonimo'

/**
 * Specification, point 3: the part of the email before the '@', for members without a chosen name; as much of it as a name may
 * hold. Where it is somebody's already, the database adds the smallest free number when the member is stored.
 */
export function defaultDisplayName(email: string): string {
  const name = Array.from(charactersOf(cleanName(email.split('@')[0] ?? '')), ({ segment }) => segment)
    .slice(0, maximumDisplayNameLength)
    .join('')
  return name && !isNameLongerThan(name, maximumDisplayNameLength) ? name : nameless
}
