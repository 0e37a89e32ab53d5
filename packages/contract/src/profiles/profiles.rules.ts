import { completeLink, isWebLink } from '../addresses.ts'
import { isCalendarDay } from '../calendar.ts'
import { hasUnseenLetters, qualifyEmoji, seenText } from '../names.ts'
import { accepted, refused } from '../parsed.ts'
import { type Skill, skillsAmong } from '../skills.ts'
import { cleanText, countCharacters, isLongerThan, isNameLongerThan } from '../text.ts'

/** Specification, point 9. */
export const minimumDisplayNameLength = 3
export const maximumDisplayNameLength = 50
export const maximumBioLength = 1000
/** Of the profession, the city and the phone number. */
export const maximumProfileLineLength = 100
export const maximumProfileLinks = 3
export const maximumProfileLinkLength = 200

/** The audiences of a field of a member's profile, the widest first: each includes those after it. */
export const audiences = ['members', 'friends', 'me'] as const
export type Audience = (typeof audiences)[number]
/** Of the telephone and the birth date, which nobody shows to a whole community. */
export const intimateAudiences = ['friends', 'me'] as const satisfies Audience[]

/** The fields whose audience the form of the profile asks for. */
export const introductions = ['professione', 'citta', 'bio'] as const
export type Introduction = (typeof introductions)[number]

/**
 * The audience that the form shows for a field: what is written there for the first time introduces somebody to strangers,
 * unless they chose otherwise; what stands there keeps its audience.
 */
export function proposedAudience(written: string, present: Audience): Audience {
  return written === '' && present === 'friends' ? 'members' : present
}

/** The fields that the member edits, as typed. */
export type ProfileForm = {
  displayName: string
  professione: string
  citta: string
  telefono: string
  /** yyyy-mm-dd, or empty. */
  dataNascita: string
  bio: string
  /** The member's skills. */
  interessi: Skill[]
  links: string[]
}

/** The fields that a save changes; absent ones stay as they are. */
export type ProfileChanges = { [Field in keyof ProfileForm]?: ProfileForm[Field] | undefined }

/**
 * Specification, point 5, profile save: the changes as they are stored, trimmed, or the first problem in the order in which
 * they are reported.
 */
export function parseProfileChanges(changes: ProfileChanges) {
  const { displayName, professione, citta, telefono, dataNascita, bio, interessi, links } = changes
  const value: ProfileChanges = {
    displayName: displayName && qualifyEmoji(cleanText(displayName)),
    professione: professione && seenText(professione),
    citta: citta && seenText(citta),
    telefono: telefono && seenText(telefono),
    dataNascita: dataNascita && cleanText(dataNascita),
    bio: bio && seenText(bio),
    interessi: interessi && skillsAmong(interessi),
    links: links && [...new Set(cleanLinksOf(links).filter(Boolean))],
  }
  if (value.displayName !== undefined) {
    const problem = displayNameProblem(value.displayName)
    if (problem) return refused(problem, 'displayName')
  }
  for (const field of ['professione', 'citta', 'telefono'] as const)
    if (isLongerThan(value[field] ?? '', maximumProfileLineLength))
      return refused('profiles.field_too_long', field)
  if (isLongerThan(value.bio ?? '', maximumBioLength)) return refused('profiles.field_too_long', 'bio')
  if (value.dataNascita && !isBirthDate(value.dataNascita))
    return refused('profiles.birth_date_invalid', 'dataNascita')
  const wrong = cleanLinksOf(links).findIndex((link) => link !== '' && !isProfileLink(link))
  if (wrong >= 0) return refused('profiles.link_invalid', `links.${wrong}`)
  return accepted(value)
}

/** Why a name, trimmed, can't be a member's; null where it can. */
export function displayNameProblem(name: string) {
  if (!name) return 'profiles.display_name_empty'
  if (isNameLongerThan(name, maximumDisplayNameLength)) return 'profiles.display_name_too_long'
  if (countCharacters(name) < minimumDisplayNameLength) return 'profiles.display_name_too_short'
  if (hasUnseenLetters(name)) return 'profiles.display_name_invalid'
  return null
}

/** Typed links, complete and without the quotes around them. */
function cleanLinksOf(links: string[] = []): string[] {
  return links.map((link) => completeLink(cleanText(link)))
}

/** Whether a profile may show a link: an encrypted page, whose address holds nothing that can't be seen. */
export function isProfileLink(link: string): boolean {
  return (
    /^https:/i.test(link) &&
    link.length <= maximumProfileLinkLength &&
    isWebLink(link) &&
    !link.includes(' ') &&
    !hasUnseenLetters(link)
  )
}

/** A date of the calendar, as the browser's date field gives it, between 1900 and today (UTC). */
function isBirthDate(date: string): boolean {
  return isCalendarDay(date) && date >= '1900-01-01' && Date.parse(date) <= Date.now()
}
