import { parseReset, type ResetForm } from '@covo/contract/auth/auth.rules'
import { useForm } from '@mantine/form'
import { useEffect, useState } from 'react'
import { Link } from 'react-router'
import { ApiError, call } from '../platform/api.ts'
import { useProblem } from '../platform/use-problem.ts'
import { openScreens, visitorScreens } from '../screens.ts'
import { Button, ButtonLink } from '../ui/button.tsx'
import { PasswordField } from '../ui/field.tsx'
import { InlineAlert } from '../ui/inline-alert.tsx'
import { NewPasswordField } from '../ui/new-password-field.tsx'
import { Outcome } from '../ui/visitor-screen.tsx'
import { authTexts } from './auth.texts.it.ts'
import styles from './form.module.css'
import { resetErrors, resetTexts } from './reset-password.texts.it.ts'

const isLinkInvalid = (error: unknown) =>
  error instanceof ApiError && error.code === 'auth.reset_link_invalid'

/** Sets a new password by the token of the mail's link. A link that doesn't work shows its error before a password is typed. */
export function NewPasswordForm({ token }: { token: string }) {
  const form = useForm<ResetForm>({ initialValues: { password: '', passwordConfirmation: '' } })
  const { failure, setFailure, isBusy, showProblem, showError, submit } = useProblem(form, resetErrors, {
    'auth.password_weak': 'password',
  })
  const [state, setState] = useState<'checking' | 'idle' | 'set' | 'link-invalid'>('checking')

  useEffect(() => {
    let isShown = true
    call('POST /api/auth/reset-link', { json: { token } }).then(
      () => isShown && setState('idle'),
      // Any other failure may be over when the form is sent.
      (error) => isShown && setState(isLinkInvalid(error) ? 'link-invalid' : 'idle'),
    )
    return () => {
      isShown = false
    }
  }, [token])

  async function handleSubmit(values: ResetForm) {
    setFailure(null)
    const { problem } = parseReset(values)
    if (problem) return showProblem(problem)
    await submit(
      async () => {
        await call('POST /api/auth/reset-password', { json: { token, ...values } })
        setState('set')
      },
      (error) => {
        if (isLinkInvalid(error)) setState('link-invalid')
        showError(error)
      },
    )
  }

  if (state === 'checking')
    return (
      <Outcome>
        <p className="appears-late" role="status">
          {resetTexts.checkingLink}
        </p>
      </Outcome>
    )
  if (state === 'set')
    return (
      <Outcome>
        <InlineAlert kind="done">{resetTexts.passwordSet}</InlineAlert>
        <ButtonLink to={visitorScreens.login.path} variant="primary" size="large">
          {authTexts.login}
        </ButtonLink>
      </Outcome>
    )
  if (state === 'link-invalid')
    return (
      <Outcome>
        <InlineAlert kind="error">{resetErrors['auth.reset_link_invalid']}</InlineAlert>
        <ButtonLink to={openScreens.resetPassword.path} variant="primary" size="large">
          {resetTexts.askAgain}
        </ButtonLink>
      </Outcome>
    )
  return (
    <form noValidate onSubmit={form.onSubmit(handleSubmit)}>
      <NewPasswordField
        label={resetTexts.newPassword}
        secret="password"
        password={form.values.password}
        key={form.key('password')}
        {...form.getInputProps('password')}
      />
      <PasswordField
        label={resetTexts.newPasswordConfirmation}
        secret="conferma password"
        autoComplete="new-password"
        key={form.key('passwordConfirmation')}
        {...form.getInputProps('passwordConfirmation')}
      />
      <Button type="submit" variant="primary" size="large" busy={isBusy}>
        {isBusy ? resetTexts.settingPassword : resetTexts.setPassword}
      </Button>
      {failure && <InlineAlert kind="error">{failure}</InlineAlert>}
      <p className={styles.other}>
        <Link to={visitorScreens.login.path}>{authTexts.backToLogin}</Link>
      </p>
    </form>
  )
}
