import { useRef, useState } from 'react'
import { call } from '../platform/api.ts'
import { providerLabel } from '../platform/instance.ts'
import { startSession } from '../platform/session.ts'
import { authTexts, loginErrors, suspendedText } from './auth.texts.it.ts'
import { signInByPopup } from './provider-popup.ts'
import type { Challenge } from './second-step.tsx'

/** Signing in at the external provider, in a popup. */
export function useProviderLogin({
  onFailure,
  onChallenge,
  onDeletionPending,
}: {
  onFailure: (text: string | null) => void
  onChallenge: (challenge: Challenge) => void
  onDeletionPending: (until: Date) => void
}) {
  const [isBusy, setIsBusy] = useState(false)
  const newestAttempt = useRef(0)

  /** With `onKept`, which is called then, an account that is to be deleted stays. */
  function start(onKept?: () => void) {
    let isSettled = false
    newestAttempt.current += 1
    const attempt = newestAttempt.current
    onFailure(null)
    setIsBusy(true)
    signInByPopup(async (outcome) => {
      // The popup's outcome may come while the server is asked.
      const isIn = outcome === null ? await isSignedIn() : outcome === 'signed-in'
      // A popup that looked closed may say how it ended when the next attempt has its own outcome; a session counts all the same.
      const isOutdated = attempt !== newestAttempt.current && !isIn
      if (isSettled || isOutdated) return
      isSettled = isIn || outcome !== null
      setIsBusy(false)
      if (isIn) {
        startSession()
        onKept?.()
      } else if (typeof outcome === 'object' && outcome) {
        if ('challenge' in outcome) onChallenge({ token: outcome.challenge, onKept })
        else if ('deletionAt' in outcome) onDeletionPending(new Date(outcome.deletionAt))
        else onFailure(suspendedText(outcome.suspendedUntil))
      } else if (outcome === 'account-blocked') onFailure(loginErrors['auth.account_blocked'])
      else if (outcome === 'registration-closed') onFailure(authTexts.registrationClosed)
      else if (outcome === 'popup-blocked' || outcome === 'failed')
        onFailure(authTexts.providerFailed(providerLabel))
      else onFailure(authTexts.providerCancelled(providerLabel))
    }, onKept && 'keepAccount')
  }

  return { start, isBusy }
}

/** A popup may look closed to this page although the sign-in in it went through. */
async function isSignedIn(): Promise<boolean> {
  try {
    await call('GET /api/profiles/me')
    return true
  } catch {
    return false
  }
}
