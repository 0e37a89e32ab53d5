import { lazy, Suspense, useState } from 'react'
import { Button } from '../../ui/button.tsx'
import { attachmentTexts } from './attachments.texts.it.ts'

const AltDialog = lazy(() => import('./alt-dialog.tsx').then((module) => ({ default: module.AltDialog })))

/** Where a picture is described, and hidden until its reader asks for it. */
export function PictureFields({
  nameId,
  alt,
  isSpoiler,
  onDescribe,
  onHide,
}: {
  /** Of the element with the file's name. */
  nameId: string
  alt: string
  isSpoiler: boolean
  onDescribe: (alt: string) => void
  onHide: (isSpoiler: boolean) => void
}) {
  const [isDescribing, setIsDescribing] = useState(false)
  return (
    <>
      <Button
        size="small"
        variant={alt ? 'soft' : 'quiet'}
        aria-describedby={nameId}
        onClick={() => setIsDescribing(true)}
      >
        {attachmentTexts.describe}
      </Button>
      <label>
        <input
          type="checkbox"
          aria-describedby={nameId}
          checked={isSpoiler}
          onChange={({ currentTarget }) => onHide(currentTarget.checked)}
        />
        <span>{attachmentTexts.spoiler}</span>
      </label>
      {isDescribing && (
        <Suspense>
          <AltDialog alt={alt} onSave={onDescribe} onClose={() => setIsDescribing(false)} />
        </Suspense>
      )}
    </>
  )
}
