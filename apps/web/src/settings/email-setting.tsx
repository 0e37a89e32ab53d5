import { parseEmail } from '@covo/contract/auth/auth.rules'
import { useQuery } from '@tanstack/react-query'
import { type FormEvent, useState } from 'react'
import { accountQuery } from '../platform/account.ts'
import { Button } from '../ui/button.tsx'
import { TextField } from '../ui/field.tsx'
import { InlineAlert } from '../ui/inline-alert.tsx'
import { describeMailFailure } from './describe-mail-failure.ts'
import styles from './settings.module.css'
import { useCancelEmailChange, useChangeEmail } from './settings.queries.ts'
import { emailChangeErrors, emailTexts, settingsTexts } from './settings.texts.it.ts'

/** The member's address, and a form for another: it is theirs when the link that is mailed there is opened. */
export function EmailSetting() {
  const { data: account } = useQuery(accountQuery)
  const [email, setEmail] = useState('')
  const [problem, setProblem] = useState<string | null>(null)
  const change = useChangeEmail()
  const cancel = useCancelEmailChange()

  function handleSubmit(event: FormEvent) {
    event.preventDefault()
    const parsed = parseEmail(email)
    change.reset()
    setProblem(parsed.problem ? emailChangeErrors[parsed.problem.code] : null)
    if (!parsed.problem) change.mutate(email, { onSuccess: () => setEmail('') })
  }

  return (
    <>
      <form className={styles.setting} noValidate onSubmit={handleSubmit}>
        <div className={styles.what}>
          <h3>{settingsTexts.email}</h3>
          {account?.email && <p>{emailTexts.present(account)}</p>}
        </div>
        <div className={styles.emailField}>
          <TextField
            label={emailTexts.newEmail}
            type="email"
            autoComplete="email"
            value={email}
            onChange={(event) => setEmail(event.currentTarget.value)}
            error={problem}
          />
          <Button type="submit" className={styles.wideButton} busy={change.isPending}>
            {change.isPending ? emailTexts.sending : emailTexts.send}
          </Button>
        </div>
      </form>
      {change.isSuccess && <InlineAlert kind="done">{emailTexts.sent(change.data.email)}</InlineAlert>}
      {change.isError && (
        <InlineAlert kind="error">{describeMailFailure(change.error, emailChangeErrors)}</InlineAlert>
      )}
      {account?.pendingEmail && (
        <div className={styles.setting}>
          <div className={styles.what}>
            <p>{emailTexts.pending(account.pendingEmail)}</p>
          </div>
          <Button
            busy={cancel.isPending}
            onClick={() => cancel.mutate(undefined, { onSuccess: change.reset })}
          >
            {emailTexts.cancel}
          </Button>
        </div>
      )}
    </>
  )
}
