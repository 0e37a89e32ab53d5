import { useLocation } from 'react-router'
import { authTexts } from './auth.texts.it.ts'
import { AuthScreen } from './auth-screen.tsx'
import { NewPasswordForm } from './new-password-form.tsx'
import { ResetMailForm } from './reset-mail-form.tsx'

/** Asks for the mail with the link; reached by the link, sets the new password. */
export function ResetPasswordScreen() {
  const { hash, state } = useLocation() as { hash: string; state: { email?: unknown } | null }
  const typedEmail = typeof state?.email === 'string' ? state.email : ''
  const token = new URLSearchParams(hash.slice(1)).get('token')
  return (
    <AuthScreen
      title={authTexts.resetHeading}
      heading={authTexts.resetHeading}
      route="reset-password"
      panelFrom={768}
    >
      {token ? <NewPasswordForm key={token} token={token} /> : <ResetMailForm typedEmail={typedEmail} />}
    </AuthScreen>
  )
}
