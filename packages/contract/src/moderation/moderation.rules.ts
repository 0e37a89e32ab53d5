import { cleanName } from '../names.ts'
import { accepted, refused } from '../parsed.ts'
import { cleanText, isLongerThan } from '../text.ts'

/** The rules of the community, in their order, as '/regole' shows them and decisions name them by their number, from 1. */
export const communityRules = [
  'Rispetta gli altri utenti',
  'Non condividere informazioni personali',
  'Evita spam e contenuti offensivi',
  'Niente contenuti illegali',
  'Niente software dannoso senza avviso e contesto',
  'Attacca solo ciò che ti è permesso attaccare',
] as const

/** The effects of a decision: none; remove a message or an event; empty a profile or a team; suspend the member. */
export const moderationActions = ['none', 'remove', 'empty', 'suspend'] as const
export type ModerationAction = (typeof moderationActions)[number]

/** What is done with a decision. */
export const decisionActs = ['decided', 'reverted', 'appeal_accepted', 'appeal_rejected'] as const
export type DecisionAct = (typeof decisionActs)[number]

/** What is done with rooms. */
export const roomActs = [
  'room_created',
  'room_edited',
  'room_archived',
  'room_reopened',
  'rooms_ordered',
] as const
export type RoomAct = (typeof roomActs)[number]

/** Days of the longest suspension with an end. */
export const maximumSuspensionDays = 3650

/** Grapheme clusters of the reasons of a decision and of an appeal, after trimming. */
const minimumReasonsLength = 20
export const maximumReasonsLength = 2000

/** Reasons as they are stored. */
export function parseReasons(typed: string) {
  const text = cleanText(typed)
  // Letters that nobody can see give no reason.
  const isTooShort = !isLongerThan(cleanName(text), minimumReasonsLength - 1)
  if (isTooShort || isLongerThan(text, maximumReasonsLength))
    return refused('moderation.text_required', 'text')
  return accepted(text)
}
