import { type ReactNode, useEffect, useId, useRef } from 'react'
import styles from './security.module.css'

/** A dialog whose last step shows a secret once: from then on Escape doesn't close it, only a button of that step. */
export function ShownOnceDialog({
  title,
  isLastStep,
  onClose,
  children,
}: {
  title: string
  isLastStep: boolean
  onClose: () => void
  children: (close: () => void) => ReactNode
}) {
  const dialog = useRef<HTMLDialogElement>(null)
  const isDone = useRef(false)
  const id = useId()

  useEffect(() => {
    const { current } = dialog
    if (!current || current.open) return
    current.showModal()
    // What comes before the field is read first.
    current.querySelector<HTMLElement>('[data-autofocus]')?.focus({ preventScroll: true })
  }, [])

  function handleClose() {
    // Browsers let nobody be held by a dialog: of Escape pressed again and again `cancel` can't prevent each.
    if (isLastStep && !isDone.current) dialog.current?.showModal()
    else onClose()
  }

  function close() {
    isDone.current = true
    dialog.current?.close()
  }

  return (
    <dialog
      ref={dialog}
      className={`small-dialog ${styles.dialog}`}
      aria-labelledby={id}
      onCancel={(event) => isLastStep && event.preventDefault()}
      onClose={handleClose}
    >
      <h2 id={id}>{title}</h2>
      {children(close)}
    </dialog>
  )
}
