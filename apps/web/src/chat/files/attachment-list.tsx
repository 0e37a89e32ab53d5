import { IconX } from '@tabler/icons-react'
import { lazy, Suspense, useId, useLayoutEffect, useRef, useState } from 'react'
import { Button } from '../../ui/button.tsx'
import { IconButton } from '../../ui/icon-button.tsx'
import type { Attachment } from './attachment.ts'
import styles from './attachment-list.module.css'
import { AttachmentRow } from './attachment-row.tsx'
import { attachmentTexts } from './attachments.texts.it.ts'
import type { Attachments, AttachmentsView } from './attachments.ts'
import type { AttachmentsLoader } from './attachments-loader.ts'

const AltDialog = lazy(() => import('./alt-dialog.tsx').then((module) => ({ default: module.AltDialog })))

/** The draft's files above the box, and why others were not taken. */
export function AttachmentList({
  view,
  attachments: loader,
  onSay,
  onLeave,
}: {
  view: AttachmentsView
  attachments: AttachmentsLoader
  onSay: (text: string) => void
  /** Leads the focus to the box. */
  onLeave: () => void
}) {
  const list = useRef<HTMLUListElement>(null)
  const attachments = loader.loaded()
  const drafts = view.attachments.filter(({ messageId }) => messageId === null)
  const newest = drafts.at(-1)?.id
  // biome-ignore lint/correctness/useExhaustiveDependencies: another file at the end is what matters
  useLayoutEffect(() => {
    list.current?.scrollTo(0, list.current.scrollHeight)
  }, [newest])
  if (!attachments) return null
  return (
    <>
      {view.refused.length > 0 && (
        <div className={styles.refused}>
          <div role="alert">
            <ul>
              {view.refused.map(({ name, problem }) => (
                <li key={`${name} ${problem}`}>
                  {name && (
                    <>
                      <bdi>{name}</bdi>
                      <span>: </span>
                    </>
                  )}
                  <span>{problem}</span>
                </li>
              ))}
            </ul>
          </div>
          <IconButton
            aria-label={attachmentTexts.close}
            onClick={() => {
              attachments.dismissRefused()
              onLeave()
            }}
          >
            <IconX aria-hidden="true" />
          </IconButton>
        </div>
      )}
      {drafts.length > 0 && (
        <ul ref={list} className={styles.list} aria-label={attachmentTexts.list}>
          {drafts.map((attachment, place) => (
            <AttachmentRow
              key={attachment.id}
              attachment={attachment}
              attachments={attachments}
              isAloud
              onRemoved={() => {
                onSay(attachmentTexts.removed(attachment.name))
                focusRow(list.current, place, onLeave)
              }}
            >
              {attachment.isPicture && <PictureChoices attachment={attachment} attachments={attachments} />}
            </AttachmentRow>
          ))}
        </ul>
      )}
    </>
  )
}

/** The focus goes on to the next file's button, or the last one's. */
function focusRow(list: HTMLElement | null, place: number, onLeave: () => void) {
  requestAnimationFrame(() => {
    const rows = list?.isConnected ? [...list.children] : []
    const buttons = (rows[place] ?? rows.at(-1))?.querySelectorAll<HTMLElement>('button')
    const last = buttons?.[0]
    if (last) last.focus()
    else onLeave()
  })
}

function PictureChoices({ attachment, attachments }: { attachment: Attachment; attachments: Attachments }) {
  const { id, name, alt, asFile, isSpoiler } = attachment
  const nameId = useId()
  const hintId = useId()
  const [isDescribing, setIsDescribing] = useState(false)
  return (
    <div className={styles.choices}>
      <span id={nameId} hidden>
        {name}
      </span>
      {!asFile && (
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
              onChange={({ currentTarget }) => attachments.change(id, { isSpoiler: currentTarget.checked })}
            />
            <span>{attachmentTexts.spoiler}</span>
          </label>
        </>
      )}
      <label>
        <input
          type="checkbox"
          aria-describedby={`${nameId} ${hintId}`}
          checked={asFile}
          onChange={({ currentTarget }) => attachments.setAsFile(id, currentTarget.checked)}
        />
        <span>{attachmentTexts.asFile}</span>
      </label>
      <p id={hintId} className={asFile ? styles.hint : 'visually-hidden'}>
        {attachmentTexts.asFileHint}
      </p>
      {isDescribing && (
        <Suspense>
          <AltDialog
            alt={alt}
            onSave={(next) => attachments.change(id, { alt: next })}
            onClose={() => setIsDescribing(false)}
          />
        </Suspense>
      )}
    </div>
  )
}
