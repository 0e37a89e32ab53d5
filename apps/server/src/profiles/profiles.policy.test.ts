import type { Relation } from '@covo/contract/profiles/profiles.routes'
import { expect, it } from 'vitest'
import { type Audience, type AudienceField, defaultAudiences, visibleFields } from './profiles.policy.ts'

const fields: Record<AudienceField, string> = {
  bio: 'b',
  professione: 'p',
  citta: 'c',
  telefono: 't',
  dataNascita: '1998-02-28',
  email: 'e',
}
const strangers: Relation[] = ['none', 'outgoing', 'incoming']
const seenBy = (relation: Relation, audiences: Record<AudienceField, Audience> = defaultAudiences) =>
  Object.keys(visibleFields(fields, audiences, relation))

it('shows everything to oneself, to friends all but telephone and birth date, to others nothing', () => {
  expect(visibleFields(fields, defaultAudiences, 'self')).toEqual(fields)
  expect(seenBy('friends')).toEqual(['bio', 'professione', 'citta', 'email'])
  for (const relation of strangers) expect(seenBy(relation)).toEqual([])
})

it.each<[Audience, Relation[]]>([
  ['members', ['self', 'friends', ...strangers]],
  ['friends', ['self', 'friends']],
  ['me', ['self']],
])('shows a field for %s to %s alone', (audience, relations) => {
  const seeing = (['self', 'friends', ...strangers] as const).filter((relation) =>
    seenBy(relation, { ...defaultAudiences, telefono: audience }).includes('telefono'),
  )
  expect(seeing).toEqual(relations)
})
