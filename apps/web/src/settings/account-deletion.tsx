import type { DeletionTerms } from '@covo/contract/deletion/deletion.routes'
import { useMutation } from '@tanstack/react-query'
import { useId, useRef, useState } from 'react'
import { useNavigate } from 'react-router'
import { call, describeError } from '../platform/api.ts'
import { commonTexts } from '../platform/common.texts.it.ts'
import { dateFormat } from '../platform/format.ts'
import { leaveBy, leaveSession } from '../platform/session.ts'
import { AlertDialog } from '../ui/alert-dialog.tsx'
import { Button } from '../ui/button.tsx'
import { showToast } from '../ui/toast.tsx'
import styles from './account-deletion.module.css'
import { deletionTexts } from './deletion.texts.it.ts'
import settingsStyles from './settings.module.css'
import { settingsTexts } from './settings.texts.it.ts'
import { Setting } from './settings-panel.tsx'

const formatDate = dateFormat({ day: 'numeric', month: 'long', year: 'numeric' })

/** Asks whether the account is to be deleted, and has it deleted. */
export function AccountDeletion() {
  const dialog = useRef<HTMLDialogElement>(null)
  const navigate = useNavigate()
  const id = useId()
  const [terms, setTerms] = useState<DeletionTerms | null>(null)
  const [eraseTexts, setEraseTexts] = useState(false)
  const open = useMutation({
    mutationFn: () => call('GET /api/account/deletion'),
    onSuccess(answer) {
      setTerms(answer)
      setEraseTexts(false)
      dialog.current?.showModal()
    },
    onError: () => showToast('failed', commonTexts.failed),
  })

  async function deleteAccount() {
    const { until } = await leaveBy(call('POST /api/account/deletion', { json: { eraseTexts } }))
    leaveSession()
    const notice = terms?.days === 0 ? deletionTexts.begun : deletionTexts.asked(formatDate(new Date(until)))
    // Before the end of the session leads to the login.
    void navigate('/', { replace: true, state: { notice } })
  }

  return (
    <Setting
      what={
        <>
          <h3>{settingsTexts.deletion}</h3>
          <p>{settingsTexts.deletionHint}</p>
        </>
      }
    >
      <Button
        variant="destructive"
        className={settingsStyles.wideButton}
        busy={open.isPending}
        onClick={() => open.mutate()}
      >
        {settingsTexts.deleteAccount}
      </Button>
      <AlertDialog
        dialog={dialog}
        title={settingsTexts.deleteAccount}
        text={settingsTexts.deletionWarning}
        cancel={settingsTexts.cancel}
        confirm={settingsTexts.confirmDeletion}
        onConfirm={deleteAccount}
        describeFailure={(error) => describeError(error, { fallback: commonTexts.failed })}
      >
        <div className={styles.terms}>
          {terms && <p>{deletionTexts.days(terms.days)}</p>}
          <fieldset className={styles.choice}>
            <legend>{deletionTexts.messages}</legend>
            {([false, true] as const).map((value) => (
              <label key={String(value)}>
                <input
                  type="radio"
                  name={id}
                  checked={eraseTexts === value}
                  onChange={() => setEraseTexts(value)}
                />
                <span>{value ? deletionTexts.eraseTexts : deletionTexts.keepTexts}</span>
              </label>
            ))}
          </fieldset>
          <p>{deletionTexts.files}</p>
          {terms !== null && terms.upcomingEvents > 0 && <p>{deletionTexts.events(terms.upcomingEvents)}</p>}
        </div>
      </AlertDialog>
    </Setting>
  )
}
