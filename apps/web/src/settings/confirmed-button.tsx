import { useRef } from 'react'
import { AlertDialog } from '../ui/alert-dialog.tsx'
import { Button } from '../ui/button.tsx'
import { tokenTexts } from './tokens.texts.it.ts'

type ConfirmedButtonProps = {
  label: string
  /** The id of the name of its row. */
  describedBy: string
  isBusy: boolean
  /** Of the dialog that asks first. */
  title: string
  text: string
  onConfirm: () => void
}

/** The button of a row whose action is confirmed in a dialog. */
export function ConfirmedButton({
  label,
  describedBy,
  isBusy,
  title,
  text,
  onConfirm,
}: ConfirmedButtonProps) {
  const dialog = useRef<HTMLDialogElement>(null)
  return (
    <>
      <Button
        variant="quiet"
        size="small"
        busy={isBusy}
        aria-describedby={describedBy}
        onClick={() => dialog.current?.showModal()}
      >
        {label}
      </Button>
      <AlertDialog
        dialog={dialog}
        title={title}
        text={text}
        cancel={tokenTexts.cancel}
        confirm={label}
        onConfirm={onConfirm}
      />
    </>
  )
}
