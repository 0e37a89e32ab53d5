import type { PasskeyAssertion } from '@covo/contract/auth/passkeys.routes'
import { call } from './api.ts'

// Few use them.
const library = () => import('@simplewebauthn/browser')

/** Has the browser ask for one of the member's passkeys. Rejects where they cancel, or the browser has none. */
export async function askForPasskey(): Promise<PasskeyAssertion> {
  const [{ startAuthentication }, optionsJSON] = await Promise.all([
    library(),
    call('POST /api/auth/passkey/options'),
  ])
  const { id, response } = await startAuthentication({ optionsJSON })
  return { id, response: { ...response, userHandle: response.userHandle ?? '' } }
}

/** Has the browser make a passkey of the member, and adds it. Rejects where they cancel, or it is there already. */
export async function addPasskey(): Promise<void> {
  const [{ startRegistration }, options] = await Promise.all([
    library(),
    call('POST /api/account/passkeys/options'),
  ])
  const { id, response } = await startRegistration({ optionsJSON: options as CreationOptions })
  await call('POST /api/account/passkeys', { json: { response: { id, response } } })
}

type Library = typeof import('@simplewebauthn/browser')
/** Of ways to reach an authenticator the contract knows any text. */
type CreationOptions = Parameters<Library['startRegistration']>[0]['optionsJSON']
