import { type LoginForm, parseLogin } from '@covo/contract/auth/auth.rules'
import { useForm } from '@mantine/form'
import { useState } from 'react'
import { Link } from 'react-router'
import { api, call } from '../platform/api.ts'
import { providerLabel } from '../platform/instance.ts'
import { startSession } from '../platform/session.ts'
import { useProblem } from '../platform/use-problem.ts'
import { openScreens, visitorScreens } from '../screens.ts'
import { Button } from '../ui/button.tsx'
import { PasswordField, TextField } from '../ui/field.tsx'
import { Strip } from '../ui/strip.tsx'
import { VisitorScreen } from '../ui/visitor-screen.tsx'
import { authTexts, loginErrors } from './auth.texts.it.ts'
import styles from './form.module.css'
import { useProviderLogin } from './use-provider-login.ts'

/** Signs in. Where the member goes then is the routes' matter. */
export function LoginScreen() {
  const form = useForm<LoginForm>({ initialValues: { email: '', password: '' } })
  const { failure, setFailure, showProblem, showError } = useProblem(form, loginErrors)
  const [isBusy, setIsBusy] = useState(false)
  const provider = useProviderLogin(setFailure)

  async function handleSubmit(values: LoginForm) {
    setFailure(null)
    const { problem } = parseLogin(values)
    if (problem) return showProblem(problem)
    setIsBusy(true)
    try {
      await call(api.api.auth.login.$post({ json: values }))
      startSession()
    } catch (error) {
      showError(error)
      form.getInputNode('password')?.focus()
    } finally {
      setIsBusy(false)
    }
  }

  return (
    <VisitorScreen title={authTexts.login} heading={authTexts.loginHeading} route="login" panelFrom={768}>
      <form noValidate onSubmit={form.onSubmit(handleSubmit)}>
        <TextField
          label="Email"
          type="email"
          autoComplete="email"
          key={form.key('email')}
          {...form.getInputProps('email')}
        />
        <PasswordField
          label="Password"
          secret="password"
          autoComplete="current-password"
          key={form.key('password')}
          {...form.getInputProps('password')}
        />
        <Link
          to={openScreens.resetPassword.path}
          // Not in the address: servers keep those.
          state={{ email: form.values.email }}
          className={styles.forgot}
        >
          {authTexts.forgotPassword}
        </Link>
        <Button type="submit" variant="primary" size="large" busy={isBusy}>
          {isBusy ? authTexts.loginBusy : authTexts.login}
        </Button>
        {failure && <Strip kind="error">{failure}</Strip>}
        {providerLabel && (
          <Button size="large" busy={provider.isBusy} onClick={provider.start}>
            {authTexts.continueWith(providerLabel)}
          </Button>
        )}
        <p className={styles.other}>
          {authTexts.noAccount} <Link to={visitorScreens.register.path}>{authTexts.register}</Link>
        </p>
      </form>
    </VisitorScreen>
  )
}
