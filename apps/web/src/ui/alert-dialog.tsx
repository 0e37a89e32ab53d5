import { type ReactNode, type RefObject, useId, useState } from 'react'
import styles from './alert-dialog.module.css'
import { Button } from './button.tsx'

/** Escape ends this dialog alone, also where one of Mantine's is open behind it, which looks for this at the focused element. */
const keepsOuterDialog = { 'data-mantine-stop-propagation': true }

/**
 * Asks whether something is to be done that can't be undone; opened by `showModal` of its element. The safe button has the
 * focus. The dialog is the browser's own, since Mantine's can't be an alertdialog.
 */
export function AlertDialog({
  dialog,
  title,
  text,
  cancel,
  confirm,
  confirmVariant = 'destructive',
  onConfirm,
  describeFailure,
  children,
}: {
  dialog: RefObject<HTMLDialogElement | null>
  title: ReactNode
  text: ReactNode
  cancel: string
  confirm: string
  confirmVariant?: 'destructive' | 'primary'
  onConfirm: () => unknown
  /** With it the dialog stays until it is done, and says what failed. */
  describeFailure?: (error: unknown) => string
  /** The inputs that the action needs. */
  children?: ReactNode
}) {
  const id = useId()
  const [isBusy, setIsBusy] = useState(false)
  const [failure, setFailure] = useState<string | null>(null)

  async function handleConfirm() {
    if (!describeFailure) {
      dialog.current?.close()
      onConfirm()
      return
    }
    setIsBusy(true)
    setFailure(null)
    try {
      await onConfirm()
      dialog.current?.close()
    } catch (error) {
      setFailure(describeFailure(error))
    } finally {
      setIsBusy(false)
    }
  }

  return (
    <dialog
      ref={dialog}
      role="alertdialog"
      className={`small-dialog ${styles.dialog}`}
      aria-labelledby={id}
      aria-describedby={text ? `${id}-text` : undefined}
      onClose={() => setFailure(null)}
    >
      <h2 id={id}>{title}</h2>
      {text && <p id={`${id}-text`}>{text}</p>}
      {children}
      {failure && (
        <p role="alert" className={styles.failure}>
          {failure}
        </p>
      )}
      <div className={styles.choice}>
        <Button {...keepsOuterDialog} variant="quiet" onClick={() => dialog.current?.close()}>
          {cancel}
        </Button>
        <Button {...keepsOuterDialog} variant={confirmVariant} busy={isBusy} onClick={handleConfirm}>
          {confirm}
        </Button>
      </div>
    </dialog>
  )
}
