import { type ReactNode, type RefObject, useId } from 'react'
import { Button } from './button.tsx'
import styles from './plain-dialog.module.css'

/**
 * A dialog of the browser's own, which needs none of the library's scripts: opened by `showModal` of its element, ended by Escape
 * and by the button below its content.
 */
export function PlainDialog({
  dialog,
  title,
  close,
  onClose,
  children,
}: {
  dialog: RefObject<HTMLDialogElement | null>
  title: string
  /** The name of the button that closes it. */
  close: string
  onClose?: () => void
  children: ReactNode
}) {
  const id = useId()
  return (
    <dialog ref={dialog} className="small-dialog" aria-labelledby={id} onClose={onClose}>
      <h2 id={id}>{title}</h2>
      {children}
      <div className={styles.foot}>
        <Button variant="quiet" onClick={() => dialog.current?.close()}>
          {close}
        </Button>
      </div>
    </dialog>
  )
}
