import { firstResetProblem, type ResetForm } from '@covo/contract/auth/auth.rules'
import type { ErrorCode } from '@covo/contract/errors'
import { useForm } from '@mantine/form'
import { useId, useState } from 'react'
import { Link } from 'react-router'
import { ApiError, api, call, describeError } from '../platform/api.ts'
import { Button } from '../ui/button.tsx'
import { PasswordField } from '../ui/field.tsx'
import { Strip } from '../ui/strip.tsx'
import { authTexts, resetErrors } from './auth.texts.it.ts'
import styles from './form.module.css'
import { StrengthMeter } from './strength-meter.tsx'

/** Sets a new password by the token of the mail's link. */
export function NewPasswordForm({ token }: { token: string }) {
  const form = useForm<ResetForm>({ initialValues: { password: '', passwordConfirmation: '' } })
  const [failure, setFailure] = useState<{ code: ErrorCode | null; text: string } | null>(null)
  const [state, setState] = useState<'idle' | 'busy' | 'set'>('idle')
  const meterId = useId()

  function showProblem(code: ErrorCode, text: string) {
    const isConfirmation =
      code === 'auth.password_mismatch' ||
      (code === 'auth.required_fields_missing' && form.values.password !== '')
    const field = isConfirmation ? 'passwordConfirmation' : 'password'
    form.setErrors({ [field]: text })
    form.getInputNode(field)?.focus()
  }

  async function handleSubmit(values: ResetForm) {
    setFailure(null)
    const problem = firstResetProblem(values)
    if (problem) return showProblem(problem, resetErrors[problem])
    setState('busy')
    try {
      await call(api.api.auth['reset-password'].$post({ json: { token, ...values } }))
      setState('set')
    } catch (error) {
      setState('idle')
      const text = describeError(error, resetErrors)
      const code = error instanceof ApiError ? error.code : null
      if (code === 'auth.password_weak') showProblem(code, text)
      else setFailure({ code, text })
    }
  }

  if (state === 'set')
    return (
      <>
        <Strip kind="info">{authTexts.passwordSet}</Strip>
        <p className={styles.other}>
          <Link to="/Login">{authTexts.backToLogin}</Link>
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
      {failure && <Strip kind="error">{failure.text}</Strip>}
      <Button type="submit" variant="primary" size="large" busy={state === 'busy'}>
        {state === 'busy' ? authTexts.settingPassword : authTexts.setPassword}
      </Button>
      <p className={styles.other}>
        {failure?.code === 'auth.reset_link_invalid' ? (
          <Link to="/reset-password">{authTexts.askAgain}</Link>
        ) : (
          <Link to="/Login">{authTexts.backToLogin}</Link>
        )}
      </p>
    </form>
  )
}
