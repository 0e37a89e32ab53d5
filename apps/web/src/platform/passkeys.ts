import type { PasskeyAssertion } from '@covo/contract/auth/passkeys.routes'
import { api, call } from './api.ts'

// Few use them.
const library = () => import('@simplewebauthn/browser')

/** Has the browser ask for one of the member's passkeys. Rejects where they cancel, or the browser has none. */
export async function askForPasskey(): Promise<PasskeyAssertion> {
  const [{ startAuthentication }, optionsJSON] = await Promise.all([
    library(),
    call(api.api.auth.passkey.options.$post()),
  ])
  const { id, response } = await startAuthentication({ optionsJSON })
  return { id, response: { ...response, userHandle: response.userHandle ?? '' } }
}

/** Has the browser make a passkey of the member, and adds it. Rejects where they cancel, or it is there already. */
export async function addPasskey(): Promise<void> {
  const { passkeys } = api.api.account
  const [{ startRegistration }, options] = await Promise.all([library(), call(passkeys.options.$post())])
  const { id, response } = await startRegistration({ optionsJSON: options as CreationOptions })
  await call(passkeys.$post({ json: { response: { id, response } } }))
}

type Library = typeof import('@simplewebauthn/browser')
/** Of ways to reach an authenticator the contract knows any text. */
type CreationOptions = Parameters<Library['startRegistration']>[0]['optionsJSON']
