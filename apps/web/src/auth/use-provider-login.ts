import { useState } from 'react'
import { api, call } from '../platform/api.ts'
import { providerLabel } from '../platform/instance.ts'
import { startSession } from '../platform/session.ts'
import { authTexts, loginErrors } from './auth.texts.it.ts'
import { signInByPopup } from './provider-popup.ts'

/** Signing in at the external provider, in a popup. */
export function useProviderLogin(onFailure: (text: string | null) => void) {
  const [isBusy, setIsBusy] = useState(false)

  function start() {
    let isSettled = false
    onFailure(null)
    setIsBusy(true)
    signInByPopup(async (outcome) => {
      // The popup's last words may come while the server is asked.
      const isIn = outcome === null ? await isSignedIn() : outcome === 'signed-in'
      if (isSettled) return
      isSettled = isIn || outcome !== null
      setIsBusy(false)
      if (isIn) startSession()
      else if (outcome === 'account-blocked') onFailure(loginErrors['auth.account_blocked'])
      else if (outcome === 'popup-blocked' || outcome === 'failed')
        onFailure(authTexts.providerFailed(providerLabel))
      else onFailure(authTexts.providerCancelled(providerLabel))
    })
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
