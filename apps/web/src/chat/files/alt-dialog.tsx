import { maximumAltLength } from '@covo/contract/files/files.rules'
import { beginningOf } from '@covo/contract/text'
import { Textarea } from '@mantine/core'
import { useId, useState } from 'react'
import { Dialog } from '../../ui/dialog.tsx'
import { DialogForm } from '../../ui/dialog-form.tsx'
import styles from './attachment-row.module.css'
import { altTexts } from './attachments.texts.it.ts'

/** Where a picture is described for those who don't see it; open as long as it is there. */
export function AltDialog({
  alt,
  onSave,
  onClose,
}: {
  alt: string
  onSave: (alt: string) => void
  onClose: () => void
}) {
  const hintId = useId()
  const [text, setText] = useState(alt)
  return (
    <Dialog title={altTexts.title} opened closeOnClickOutside={false} onClose={onClose}>
      {/* The composer, which is around it by React's tree, would be submitted too. */}
      <div onSubmit={(event) => event.stopPropagation()}>
        <DialogForm
          isBusy={false}
          failure={null}
          cancel={altTexts.cancel}
          submit={altTexts.save}
          onCancel={onClose}
          onSubmit={() => {
            onSave(beginningOf(text.trim(), maximumAltLength))
            onClose()
          }}
        >
          <Textarea
            label={altTexts.title}
            aria-describedby={hintId}
            minRows={3}
            autosize
            data-autofocus
            value={text}
            onChange={({ currentTarget }) => setText(beginningOf(currentTarget.value, maximumAltLength))}
          />
          <p id={hintId} className={styles.hint}>
            {altTexts.hint}
          </p>
        </DialogForm>
      </div>
    </Dialog>
  )
}
