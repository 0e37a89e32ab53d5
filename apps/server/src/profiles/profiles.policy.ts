import type { Profile, Relation } from '@covo/contract/profiles/profiles.routes'
import type { Audience } from '@covo/contract/profiles/profiles.rules'

export type AudienceField = 'bio' | 'professione' | 'citta' | 'telefono' | 'dataNascita' | 'email'

type Fields = Required<Pick<Profile, AudienceField | 'interessi' | 'links'>>

/** The fields that somebody of this relation to the member may see. */
export function visibleFields(
  fields: Fields,
  audiences: Record<AudienceField, Audience>,
  relation: Relation,
): Partial<Fields> {
  const ofAll = { ...audiences, interessi: audiences.bio, links: audiences.bio }
  const names = Object.keys(fields) as (keyof Fields)[]
  return Object.fromEntries(
    names.filter((name) => belongsTo(ofAll[name], relation)).map((name) => [name, fields[name]]),
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
