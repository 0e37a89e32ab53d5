import { type ReactNode, type RefObject, useId } from 'react'
import styles from './alert-dialog.module.css'
import { Button } from './button.tsx'

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
  onConfirm,
}: {
  dialog: RefObject<HTMLDialogElement | null>
  title: string
  text: ReactNode
  cancel: string
  confirm: string
  onConfirm: () => void
}) {
  const id = useId()
  return (
    <dialog
      ref={dialog}
      role="alertdialog"
      className={styles.dialog}
      aria-labelledby={id}
      aria-describedby={`${id}-text`}
    >
      <h2 id={id}>{title}</h2>
      <p id={`${id}-text`}>{text}</p>
      <div className={styles.choice}>
        <Button variant="quiet" onClick={() => dialog.current?.close()}>
          {cancel}
        </Button>
        <Button
          variant="destructive"
          onClick={() => {
            dialog.current?.close()
            onConfirm()
          }}
        >
          {confirm}
        </Button>
      </div>
    </dialog>
  )
}
