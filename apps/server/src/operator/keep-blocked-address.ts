import { createBlockedAddresses } from '../auth/blocked-addresses.ts'
import { readSecret, type Settings } from '../environment.ts'
import type { DatabaseTransaction } from '../platform/database/database.ts'

/** Keeps addresses of erased members as the server does; the secret is read when there is one to keep. */
export function keepBlockedAddressBy(settings: Settings) {
  return async (trx: DatabaseTransaction, email: string): Promise<void> =>
    await createBlockedAddresses(await readSecret(settings), settings.oldSecrets).keep(trx, email)
}
