import { expect, it } from 'vitest'
import type { SliceNews } from '../realtime.ts'
import { foldAccount } from './account.fold.ts'
import type { Account } from './account.routes.ts'

const account: Account = {
  email: 'anna@esempio.it',
  emailVerified: false,
  awaitsConfirmation: false,
  pendingEmail: '',
  hasPassword: true,
  provider: '',
  blockedCount: 0,
  secondFactor: false,
  recoveryCodesLeft: 0,
  passkeys: [],
  isModerator: false,
  mayModerate: false,
}

it.each<[SliceNews, Account | 'refetch']>([
  [{ type: 'account.changed' }, 'refetch'],
  [{ type: 'profiles.own_profile_changed' }, account],
])('%o makes of the own account: %o', (news, expected) => {
  expect(foldAccount(account, news)).toBe(expected)
})
