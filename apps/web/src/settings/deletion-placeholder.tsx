import { useRef } from 'react'
import { AlertDialog } from '../ui/alert-dialog.tsx'
import { Button } from '../ui/button.tsx'
import { showToast } from '../ui/toast.tsx'
import styles from './settings.module.css'
import { settingsTexts } from './settings.texts.it.ts'
import { Setting } from './settings-panel.tsx'

/** Asks whether the account is to be deleted, and deletes nothing. */
export function DeletionPlaceholder() {
  const dialog = useRef<HTMLDialogElement>(null)
  return (
    <Setting
      what={
        <>
          <h3>{settingsTexts.deletion}</h3>
          <p>{settingsTexts.deletionHint}</p>
        </>
      }
    >
      <Button variant="destructive" className={styles.wideButton} onClick={() => dialog.current?.showModal()}>
        {settingsTexts.deleteAccount}
      </Button>
      <AlertDialog
        dialog={dialog}
        title={settingsTexts.deleteAccount}
        text={settingsTexts.deletionWarning}
        cancel={settingsTexts.cancel}
        confirm={settingsTexts.confirmDeletion}
        onConfirm={() => showToast('info', settingsTexts.deletionNotYet, false)}
      />
    </Setting>
  )
}
