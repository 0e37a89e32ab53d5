import { photoTypes } from '@covo/contract/profiles/photo.rules'
import type { OwnProfile } from '@covo/contract/profiles/profiles.routes'
import { useWindowEvent } from '@mantine/hooks'
import { type PointerEvent, useEffect, useId, useRef, useState } from 'react'
import { describeError } from '../platform/api.ts'
import { Button } from '../ui/button.tsx'
import { Dialog } from '../ui/dialog.tsx'
import { InlineAlert } from '../ui/inline-alert.tsx'
import { showToast } from '../ui/toast.tsx'
import { photoErrors, photoTexts, pictureProblems } from './photo.texts.it.ts'
import { type Crop, drag, maximumZoom, roomOf, startCrop } from './photo-crop.ts'
import styles from './photo-dialog.module.css'
import { drawCrop, encodeCrop, readPicture } from './photo-picture.ts'
import { useChangePhoto } from './profiles.queries.ts'

/** Pixels of the preview's canvas, which is drawn half as large. */
const previewSide = 512

/** Where the member chooses and crops their photo, or removes it; open as long as it is there. */
export function PhotoDialog({ member, onClose }: { member: OwnProfile; onClose: () => void }) {
  const input = useRef<HTMLInputElement>(null)
  const hintId = useId()
  const [picture, setPicture] = useState<ImageBitmap | null>(null)
  const [crop, setCrop] = useState(startCrop)
  const [problem, setProblem] = useState<string | null>(null)
  const change = useChangePhoto()

  async function choose(file: File | undefined) {
    if (!file || change.isPending) return
    setProblem(null)
    const read = await readPicture(file)
    if (typeof read === 'string') return setProblem(pictureProblems[read])
    setPicture(read)
    setCrop(startCrop)
  }

  async function save(makePhoto: () => Promise<Blob | null>, done: string) {
    setProblem(null)
    try {
      await change.mutateAsync(makePhoto)
      showToast('done', done)
      onClose()
    } catch (error) {
      setProblem(describeError(error, photoErrors))
    }
  }

  // Wherever it falls: beside the dialog the browser would open it in place of the page.
  useWindowEvent('dragover', (event) => event.preventDefault())
  useWindowEvent('drop', (event) => {
    event.preventDefault()
    void choose(event.dataTransfer?.files[0])
  })

  const isSaving = change.isPending && picture !== null
  return (
    <Dialog
      opened
      title={photoTexts.title}
      className={styles.dialog}
      closeOnClickOutside={false}
      onClose={onClose}
    >
      <div className={styles.content}>
        {picture && <CropFields picture={picture} crop={crop} onChange={setCrop} />}
        <div className={styles.choice}>
          <Button
            variant={picture ? 'secondary' : 'primary'}
            aria-describedby={hintId}
            data-autofocus
            onClick={() => input.current?.click()}
          >
            {photoTexts.choose}
          </Button>
          <input
            ref={input}
            type="file"
            hidden
            accept={photoTypes.join(',')}
            onChange={({ currentTarget }) => {
              void choose(currentTarget.files?.[0])
              // The same file may be chosen again.
              currentTarget.value = ''
            }}
          />
          <p id={hintId}>{photoTexts.hint}</p>
        </div>
      </div>
      {problem && <InlineAlert kind="error">{problem}</InlineAlert>}
      <div className={styles.foot}>
        {member.photoURL && (
          <Button
            className={styles.remove}
            busy={change.isPending}
            onClick={() => void save(async () => null, photoTexts.removed)}
          >
            {photoTexts.remove}
          </Button>
        )}
        <Button variant="quiet" onClick={onClose}>
          {photoTexts.cancel}
        </Button>
        {picture && (
          <Button
            variant="primary"
            busy={isSaving}
            onClick={() => void save(() => encodeCrop(picture, crop), photoTexts.saved)}
          >
            {isSaving ? photoTexts.saving : photoTexts.save}
          </Button>
        )}
      </div>
    </Dialog>
  )
}

/** The square that is kept, moved by dragging it or by sliders. */
function CropFields({
  picture,
  crop,
  onChange,
}: {
  picture: ImageBitmap
  crop: Crop
  onChange: (crop: Crop) => void
}) {
  const canvas = useRef<HTMLCanvasElement>(null)
  const dragged = useRef<Pick<PointerEvent, 'pointerId' | 'clientX' | 'clientY'> | null>(null)
  const room = roomOf(picture, crop)

  useEffect(() => {
    if (canvas.current) drawCrop(canvas.current, picture, crop)
  }, [picture, crop])

  function handleDown({ currentTarget, pointerId, clientX, clientY }: PointerEvent) {
    currentTarget.setPointerCapture(pointerId)
    dragged.current = { pointerId, clientX, clientY }
  }

  function handleMove({ currentTarget, pointerId, clientX, clientY }: PointerEvent) {
    const from = dragged.current
    if (from?.pointerId !== pointerId) return
    dragged.current = { pointerId, clientX, clientY }
    const side = currentTarget.clientWidth
    onChange(drag(picture, crop, (clientX - from.clientX) / side, (clientY - from.clientY) / side))
  }

  function handleUp() {
    dragged.current = null
  }

  return (
    <>
      <canvas
        ref={canvas}
        className={styles.preview}
        role="img"
        aria-label={photoTexts.preview}
        width={previewSide}
        height={previewSide}
        onPointerDown={handleDown}
        onPointerMove={handleMove}
        onPointerUp={handleUp}
        onPointerCancel={handleUp}
      />
      <div className={styles.sliders}>
        <Slider
          label={photoTexts.zoom}
          value={crop.zoom}
          minimum={1}
          maximum={maximumZoom(picture)}
          onChange={(zoom) => onChange({ ...crop, zoom })}
        />
        <Slider
          label={photoTexts.horizontal}
          value={crop.x}
          minimum={0}
          maximum={1}
          isDisabled={room.x === 0}
          onChange={(x) => onChange({ ...crop, x })}
        />
        <Slider
          label={photoTexts.vertical}
          value={crop.y}
          minimum={0}
          maximum={1}
          isDisabled={room.y === 0}
          onChange={(y) => onChange({ ...crop, y })}
        />
      </div>
    </>
  )
}

function Slider({
  label,
  value,
  minimum,
  maximum,
  isDisabled = minimum === maximum,
  onChange,
}: {
  label: string
  value: number
  minimum: number
  maximum: number
  isDisabled?: boolean
  onChange: (value: number) => void
}) {
  return (
    <label>
      <span>{label}</span>
      <input
        type="range"
        min={minimum}
        max={maximum}
        step={0.01}
        value={value}
        disabled={isDisabled}
        aria-valuetext={`${Math.round(value * 100)}%`}
        onChange={({ currentTarget }) => onChange(currentTarget.valueAsNumber)}
      />
    </label>
  )
}
