import { IconX } from '@tabler/icons-react'
import { useId, useLayoutEffect, useRef } from 'react'
import { IconButton } from '../../ui/icon-button.tsx'
import type { Attachment } from './attachment.ts'
import styles from './attachment-list.module.css'
import { AttachmentRow } from './attachment-row.tsx'
import { attachmentTexts } from './attachments.texts.it.ts'
import type { Attachments, AttachmentsView } from './attachments.ts'
import type { AttachmentsLoader } from './attachments-loader.ts'
import { focusRow } from './focus-row.ts'
import { PictureFields } from './picture-fields.tsx'

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
              moves={{ [-1]: place > 0, 1: place < drafts.length - 1 }}
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

function PictureChoices({ attachment, attachments }: { attachment: Attachment; attachments: Attachments }) {
  const { id, name, alt, asFile, isSpoiler } = attachment
  const nameId = useId()
  const hintId = useId()
  return (
    <div className={styles.choices}>
      <span id={nameId} hidden>
        {name}
      </span>
      {!asFile && (
        <PictureFields
          nameId={nameId}
          alt={alt}
          isSpoiler={isSpoiler}
          onDescribe={(next) => attachments.change(id, { alt: next })}
          onHide={(hides) => attachments.change(id, { isSpoiler: hides })}
        />
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
    </div>
  )
}
