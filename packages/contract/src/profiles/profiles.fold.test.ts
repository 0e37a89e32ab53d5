import { expect, it } from 'vitest'
import type { SliceNews } from '../realtime.ts'
import { foldOwnProfile } from './profiles.fold.ts'
import type { OwnProfile } from './profiles.routes.ts'

const own: OwnProfile = {
  uid: 'anna',
  displayName: 'Anna',
  email: 'anna@esempio.it',
  photoURL: '',
  bio: '',
  telefono: '',
  citta: '',
  dataNascita: '',
  professione: '',
  friendCount: 0,
  createdAt: '2026-11-20T10:00:00.000Z',
  updatedAt: '2026-11-20T10:00:00.000Z',
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
