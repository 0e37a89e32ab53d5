import { ApiError, call, describeError } from '../platform/api.ts'
import { askForPasskey } from '../platform/passkeys.ts'
import { startSession } from '../platform/session.ts'
import { suspendedText } from './auth.texts.it.ts'
import { passkeyLoginErrors } from './passkey-login.texts.it.ts'

type Ends = { onFailure: (text: string) => void; onDeletionPending: (until: Date) => void }

/** Signs in by a passkey. With `onKept`, which is called then, an account that is to be deleted stays. */
export async function logInByPasskey({ onFailure, onDeletionPending }: Ends, onKept?: () => void) {
  try {
    const json = { response: await askForPasskey(), keepAccount: onKept !== undefined }
    await call('POST /api/auth/passkey', { json })
    startSession()
    onKept?.()
  } catch (error) {
    const { code, params } = error instanceof ApiError ? error : { code: null, params: {} }
    if (code === 'auth.deletion_pending') onDeletionPending(new Date(String(params.until)))
    else if (code === 'auth.account_suspended') onFailure(suspendedText(String(params.until)))
    else onFailure(describeError(error, passkeyLoginErrors))
  }
}
