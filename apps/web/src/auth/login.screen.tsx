import { type LoginForm, parseLogin } from '@covo/contract/auth/auth.rules'
import { useForm } from '@mantine/form'
import { lazy, Suspense, useEffect, useState } from 'react'
import { Link } from 'react-router'
import { ApiError, call } from '../platform/api.ts'
import { canUsePasskeys, providerLabel } from '../platform/instance.ts'
import { startSession } from '../platform/session.ts'
import { useProblem } from '../platform/use-problem.ts'
import { openScreens, visitorScreens } from '../screens.ts'
import { Button } from '../ui/button.tsx'
import { PasswordField, TextField } from '../ui/field.tsx'
import { InlineAlert } from '../ui/inline-alert.tsx'
import { VisitorScreen } from '../ui/visitor-screen.tsx'
import { authTexts, loginErrors, suspendedText } from './auth.texts.it.ts'
import type { ClosingAccount } from './closing-account-dialog.tsx'
import styles from './form.module.css'
import type { Challenge } from './second-step.tsx'
import { useProviderLogin } from './use-provider-login.ts'

// Few sign-ins need them.
const SecondStep = lazy(() => import('./second-step.tsx').then((module) => ({ default: module.SecondStep })))
const ClosingAccountDialog = lazy(() =>
  import('./closing-account-dialog.tsx').then((module) => ({ default: module.ClosingAccountDialog })),
)

/** Signs in. Where the member goes then is the routes' matter. */
export function LoginScreen() {
  const form = useForm<LoginForm>({ initialValues: { email: '', password: '' } })
  const { failure, setFailure, isBusy, showProblem, showError, submit } = useProblem(form, loginErrors)
  const [challenge, setChallenge] = useState<Challenge | null>(null)
  const [closing, setClosing] = useState<ClosingAccount | null>(null)
  const provider = useProviderLogin({
    onFailure: setFailure,
    onChallenge: setChallenge,
    onDeletionPending: (until) => setClosing({ until, by: 'provider' }),
  })

  const [isPasskeyAsked, setIsPasskeyAsked] = useState(false)

  // From another screen the heading has it; on a touch screen it would open the on-screen keyboard.
  const { getInputNode } = form
  useEffect(() => {
    if (document.activeElement === document.body && matchMedia('(pointer: fine)').matches)
      getInputNode('email')?.focus({ preventScroll: true })
  }, [getInputNode])

  async function logInByPasskey(onKept?: () => void) {
    setFailure(null)
    setIsPasskeyAsked(true)
    const ends = {
      onFailure: setFailure,
      onDeletionPending: (until: Date) => setClosing({ until, by: 'passkey' }),
    }
    await import('./passkey-login.ts').then((module) => module.logInByPasskey(ends, onKept)).catch(showError)
    setIsPasskeyAsked(false)
  }

  async function signIn(values: LoginForm, onKept?: () => void) {
    const json = { ...values, keepAccount: onKept !== undefined }
    const answer = await call('POST /api/auth/login', { json })
    if ('secondFactor' in answer) return setChallenge({ token: answer.secondFactor.challenge, onKept })
    startSession()
    onKept?.()
  }

  async function handleSubmit(values: LoginForm) {
    setFailure(null)
    const { problem } = parseLogin(values)
    if (problem) return showProblem(problem)
    await submit(
      () => signIn(values),
      (error) => {
        if (error instanceof ApiError && error.code === 'auth.deletion_pending')
          return setClosing({ until: new Date(String(error.params.until)), by: 'password' })
        if (error instanceof ApiError && error.code === 'auth.account_suspended')
          setFailure(suspendedText(String(error.params.until)))
        else showError(error)
        form.getInputNode('password')?.focus()
      },
    )
  }

  if (challenge)
    return (
      <Suspense>
        <SecondStep
          challenge={challenge}
          onBack={() => {
            form.reset()
            setChallenge(null)
            setClosing(null)
          }}
        />
      </Suspense>
    )
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
        {failure && <InlineAlert kind="error">{failure}</InlineAlert>}
        {canUsePasskeys && (
          <Button size="large" busy={isPasskeyAsked} onClick={() => logInByPasskey()}>
            {authTexts.loginByPasskey}
          </Button>
        )}
        {providerLabel && (
          <Button size="large" busy={provider.isBusy} onClick={() => provider.start()}>
            {authTexts.continueWith(providerLabel)}
          </Button>
        )}
        <p className={styles.other}>
          {authTexts.noAccount} <Link to={visitorScreens.register.path}>{authTexts.register}</Link>
        </p>
      </form>
      {closing && (
        <Suspense>
          <ClosingAccountDialog
            closing={closing}
            onKeep={(onKept) => {
              if (closing.by === 'password') return signIn(form.getValues(), onKept)
              return closing.by === 'provider' ? provider.start(onKept) : logInByPasskey(onKept)
            }}
          />
        </Suspense>
      )}
    </VisitorScreen>
  )
}
