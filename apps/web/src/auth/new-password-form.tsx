import { parseReset, type ResetForm } from '@covo/contract/auth/auth.rules'
import { useForm } from '@mantine/form'
import { useId, useState } from 'react'
import { Link } from 'react-router'
import { ApiError, api, call } from '../platform/api.ts'
import { useProblem } from '../platform/use-problem.ts'
import { openScreens, visitorScreens } from '../screens.ts'
import { Button } from '../ui/button.tsx'
import { PasswordField } from '../ui/field.tsx'
import { Strip } from '../ui/strip.tsx'
import { authTexts, resetErrors } from './auth.texts.it.ts'
import styles from './form.module.css'
import { StrengthMeter } from './strength-meter.tsx'

/** Sets a new password by the token of the mail's link. */
export function NewPasswordForm({ token }: { token: string }) {
  const form = useForm<ResetForm>({ initialValues: { password: '', passwordConfirmation: '' } })
  const { failure, setFailure, showProblem, showError } = useProblem(form, resetErrors, {
    'auth.password_weak': 'password',
  })
  const [state, setState] = useState<'idle' | 'busy' | 'set' | 'link-invalid'>('idle')
  const meterId = useId()

  async function handleSubmit(values: ResetForm) {
    setFailure(null)
    setState('idle')
    const { problem } = parseReset(values)
    if (problem) return showProblem(problem)
    setState('busy')
    try {
      await call(api.api.auth['reset-password'].$post({ json: { token, ...values } }))
      setState('set')
    } catch (error) {
      const isLinkInvalid = error instanceof ApiError && error.code === 'auth.reset_link_invalid'
      setState(isLinkInvalid ? 'link-invalid' : 'idle')
      showError(error)
    }
  }

  if (state === 'set')
    return (
      <>
        <Strip kind="info">{authTexts.passwordSet}</Strip>
        <p className={styles.other}>
          <Link to={visitorScreens.login.path}>{authTexts.backToLogin}</Link>
        </p>
      </>
    )
  return (
    <form noValidate onSubmit={form.onSubmit(handleSubmit)}>
      <div>
        <PasswordField
          label={authTexts.newPassword}
          secret="password"
          aria-describedby={meterId}
          autoComplete="new-password"
          key={form.key('password')}
          {...form.getInputProps('password')}
        />
        <StrengthMeter id={meterId} password={form.values.password} />
      </div>
      <PasswordField
        label={authTexts.newPasswordConfirmation}
        secret="conferma password"
        autoComplete="new-password"
        key={form.key('passwordConfirmation')}
        {...form.getInputProps('passwordConfirmation')}
      />
      {failure && <Strip kind="error">{failure}</Strip>}
      <Button type="submit" variant="primary" size="large" busy={state === 'busy'}>
        {state === 'busy' ? authTexts.settingPassword : authTexts.setPassword}
      </Button>
      <p className={styles.other}>
        {state === 'link-invalid' ? (
          <Link to={openScreens.resetPassword.path}>{authTexts.askAgain}</Link>
        ) : (
          <Link to={visitorScreens.login.path}>{authTexts.backToLogin}</Link>
        )}
      </p>
    </form>
  )
}
