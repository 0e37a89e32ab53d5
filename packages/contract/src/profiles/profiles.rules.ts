import { isCalendarDay } from '../calendar.ts'
import { hasUnseenLetters } from '../names.ts'
import { cleanText, countCharacters, isLongerThan, isNameLongerThan } from '../text.ts'

/** Specification, point 9. */
export const minimumDisplayNameLength = 3
export const maximumDisplayNameLength = 50
export const maximumBioLength = 1000
/** Of the profession, the city and the phone number. */
export const maximumProfileLineLength = 100

/** The fields that the member edits, as typed. */
export type ProfileForm = {
  displayName: string
  professione: string
  citta: string
  telefono: string
  /** yyyy-mm-dd, or empty. */
  dataNascita: string
  bio: string
}

/** The fields that a save changes; what is absent stays as it is. */
export type ProfileChanges = { [Field in keyof ProfileForm]?: ProfileForm[Field] | undefined }

/** What a save stores: trimmed (specification, point 5). */
export function cleanProfile(changes: ProfileChanges): ProfileChanges {
  const { displayName, professione, citta, telefono, dataNascita, bio } = changes
  return {
    displayName: displayName && cleanText(displayName),
    professione: professione && cleanText(professione),
    citta: citta && cleanText(citta),
    telefono: telefono && cleanText(telefono),
    dataNascita: dataNascita && cleanText(dataNascita),
    bio: bio && cleanText(bio),
  }
}

/** Specification, point 5, profile save: the checks in the order in which they are reported, of what is changed. */
export function firstProfileProblem(changes: ProfileChanges) {
  const { displayName, professione, citta, telefono, dataNascita, bio } = cleanProfile(changes)
  if (displayName !== undefined) {
    if (!displayName) return 'profiles.display_name_empty'
    if (isNameLongerThan(displayName, maximumDisplayNameLength)) return 'profiles.display_name_too_long'
    if (countCharacters(displayName) < minimumDisplayNameLength) return 'profiles.display_name_too_short'
    if (hasUnseenLetters(displayName)) return 'profiles.display_name_invalid'
  }
  const lines = [professione, citta, telefono]
  if (lines.some((line) => line && isLongerThan(line, maximumProfileLineLength)))
    return 'profiles.field_too_long'
  if (bio && isLongerThan(bio, maximumBioLength)) return 'profiles.field_too_long'
  if (dataNascita && !isBirthDate(dataNascita)) return 'profiles.birth_date_invalid'
  return null
}

/** A date of the calendar, as the browser's date field gives it, between 1900 and today (UTC). */
function isBirthDate(date: string): boolean {
  return isCalendarDay(date) && date >= '1900-01-01' && Date.parse(date) <= Date.now()
}
