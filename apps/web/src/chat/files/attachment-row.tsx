import { IconFile } from '@tabler/icons-react'
import { type ReactNode, useEffect, useId, useRef } from 'react'
import { formatBytes } from '../../platform/format-bytes.ts'
import { Button } from '../../ui/button.tsx'
import { MoveButtons } from '../../ui/move-buttons.tsx'
import type { Attachment } from './attachment.ts'
import styles from './attachment-row.module.css'
import { attachmentTexts } from './attachments.texts.it.ts'
import type { Attachments } from './attachments.ts'

const moveNames = { [-1]: attachmentTexts.moveBefore, 1: attachmentTexts.moveAfter }

/** An attached file: what it is, how far its upload is, or why it failed, and the buttons that every state has. */
export function AttachmentRow({
  attachment,
  attachments,
  isAloud,
  onRemoved,
  moves,
  children,
}: {
  attachment: Attachment
  attachments: Attachments
  /** Whether a problem is read aloud here. */
  isAloud: boolean
  onRemoved: () => void
  /** Whether it can be moved before another, and behind one. */
  moves?: { [-1]: boolean; 1: boolean }
  children?: ReactNode
}) {
  const { id, name, size, isPicture, asFile, mayHideData, isThere, received, problem } = attachment
  const nameId = useId()
  const isUploading = !isThere && !problem
  return (
    <li className={styles.row}>
      {isPicture && !asFile ? (
        <Preview attachment={attachment} attachments={attachments} />
      ) : (
        <span className={styles.icon}>
          <IconFile aria-hidden="true" />
        </span>
      )}
      <div className={styles.about}>
        <p className={styles.name}>
          <bdi id={nameId}>{name}</bdi>
        </p>
        <p className={styles.size}>
          <span>{formatBytes(size)}</span>
          {isUploading && attachment.isWaitingForNetwork && <span> · {attachmentTexts.waiting}</span>}
        </p>
        {isUploading && (
          <progress
            className={styles.progress}
            aria-label={attachmentTexts.uploading(name)}
            max={size}
            value={received}
          />
        )}
      </div>
      <div className={styles.actions}>
        {problem?.kind === 'passing' && (
          <Button size="small" variant="soft" aria-describedby={nameId} onClick={() => attachments.retry(id)}>
            {attachmentTexts.retry}
          </Button>
        )}
        <Button
          size="small"
          variant="quiet"
          aria-describedby={nameId}
          onClick={() => {
            attachments.remove(id)
            onRemoved()
          }}
        >
          {isUploading ? attachmentTexts.cancel : attachmentTexts.remove}
        </Button>
        {moves && (
          <MoveButtons
            names={moveNames}
            moves={moves}
            nameId={nameId}
            onMove={(step) => attachments.move(id, step)}
          />
        )}
      </div>
      {problem && (
        <p className={styles.problem} role={isAloud ? 'alert' : undefined}>
          {problem.text}
        </p>
      )}
      {mayHideData && <p className={styles.hint}>{attachmentTexts.asFileHint}</p>}
      {children && <div className={styles.more}>{children}</div>}
    </li>
  )
}

/** Pixels of the canvas, which is drawn half as large. */
const previewSide = 88

/** The middle of a picture, as small as an icon. */
function Preview({ attachment: { id }, attachments }: { attachment: Attachment; attachments: Attachments }) {
  const canvas = useRef<HTMLCanvasElement>(null)
  useEffect(() => {
    let isGone = false
    async function draw() {
      const bytes = await attachments.bytesOf(id)
      const picture = bytes && !isGone ? await createImageBitmap(bytes).catch(() => null) : null
      if (!picture) return
      const { width, height } = picture
      const side = Math.min(width, height)
      canvas.current
        ?.getContext('2d')
        ?.drawImage(
          picture,
          (width - side) / 2,
          (height - side) / 2,
          side,
          side,
          0,
          0,
          previewSide,
          previewSide,
        )
      picture.close()
    }
    void draw()
    return () => {
      isGone = true
    }
  }, [id, attachments])
  return (
    <span className={styles.preview} aria-hidden="true">
      <canvas ref={canvas} width={previewSide} height={previewSide} />
    </span>
  )
}
