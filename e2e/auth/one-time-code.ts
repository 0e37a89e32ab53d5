import { seedOfKey } from '@covo/testing/authenticator'
import { codeOfStep } from '../../apps/server/src/auth/one-time-codes.ts'

/** The code that an app makes of the key that somebody typed into it. */
export function codeOfApp(key: string): string {
  return codeOfStep(seedOfKey(key), Math.floor(Date.now() / 30_000))
}
