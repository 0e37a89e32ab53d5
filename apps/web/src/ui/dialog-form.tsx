import type { FormEvent, ReactNode } from 'react'
import { Button } from './button.tsx'
import styles from './dialog-form.module.css'
import { InlineAlert } from './inline-alert.tsx'

/** The form of a dialog: fields that scroll where the window is low, why it failed, and the buttons that cancel and submit it. */
export function DialogForm({
  isBusy,
  failure,
  cancel,
  submit,
  autoFocusesSubmit = false,
  onCancel,
  onSubmit,
  children,
}: {
  /** While it is, nothing is submitted. */
  isBusy: boolean
  failure: ReactNode
  /** The names of the buttons. */
  cancel: string
  submit: string
  /** For a form without fields. */
  autoFocusesSubmit?: boolean
  onCancel: () => void
  onSubmit: (form: HTMLFormElement) => void
  children: ReactNode
}) {
  function handleSubmit(submitted: FormEvent<HTMLFormElement>) {
    submitted.preventDefault()
    if (!isBusy) onSubmit(submitted.currentTarget)
  }

  return (
    <form className={styles.form} noValidate onSubmit={handleSubmit}>
      <div className={styles.fields}>{children}</div>
      {failure && <InlineAlert kind="error">{failure}</InlineAlert>}
      <div className={styles.foot}>
        <Button variant="quiet" onClick={onCancel}>
          {cancel}
        </Button>
        <Button
          type="submit"
          variant="primary"
          busy={isBusy}
          data-autofocus={autoFocusesSubmit ? true : undefined}
        >
          {submit}
        </Button>
      </div>
    </form>
  )
}
