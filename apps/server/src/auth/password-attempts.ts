import { siteOf } from '../platform/http/network.ts'
import type { Limits } from '../platform/limits/limits.ts'
import type { AuthRequest } from './auth-request.ts'
import type { KnownBrowsers } from './known-browsers.ts'

export type PasswordAttempts = ReturnType<typeof createPasswordAttempts>

/**
 * Counts the passwords that are tried for an account. An attempt is counted before the password is checked and given back when
 * it was right, so that parallel guesses can't outrun the counter (CVE-2024-48872).
 */
export function createPasswordAttempts(limits: Limits, knownBrowsers: KnownBrowsers) {
  return {
    /** Takes an attempt; the request's cookies may prove that the browser is known. Answers the seconds to wait, or 0. */
    async take(email: string, { address, headers }: AuthRequest): Promise<number> {
      return (
        (await limits.take('signInsPerAddress', address)) ||
        (await limits.take('wrongPasswordsPerAccountAndAddress', accountAndSiteOf(email, address))) ||
        (await takeAttemptOfAccount(email, knownBrowsers.find(headers, email)))
      )
    },

    /** The password was right. */
    async giveBack(email: string, { address }: AuthRequest): Promise<void> {
      await Promise.all([
        limits.giveBack('wrongPasswordsPerAccountAndAddress', accountAndSiteOf(email, address)),
        limits.giveBack('wrongPasswordsPerAccount', email),
      ])
    },
  }

  /**
   * Takes one of the account's attempts. Strangers can use all of them up; a browser in which somebody signed in to the
   * account before has some of its own for then.
   */
  async function takeAttemptOfAccount(email: string, browser: string | null): Promise<number> {
    const seconds = await limits.take('wrongPasswordsPerAccount', email)
    return seconds && browser ? await limits.take('wrongPasswordsPerKnownBrowser', browser) : seconds
  }
}

/** The key of `wrongPasswordsPerAccountAndAddress`: a household counts as one, though its provider gave it thousands of networks. */
export function accountAndSiteOf(email: string, address: string): string {
  return `${email}|${siteOf(address)}`
}
