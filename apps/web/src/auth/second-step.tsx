import { useForm } from '@mantine/form'
import { useEffect, useId } from 'react'
import { Link } from 'react-router'
import { ApiError, call } from '../platform/api.ts'
import { startSession } from '../platform/session.ts'
import { useProblem } from '../platform/use-problem.ts'
import { visitorScreens } from '../screens.ts'
import { Button } from '../ui/button.tsx'
import { TextField } from '../ui/field.tsx'
import { InlineAlert } from '../ui/inline-alert.tsx'
import { VisitorScreen } from '../ui/visitor-screen.tsx'
import { suspendedText } from './auth.texts.it.ts'
import styles from './form.module.css'
import { secondStepErrors, secondStepTexts } from './second-step.texts.it.ts'

/** A sign-in whose first step was right. With `onKept`, which the second step calls, an account that is to be deleted stays. */
export type Challenge = { token: string; onKept: (() => void) | undefined }

/** The second step of a sign-in. */
export function SecondStep({ challenge, onBack }: { challenge: Challenge; onBack: () => void }) {
  const { token, onKept } = challenge
  const form = useForm({ initialValues: { code: '' } })
  const { failure, setFailure, isBusy, submit, showError } = useProblem(form, secondStepErrors, {
    'auth.second_factor_wrong': 'code',
  })
  const hintId = useId()
  const { getInputNode } = form
  // biome-ignore lint/correctness/useExhaustiveDependencies: once, when it is shown
  useEffect(() => getInputNode('code')?.focus(), [])

  async function handleSubmit({ code }: { code: string }) {
    setFailure(null)
    await submit(
      async () => {
        const json = { challenge: token, code, keepAccount: onKept !== undefined }
        await call('POST /api/auth/second-factor', { json })
        startSession()
        onKept?.()
      },
      (error) => {
        if (error instanceof ApiError && error.code === 'auth.account_suspended')
          setFailure(suspendedText(String(error.params.until)))
        else showError(error)
      },
    )
  }

  return (
    <VisitorScreen
      title={secondStepTexts.title}
      heading={secondStepTexts.title}
      route="login"
      panelFrom={768}
    >
      <form noValidate onSubmit={form.onSubmit(handleSubmit)}>
        <TextField
          label={secondStepTexts.code}
          autoComplete="one-time-code"
          autoCapitalize="characters"
          spellCheck={false}
          aria-describedby={hintId}
          below={
            <p id={hintId} className={styles.hint}>
              {secondStepTexts.hint}
            </p>
          }
          key={form.key('code')}
          {...form.getInputProps('code')}
        />
        <Button type="submit" variant="primary" size="large" busy={isBusy}>
          {isBusy ? secondStepTexts.verifying : secondStepTexts.verify}
        </Button>
        {failure && <InlineAlert kind="error">{failure}</InlineAlert>}
        <p className={styles.other}>
          <Link to={visitorScreens.login.path} onClick={onBack}>
            {secondStepTexts.back}
          </Link>
        </p>
      </form>
    </VisitorScreen>
  )
}
