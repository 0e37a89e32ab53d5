import { expect, it } from 'vitest'
import type { SliceNews } from '../realtime.ts'
import { foldOwnProfile, foldProfile } from './profiles.fold.ts'
import type { OwnProfile, Profile } from './profiles.routes.ts'

const own: OwnProfile = {
  uid: 'anna',
  displayName: 'Anna',
  email: 'anna@esempio.it',
  photoURL: '',
  bio: '',
  telefono: '',
  citta: '',
  interessi: [],
  links: [],
  dataNascita: '',
  professione: '',
  friendCount: 0,
  createdAt: '2026-11-20T10:00:00.000Z',
  updatedAt: '2026-11-20T10:00:00.000Z',
  isBot: false,
}
const renamed = (uid: string): SliceNews => ({
  type: 'profiles.member_changed',
  uid,
  displayName: 'Annetta',
  photoURL: '/foto',
})

it.each<[SliceNews, OwnProfile | 'refetch']>([
  [{ type: 'profiles.own_profile_changed' }, 'refetch'],
  [{ type: 'friends.changed', uid: 'bruno', relation: 'friends' }, 'refetch'],
  [renamed('anna'), { ...own, displayName: 'Annetta', photoURL: '/foto' }],
  [renamed('bruno'), own],
])('%o makes of the own document: %o', (news, expected) => {
  expect(foldOwnProfile(own, news)).toEqual(expected)
})

const bruno: Profile = {
  uid: 'bruno',
  displayName: 'Bruno',
  photoURL: '',
  memberSince: '2026-11-20T10:00:00.000Z',
  isBot: false,
  relation: 'none',
  sharedFriends: { count: 0, people: [] },
  sharedEvents: { count: 0, events: [] },
}

it.each<[SliceNews, Profile | 'refetch']>([
  [{ type: 'friends.changed', uid: 'bruno', relation: 'requested' }, 'refetch'],
  [{ type: 'friends.changed', uid: 'carla', relation: 'friends' }, bruno],
  [renamed('bruno'), { ...bruno, displayName: 'Annetta', photoURL: '/foto' }],
  [renamed('anna'), bruno],
])('%o makes of Bruno’s profile: %o', (news, expected) => {
  expect(foldProfile(bruno, news)).toEqual(expected)
})
