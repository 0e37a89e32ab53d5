import { plainCode } from '../auth/codes.rules.ts'
import { cleanName, seenText } from '../names.ts'
import { accepted, refused } from '../parsed.ts'
import { skillsAmong } from '../skills.ts'
import { countCharacters, isLongerThan, isNameLongerThan } from '../text.ts'

/** Teams that a member is in. */
export const maximumTeamsOfMember = 20
/** Teams that a member has asked to let them in, and that have not answered. */
export const maximumOpenRequests = 20
/** Members of a team, whatever maximum its captain sets. */
export const maximumTeamSize = 50
/** The maximum of a new team. */
export const defaultTeamSize = 5

/** Grapheme clusters, after trimming. */
export const minimumTeamNameLength = 3
export const maximumTeamNameLength = 50
export const maximumPresentationLength = 500
export const maximumRequestLength = 200

/** Days after which a team no longer looks for members, unless its captain says so again. */
export const lookingDays = 30
/** Days that a code lets people in. */
export const codeDays = 7
/** Days after which a captain who has opened neither page nor room can be followed. */
export const absentDays = 30

/** Categories of the events that teams enter. */
export const teamCategories = ['ctf', 'hackathon'] as const

/** What is typed of a team. */
export type TeamDraft = {
  name: string
  presentation: string
  maximum: number
  /** Texts that are none of the list of skills are left out. */
  skills: readonly string[]
  isLooking: boolean
  /** The team's number at CTFtime, in digits; empty where it is not there. */
  ctftimeId: string
}

/** A team's fields as they are stored. How many are in it, its maximum must not be below, the server alone knows. */
export function parseTeam(typed: TeamDraft) {
  // First: what is too long takes time to be looked at.
  if (isNameLongerThan(typed.name, maximumTeamNameLength)) return refused('teams.field_invalid', 'name')
  if (isLongerThan(typed.presentation, maximumPresentationLength))
    return refused('teams.field_invalid', 'presentation')
  const name = cleanName(typed.name)
  if (countCharacters(name) < minimumTeamNameLength) return refused('teams.field_invalid', 'name')
  if (!Number.isInteger(typed.maximum) || typed.maximum < 1 || typed.maximum > maximumTeamSize)
    return refused('teams.field_invalid', 'maximum')
  const ctftimeId = typed.ctftimeId.trim()
  if (!/^\d{0,8}$/.test(ctftimeId)) return refused('teams.field_invalid', 'ctftimeId')
  return accepted({
    name,
    presentation: seenText(typed.presentation),
    maximum: typed.maximum,
    skills: skillsAmong(typed.skills),
    isLooking: typed.isLooking,
    ctftimeId,
  })
}

/** The message of a request, or what a member who looks for a team says of themselves, as it is stored; may be empty. */
export function parseTeamRequest(typed: string) {
  return isLongerThan(typed, maximumRequestLength)
    ? refused('teams.field_invalid', 'text')
    : accepted(seenText(typed))
}

/** Letters and digits that nobody takes for one another (Crockford's base 32): each is five bits of a code. */
export const codeLetters = '0123456789ABCDEFGHJKMNPQRSTVWXYZ'

/**
 * A code as it is compared: its eight letters and digits, in capitals, whatever stands between them, and 'O', 'I' and 'L' as the
 * digits that they look like. Null where a text can't be one.
 */
export function readTeamCode(typed: string): string | null {
  const code = plainCode(typed).replaceAll('O', '0').replaceAll(/[IL]/g, '1')
  return code.length === 8 && [...code].every((letter) => codeLetters.includes(letter)) ? code : null
}

/** A code as it is shown: XXXX-XXXX. */
export function writeTeamCode(code: string): string {
  return `${code.slice(0, 4)}-${code.slice(4)}`
}
