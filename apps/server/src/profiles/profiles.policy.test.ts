import type { Relation } from '@covo/contract/profiles/profiles.routes'
import type { Audience } from '@covo/contract/profiles/profiles.rules'
import { expect, it } from 'vitest'
import { type AudienceField, visibleFields } from './profiles.policy.ts'

const fields: Parameters<typeof visibleFields>[0] = {
  bio: 'b',
  professione: 'p',
  citta: 'c',
  telefono: 't',
  dataNascita: '1998-02-28',
  email: 'e',
  interessi: ['Web'],
  links: ['https://esempio.it'],
}
const chosen: Record<AudienceField, Audience> = {
  bio: 'friends',
  professione: 'friends',
  citta: 'friends',
  telefono: 'me',
  dataNascita: 'me',
  email: 'friends',
}
const strangers: Relation[] = ['none', 'outgoing', 'incoming']
const seenBy = (relation: Relation, audiences: Record<AudienceField, Audience> = chosen) =>
  Object.keys(visibleFields(fields, audiences, relation))

it('shows everything to oneself, to friends what is for them, to others nothing', () => {
  expect(visibleFields(fields, chosen, 'self')).toEqual(fields)
  expect(seenBy('friends')).toEqual(['bio', 'professione', 'citta', 'email', 'interessi', 'links'])
  for (const relation of strangers) expect(seenBy(relation)).toEqual([])
})

it.each<[Audience, Relation[]]>([
  ['members', ['self', 'friends', ...strangers]],
  ['friends', ['self', 'friends']],
  ['me', ['self']],
])('shows a field for %s to %s alone', (audience, relations) => {
  const seeing = (['self', 'friends', ...strangers] as const).filter((relation) =>
    seenBy(relation, { ...chosen, telefono: audience }).includes('telefono'),
  )
  expect(seeing).toEqual(relations)
  const asBio = { ...chosen, bio: audience }
  for (const relation of strangers)
    expect(seenBy(relation, asBio)).toEqual(audience === 'members' ? ['bio', 'interessi', 'links'] : [])
})
