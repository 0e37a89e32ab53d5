import { parseReset, type ResetForm } from '@covo/contract/auth/auth.rules'
import { useForm } from '@mantine/form'
import { useEffect, useId, useState } from 'react'
import { Link } from 'react-router'
import { ApiError, api, call } from '../platform/api.ts'
import { useProblem } from '../platform/use-problem.ts'
import { openScreens, visitorScreens } from '../screens.ts'
import { Button, ButtonLink } from '../ui/button.tsx'
import { PasswordField } from '../ui/field.tsx'
import { Strip } from '../ui/strip.tsx'
import { Outcome } from '../ui/visitor-screen.tsx'
import { authTexts, resetErrors } from './auth.texts.it.ts'
import styles from './form.module.css'
import { StrengthMeter } from './strength-meter.tsx'

const isLinkInvalid = (error: unknown) =>
  error instanceof ApiError && error.code === 'auth.reset_link_invalid'

/** Sets a new password by the token of the mail's link. A link that doesn't work is told before a password is typed. */
export function NewPasswordForm({ token }: { token: string }) {
  const form = useForm<ResetForm>({ initialValues: { password: '', passwordConfirmation: '' } })
  const { failure, setFailure, showProblem, showError } = useProblem(form, resetErrors, {
    'auth.password_weak': 'password',
  })
  const [state, setState] = useState<'checking' | 'idle' | 'busy' | 'set' | 'link-invalid'>('checking')
  const meterId = useId()

  useEffect(() => {
    let isShown = true
    call(api.api.auth['reset-link'].$post({ json: { token } })).then(
      () => isShown && setState('idle'),
      // Whatever else went wrong may be over when the form is sent.
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
    setState('busy')
    try {
      await call(api.api.auth['reset-password'].$post({ json: { token, ...values } }))
      setState('set')
    } catch (error) {
      setState(isLinkInvalid(error) ? 'link-invalid' : 'idle')
      showError(error)
    }
  }

  if (state === 'checking')
    return (
      <Outcome>
        <p className="appears-late" role="status">
          {authTexts.checkingLink}
        </p>
      </Outcome>
    )
  if (state === 'set')
    return (
      <Outcome>
        <Strip kind="done">{authTexts.passwordSet}</Strip>
        <ButtonLink to={visitorScreens.login.path} variant="primary" size="large">
          {authTexts.login}
        </ButtonLink>
      </Outcome>
    )
  if (state === 'link-invalid')
    return (
      <Outcome>
        <Strip kind="error">{resetErrors['auth.reset_link_invalid']}</Strip>
        <ButtonLink to={openScreens.resetPassword.path} variant="primary" size="large">
          {authTexts.askAgain}
        </ButtonLink>
      </Outcome>
    )
  return (
    <form noValidate onSubmit={form.onSubmit(handleSubmit)}>
      <PasswordField
        label={authTexts.newPassword}
        secret="password"
        below={<StrengthMeter id={meterId} password={form.values.password} />}
        aria-describedby={meterId}
        autoComplete="new-password"
        key={form.key('password')}
        {...form.getInputProps('password')}
      />
      <PasswordField
        label={authTexts.newPasswordConfirmation}
        secret="conferma password"
        autoComplete="new-password"
        key={form.key('passwordConfirmation')}
        {...form.getInputProps('passwordConfirmation')}
      />
      <Button type="submit" variant="primary" size="large" busy={state === 'busy'}>
        {state === 'busy' ? authTexts.settingPassword : authTexts.setPassword}
      </Button>
      {failure && <Strip kind="error">{failure}</Strip>}
      <p className={styles.other}>
        <Link to={visitorScreens.login.path}>{authTexts.backToLogin}</Link>
      </p>
    </form>
  )
}
