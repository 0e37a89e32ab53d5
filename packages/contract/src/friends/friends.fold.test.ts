import { expect, it } from 'vitest'
import type { SliceNews } from '../realtime.ts'
import {
  type Asked,
  foldAsked,
  foldFriendCounts,
  foldFriends,
  foldPeoplePages,
  foldPresence,
} from './friends.fold.ts'

const person = (uid: string) => ({ uid, displayName: uid, photoURL: '' })
const pages = [
  { people: [person('anna'), person('bruno')], nextCursor: '1' },
  { people: [person('carla')], nextCursor: null },
]
const changed = (uid: string, relation: 'none' | 'requested' | 'friends'): SliceNews => ({
  type: 'friends.changed',
  uid,
  relation,
})
const renamed = (uid: string): SliceNews => ({
  type: 'profiles.member_changed',
  uid,
  displayName: 'Nuovo nome',
  photoURL: '/foto',
})

it('refetches lists and counts when a relation changes', () => {
  expect(foldPeoplePages(pages, changed('dario', 'friends'))).toBe('refetch')
  expect(foldFriendCounts({ friends: 1 }, changed('dario', 'none'))).toBe('refetch')
  expect(foldFriends([person('carla')], changed('dario', 'friends'))).toBe('refetch')
})

it('refetches who is online when a relation or the own settings change', () => {
  const presence = { online: ['bruno'] }
  expect(foldPresence(presence, changed('bruno', 'none'))).toBe('refetch')
  expect(foldPresence(presence, { type: 'account.changed' })).toBe('refetch')
  expect(foldPresence(presence, renamed('bruno'))).toBe(presence)
})

it('renames a person on whatever page they are, and nobody else', () => {
  const folded = foldPeoplePages(pages, renamed('carla'))
  expect(folded).toEqual([
    pages[0],
    { people: [{ uid: 'carla', displayName: 'Nuovo nome', photoURL: '/foto' }], nextCursor: null },
  ])
  expect(foldPeoplePages(pages, renamed('dario'))).toBe(pages)
  expect(foldFriends([person('carla')], renamed('carla'))).toEqual([
    { uid: 'carla', displayName: 'Nuovo nome', photoURL: '/foto' },
  ])
  const counts = { friends: 1 }
  expect(foldFriendCounts(counts, renamed('carla'))).toBe(counts)
})

it.each<[SliceNews, Asked[]]>([
  [changed('bruno', 'friends'), [{ person: person('bruno'), relation: 'friends' }]],
  [changed('bruno', 'none'), []],
  [changed('carla', 'friends'), [{ person: person('bruno'), relation: 'requested' }]],
  [
    renamed('bruno'),
    [{ person: { uid: 'bruno', displayName: 'Nuovo nome', photoURL: '/foto' }, relation: 'requested' }],
  ],
])('%o makes of an asked person: %o', (news, expected) => {
  expect(foldAsked([{ person: person('bruno'), relation: 'requested' }], news)).toEqual(expected)
})
