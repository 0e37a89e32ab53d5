import { useForm } from '@mantine/form'
import { useQuery } from '@tanstack/react-query'
import { useEffect, useId, useRef, useState } from 'react'
import { accountQuery } from '../platform/account.ts'
import { call } from '../platform/api.ts'
import { endConfirmation } from '../platform/confirmation.ts'
import { canUsePasskeys } from '../platform/instance.ts'
import { askForPasskey } from '../platform/passkeys.ts'
import { PasswordOwner } from '../platform/password-owner.tsx'
import { useProblem } from '../platform/use-problem.ts'
import { Button } from '../ui/button.tsx'
import { PasswordField, TextField } from '../ui/field.tsx'
import { InlineAlert } from '../ui/inline-alert.tsx'
import { confirmationErrors, confirmationTexts } from './confirmation.texts.it.ts'
import styles from './confirmation-dialog.module.css'
import { signInByPopup } from './provider-popup.ts'
import { secondStepTexts } from './second-step.texts.it.ts'

/**
 * Has the member show again who they are; there while that is asked. The dialog is the browser's own, which stands over any
 * other that is open.
 */
export function ConfirmationDialog() {
  const { data: account } = useQuery(accountQuery)
  const hasPassword = account?.hasPassword !== false
  const isAtProvider = !hasPassword && account !== undefined && account.provider !== ''
  const form = useForm({ initialValues: { password: '', code: '' } })
  const { failure, setFailure, isBusy, setIsBusy, showError, submit } = useProblem(form, confirmationErrors)
  // Of a sign-in at the provider that lacks the code.
  const [challenge, setChallenge] = useState('')
  const dialog = useRef<HTMLDialogElement>(null)
  const isConfirmed = useRef(false)
  const id = useId()

  useEffect(() => {
    if (!dialog.current?.open) dialog.current?.showModal()
  }, [])

  function close() {
    isConfirmed.current = true
    // Closed while it is there, it gives the focus back.
    dialog.current?.close()
  }

  async function handleSubmit(values: { password: string; code: string }) {
    setFailure(null)
    await submit(
      async () => {
        await call('POST /api/account/confirmation', { json: { ...values, challenge } })
        close()
      },
      (error) => {
        showError(error)
        form.getInputNode(challenge ? 'code' : 'password')?.focus()
      },
    )
  }

  function handleProvider() {
    setFailure(null)
    setIsBusy(true)
    signInByPopup((outcome) => {
      setIsBusy(false)
      if (outcome === 'signed-in') close()
      else if (typeof outcome === 'object' && outcome && 'challenge' in outcome)
        setChallenge(outcome.challenge)
      // A popup that only looks closed may still say how it ended.
      else if (outcome) setFailure(confirmationErrors.fallback)
    }, 'confirm')
  }

  async function handlePasskey() {
    setFailure(null)
    await submit(async () => {
      const passkey = await askForPasskey()
      await call('POST /api/account/confirmation', { json: { passkey } })
      close()
    })
  }

  const hasPasskey = account !== undefined && account.passkeys.length > 0 && canUsePasskeys
  const hasForm = hasPassword || challenge !== ''
  return (
    <dialog
      ref={dialog}
      className={`small-dialog ${styles.dialog}`}
      aria-labelledby={id}
      aria-describedby={`${id}-text`}
      onClose={() => endConfirmation(isConfirmed.current)}
    >
      <h2 id={id}>{confirmationTexts.title}</h2>
      <p id={`${id}-text`}>
        {hasPassword || isAtProvider || hasPasskey ? confirmationTexts.text : confirmationTexts.signInAgain}
      </p>
      <form noValidate onSubmit={form.onSubmit(handleSubmit)}>
        {hasPassword && <PasswordOwner />}
        {hasPassword && (
          <PasswordField
            label="Password"
            secret="password"
            autoComplete="current-password"
            autoFocus
            key={form.key('password')}
            {...form.getInputProps('password')}
          />
        )}
        {hasForm && account?.secondFactor && (
          <TextField
            label={secondStepTexts.code}
            autoComplete="one-time-code"
            autoFocus={challenge !== ''}
            key={form.key('code')}
            {...form.getInputProps('code')}
          />
        )}
        {failure && <InlineAlert kind="error">{failure}</InlineAlert>}
        <div className={styles.choice}>
          <Button variant="quiet" onClick={() => dialog.current?.close()}>
            {confirmationTexts.cancel}
          </Button>
          {hasPasskey && (
            <Button busy={isBusy} onClick={handlePasskey}>
              {confirmationTexts.usePasskey}
            </Button>
          )}
          {hasForm && (
            <Button type="submit" variant="primary" busy={isBusy}>
              {isBusy ? confirmationTexts.confirming : confirmationTexts.confirm}
            </Button>
          )}
          {isAtProvider && !hasForm && (
            <Button variant="primary" busy={isBusy} onClick={handleProvider}>
              {isBusy ? confirmationTexts.confirming : confirmationTexts.confirmAt(account.provider)}
            </Button>
          )}
        </div>
      </form>
    </dialog>
  )
}
