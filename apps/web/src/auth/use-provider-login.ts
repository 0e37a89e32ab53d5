import { useState } from 'react'
import { api, call } from '../platform/api.ts'
import { providerLabel } from '../platform/instance.ts'
import { startSession } from '../platform/session.ts'
import { authTexts, loginErrors } from './auth.texts.it.ts'
import { signInByPopup } from './provider-popup.ts'

/** Signing in at the external provider, in a popup. */
export function useProviderLogin(onFailure: (text: string | null) => void) {
  const [isBusy, setIsBusy] = useState(false)

  async function start() {
    onFailure(null)
    setIsBusy(true)
    const outcome = await signInByPopup()
    setIsBusy(false)
    if (outcome === 'signed-in' || (outcome === null && (await isSignedIn()))) startSession()
    else if (outcome === 'account-blocked') onFailure(loginErrors['auth.account_blocked'])
    else if (outcome === 'popup-blocked' || outcome === 'failed')
      onFailure(authTexts.providerFailed(providerLabel))
    else onFailure(authTexts.providerCancelled(providerLabel))
  }

  return { start, isBusy }
}

/** A popup may look closed to this page although the sign-in in it went through. */
async function isSignedIn(): Promise<boolean> {
  try {
    await call(api.api.profiles.me.$get())
    return true
  } catch {
    return false
  }
}
