import type { Profile, Relation } from '@covo/contract/profiles/profiles.routes'
import type { Audience } from '@covo/contract/profiles/profiles.rules'

export type AudienceField = 'bio' | 'professione' | 'citta' | 'telefono' | 'dataNascita' | 'email'

/** The fields that somebody of this relation to the member may see. */
export function visibleFields(
  fields: Record<AudienceField, string>,
  audiences: Record<AudienceField, Audience>,
  relation: Relation,
): Pick<Profile, AudienceField> {
  const names = Object.keys(fields) as AudienceField[]
  return Object.fromEntries(
    names.filter((name) => belongsTo(audiences[name], relation)).map((name) => [name, fields[name]]),
  )
}

/** A member's participations are known to friends; the events that they organize, to everybody. */
export function mayKnowParticipations(relation: Relation): boolean {
  return belongsTo('friends', relation)
}

function belongsTo(audience: Audience, relation: Relation): boolean {
  if (audience === 'members') return true
  return relation === 'self' || (audience === 'friends' && relation === 'friends')
}
