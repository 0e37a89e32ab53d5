import { useId, useRef } from 'react'
import { Button } from '../ui/button.tsx'
import { showToast } from '../ui/toast.tsx'
import styles from './settings.module.css'
import { settingsTexts } from './settings.texts.it.ts'
import { Setting } from './settings-panel.tsx'

/**
 * Asks whether the account is to be deleted, and deletes nothing. The dialog is the browser's own, since Mantine's
 * can't be an alertdialog.
 */
export function DeletionPlaceholder() {
  const dialog = useRef<HTMLDialogElement>(null)
  const id = useId()

  function handleConfirmation() {
    dialog.current?.close()
    showToast('info', settingsTexts.deletionNotYet, false)
  }

  return (
    <Setting title={settingsTexts.deletion} hint={settingsTexts.deletionHint}>
      <Button
        className={`${styles.destructive} ${styles.wideButton}`}
        onClick={() => dialog.current?.showModal()}
      >
        {settingsTexts.deleteAccount}
      </Button>
      <dialog
        ref={dialog}
        role="alertdialog"
        className={styles.dialog}
        aria-labelledby={id}
        aria-describedby={`${id}-text`}
      >
        <h2 id={id}>{settingsTexts.deleteAccount}</h2>
        <p id={`${id}-text`}>{settingsTexts.deletionWarning}</p>
        <div className={styles.choice}>
          <Button variant="quiet" onClick={() => dialog.current?.close()}>
            {settingsTexts.cancel}
          </Button>
          <Button className={styles.destructive} onClick={handleConfirmation}>
            {settingsTexts.confirmDeletion}
          </Button>
        </div>
      </dialog>
    </Setting>
  )
}
