import { hashRecoveryCode } from '../../src/auth/one-time-codes.ts'
import { createTotpEncryption } from '../../src/auth/totp-encryption.ts'
import { testSecret } from '../signed-in-members.ts'
import type { World } from './world.ts'

/** Of the codes of each second factor here. */
export const seed = Buffer.from('12345678901234567890')

export const recoveryCode = 'ricordo'

/** Gives a member a second factor, which is on or waits for a code of its app. */
export async function addSecondFactor({ app }: World, uid: string, isOn: boolean): Promise<void> {
  const { encrypted, keyId } = createTotpEncryption(testSecret, []).encrypt(seed, uid)
  await app.database
    .insertInto('second_factors')
    .values({ user_id: uid, sealed_seed: encrypted, key_id: keyId, is_on: isOn })
    .execute()
  await app.database
    .insertInto('recovery_codes')
    .values({ user_id: uid, code_hash: hashRecoveryCode(recoveryCode) })
    .execute()
}
