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
import { Setting } from './settings-panel.tsx'

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
      <Setting
        what={
          <>
            <h3>{settingsTexts.email}</h3>
            {account?.email && <p>{emailTexts.present(account)}</p>}
          </>
        }
      >
        <form className={styles.fields} noValidate onSubmit={handleSubmit}>
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
        </form>
      </Setting>
      {change.isSuccess && <InlineAlert kind="done">{emailTexts.sent(change.data.email)}</InlineAlert>}
      {change.isError && (
        <InlineAlert kind="error">{describeMailFailure(change.error, emailChangeErrors)}</InlineAlert>
      )}
      {account?.pendingEmail && (
        <Setting what={<p>{emailTexts.pending(account.pendingEmail)}</p>}>
          <Button
            busy={cancel.isPending}
            onClick={() => cancel.mutate(undefined, { onSuccess: change.reset })}
          >
            {emailTexts.cancel}
          </Button>
        </Setting>
      )}
    </>
  )
}
