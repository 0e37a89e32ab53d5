import type { RefObject } from 'react'
import { describeError } from '../platform/api.ts'
import { blockErrors, blockTexts } from '../platform/blocks.texts.it.ts'
import { useSetBlocked } from '../platform/blocks.ts'
import { AlertDialog } from './alert-dialog.tsx'
import { showToast } from './toast.tsx'

type Person = { uid: string; name: string }

/** Asks whether a member is to be blocked, and blocks them; opened by `showModal` of its element. */
export function BlockDialog({
  dialog,
  person: { uid, name },
  onBlocked,
}: {
  dialog: RefObject<HTMLDialogElement | null>
  person: Person
  onBlocked?: () => unknown
}) {
  const setBlocked = useSetBlocked()
  return (
    <AlertDialog
      dialog={dialog}
      title={blockTexts.ask(<bdi key="name">{name}</bdi>)}
      text={blockTexts.warning}
      cancel={blockTexts.cancel}
      confirm={blockTexts.block}
      onConfirm={async () => {
        await setBlocked.mutateAsync({ uid, isBlocked: true })
        showToast('done', blockTexts.blocked(<bdi key="name">{name}</bdi>))
        await onBlocked?.()
      }}
      describeFailure={(error) => describeError(error, blockErrors)}
    />
  )
}

/** Unblocks a member, and shows the outcome. */
export function useUnblock({ uid, name }: Person) {
  const setBlocked = useSetBlocked()
  return {
    isPending: setBlocked.isPending,
    // Not by callbacks of `mutate`, which are dropped where news takes the row away before the answer is there.
    unblock: () =>
      setBlocked.mutateAsync({ uid, isBlocked: false }).then(
        () => showToast('done', blockTexts.unblocked(<bdi key="name">{name}</bdi>)),
        (error) => showToast('failed', describeError(error, blockErrors)),
      ),
  }
}
