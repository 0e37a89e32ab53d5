import { useLocation } from 'react-router'
import { VisitorScreen } from '../ui/visitor-screen.tsx'
import { NewPasswordForm } from './new-password-form.tsx'
import { ResetMailForm } from './reset-mail-form.tsx'
import { resetTexts } from './reset-password.texts.it.ts'

/** Asks for the mail with the link; reached by the link, sets the new password. */
export function ResetPasswordScreen() {
  const { hash, state } = useLocation() as { hash: string; state: { email?: unknown } | null }
  const typedEmail = typeof state?.email === 'string' ? state.email : ''
  const token = new URLSearchParams(hash.slice(1)).get('token')
  return (
    <VisitorScreen
      title={resetTexts.heading}
      heading={resetTexts.heading}
      route="reset-password"
      panelFrom={768}
    >
      {token ? <NewPasswordForm key={token} token={token} /> : <ResetMailForm typedEmail={typedEmail} />}
    </VisitorScreen>
  )
}
