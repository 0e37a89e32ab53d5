import { normalisePassword, parseRegistration, type RegistrationForm } from '@covo/contract/auth/auth.rules'
import { plainCode } from '@covo/contract/auth/codes.rules'
import { useForm } from '@mantine/form'
import { useId, useState } from 'react'
import { Link } from 'react-router'
import { call } from '../platform/api.ts'
import { registration } from '../platform/instance.ts'
import { startSession } from '../platform/session.ts'
import { useProblem } from '../platform/use-problem.ts'
import { visitorScreens } from '../screens.ts'
import { Button, ButtonLink } from '../ui/button.tsx'
import { PasswordField, TextField } from '../ui/field.tsx'
import { InlineAlert } from '../ui/inline-alert.tsx'
import { NewPasswordField } from '../ui/new-password-field.tsx'
import { PolicyLinks } from '../ui/policy-links.tsx'
import { showToast } from '../ui/toast.tsx'
import { Outcome, VisitorScreen } from '../ui/visitor-screen.tsx'
import { authTexts } from './auth.texts.it.ts'
import styles from './form.module.css'
import { registerTexts, registrationErrors } from './register.texts.it.ts'

/** Creates an account and signs it in. Where the member goes then is the routes' matter. */
export function RegisterScreen() {
  const form = useForm<RegistrationForm & { invite: string }>({
    initialValues: {
      email: '',
      username: '',
      password: '',
      passwordConfirmation: '',
      invite: new URLSearchParams(location.hash.slice(1)).get('invito') ?? '',
    },
  })
  const { failure, setFailure, isBusy, showProblem, submit } = useProblem(form, registrationErrors, {
    'auth.email_taken': 'email',
    'auth.username_taken': 'username',
    'auth.password_weak': 'password',
    'auth.invite_invalid': 'invite',
  })
  const [isAwaited, setIsAwaited] = useState(false)
  const nameHintId = useId()
  const { password, passwordConfirmation } = form.values
  const mismatch =
    passwordConfirmation && normalisePassword(passwordConfirmation) !== normalisePassword(password)

  async function handleSubmit(values: RegistrationForm & { invite: string }) {
    setFailure(null)
    if (registration === 'invite' && !plainCode(values.invite))
      return showProblem({ code: 'auth.required_fields_missing', field: 'invite' })
    const { problem } = parseRegistration(values)
    if (problem) return showProblem(problem)
    await submit(async () => {
      const { awaitsConfirmation } = await call('POST /api/auth/register', { json: values })
      if (awaitsConfirmation) return setIsAwaited(true)
      showToast('done', registerTexts.registered)
      startSession()
    })
  }

  const screen = {
    title: authTexts.register,
    heading: registerTexts.heading,
    route: 'registrati',
    panelFrom: 992,
  } as const
  if (isAwaited)
    return (
      <VisitorScreen {...screen}>
        <Outcome>
          <InlineAlert kind="done">{registerTexts.checkMail}</InlineAlert>
          <ButtonLink to={visitorScreens.login.path} variant="primary" size="large">
            {authTexts.backToLogin}
          </ButtonLink>
        </Outcome>
      </VisitorScreen>
    )
  if (registration === 'closed')
    return (
      <VisitorScreen {...screen}>
        <Outcome>
          <InlineAlert kind="info">{authTexts.registrationClosed}</InlineAlert>
          <ButtonLink to={visitorScreens.login.path} variant="primary" size="large">
            {authTexts.backToLogin}
          </ButtonLink>
        </Outcome>
      </VisitorScreen>
    )
  return (
    <VisitorScreen {...screen}>
      <form noValidate onSubmit={form.onSubmit(handleSubmit)}>
        {registration === 'invite' && (
          <TextField
            label={registerTexts.invite}
            autoComplete="off"
            autoCapitalize="characters"
            spellCheck={false}
            key={form.key('invite')}
            {...form.getInputProps('invite')}
          />
        )}
        <TextField
          label="Email"
          type="email"
          autoComplete="email"
          key={form.key('email')}
          {...form.getInputProps('email')}
        />
        <TextField
          label="Username"
          note={registerTexts.optional}
          below={
            <p id={nameHintId} className={styles.hint}>
              {registerTexts.usernameHint}
            </p>
          }
          aria-describedby={nameHintId}
          autoComplete="nickname"
          key={form.key('username')}
          {...form.getInputProps('username')}
        />
        <NewPasswordField
          label="Password"
          secret="password"
          password={password}
          key={form.key('password')}
          {...form.getInputProps('password')}
        />
        <PasswordField
          label="Conferma password"
          secret="conferma password"
          autoComplete="new-password"
          key={form.key('passwordConfirmation')}
          {...form.getInputProps('passwordConfirmation')}
          error={
            form.errors.passwordConfirmation ??
            (mismatch ? registrationErrors['auth.password_mismatch'] : null)
          }
          isPassing={!form.errors.passwordConfirmation}
        />
        <Button type="submit" variant="primary" size="large" busy={isBusy}>
          {isBusy ? registerTexts.busy : registerTexts.submit}
        </Button>
        <p className={styles.terms}>{registerTexts.terms}</p>
        {failure && <InlineAlert kind="error">{failure}</InlineAlert>}
        <p className={styles.other}>
          {registerTexts.haveAccount}{' '}
          {/* The document would stay scrolled, with the login's heading out of sight. */}
          <Link to={visitorScreens.login.path} onClick={() => scrollTo(0, 0)}>
            {authTexts.login}
          </Link>
        </p>
        <div className={styles.policies}>
          <PolicyLinks />
        </div>
      </form>
    </VisitorScreen>
  )
}
