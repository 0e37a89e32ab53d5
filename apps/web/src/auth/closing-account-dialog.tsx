import { useEffect, useRef } from 'react'
import { describeError } from '../platform/api.ts'
import { dateFormat } from '../platform/format.ts'
import { AlertDialog } from '../ui/alert-dialog.tsx'
import { showToast } from '../ui/toast.tsx'
import { loginErrors } from './auth.texts.it.ts'
import { closingAccountTexts } from './closing-account.texts.it.ts'

const formatDate = dateFormat({ day: 'numeric', month: 'long', year: 'numeric' })

function tellKept() {
  showToast('done', closingAccountTexts.kept)
}

/** A sign-in to an account that is to be deleted, and when it is. */
export type ClosingAccount = { until: Date; by: 'password' | 'provider' | 'passkey' }

/** Asks a member who signs in to an account that is to be deleted whether it stays: once for each such sign-in. */
export function ClosingAccountDialog({
  closing,
  onKeep,
}: {
  closing: ClosingAccount
  /** Signs in so that the account stays, and calls `onKept` then. */
  onKeep: (onKept: () => void) => unknown
}) {
  const dialog = useRef<HTMLDialogElement>(null)
  // biome-ignore lint/correctness/useExhaustiveDependencies: each sign-in asks again
  useEffect(() => {
    if (!dialog.current?.open) dialog.current?.showModal()
  }, [closing])
  return (
    <AlertDialog
      dialog={dialog}
      title={closingAccountTexts.title}
      text={closingAccountTexts.text(formatDate(closing.until))}
      cancel={closingAccountTexts.leave}
      confirm={closingAccountTexts.keep}
      confirmVariant="primary"
      onConfirm={() => onKeep(tellKept)}
      describeFailure={(error) => describeError(error, loginErrors)}
    />
  )
}
