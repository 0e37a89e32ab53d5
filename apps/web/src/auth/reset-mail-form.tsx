import { parseEmail } from '@covo/contract/auth/auth.rules'
import { useForm } from '@mantine/form'
import { useState } from 'react'
import { Link } from 'react-router'
import { call } from '../platform/api.ts'
import { useProblem } from '../platform/use-problem.ts'
import { visitorScreens } from '../screens.ts'
import { Button } from '../ui/button.tsx'
import { TextField } from '../ui/field.tsx'
import { InlineAlert } from '../ui/inline-alert.tsx'
import { authTexts } from './auth.texts.it.ts'
import styles from './form.module.css'
import { resetMailErrors, resetTexts } from './reset-password.texts.it.ts'

/** Asks for the mail. The answer is the same whether or not somebody has the address. */
export function ResetMailForm({ typedEmail }: { typedEmail: string }) {
  const form = useForm({ initialValues: { email: typedEmail } })
  const { failure, setFailure, isBusy, showProblem, submit } = useProblem(form, resetMailErrors)
  const [isSent, setIsSent] = useState(false)

  async function handleSubmit({ email }: { email: string }) {
    setFailure(null)
    const { problem } = parseEmail(email)
    if (problem) return showProblem(problem)
    setIsSent(false)
    await submit(async () => {
      await call('POST /api/auth/reset-mail', { json: { email } })
      setIsSent(true)
    })
  }

  return (
    <form noValidate onSubmit={form.onSubmit(handleSubmit)}>
      <p className={styles.lead}>{resetTexts.lead}</p>
      <TextField
        label="Email"
        type="email"
        autoComplete="email"
        key={form.key('email')}
        {...form.getInputProps('email')}
      />
      <Button type="submit" variant="primary" size="large" busy={isBusy}>
        {isBusy ? resetTexts.sending : resetTexts.send}
      </Button>
      {failure && <InlineAlert kind="error">{failure}</InlineAlert>}
      {isSent && <InlineAlert kind="info">{resetTexts.sent}</InlineAlert>}
      <p className={styles.other}>
        <Link to={visitorScreens.login.path}>{authTexts.backToLogin}</Link>
      </p>
    </form>
  )
}
