import type { MessageFile } from '@covo/contract/files/message-files'
import { IconFile } from '@tabler/icons-react'
import { useId, useRef } from 'react'
import { formatBytes } from '../../platform/format-bytes.ts'
import { Button } from '../../ui/button.tsx'
import styles from './attachment-list.module.css'
import rowStyles from './attachment-row.module.css'
import { attachmentTexts } from './attachments.texts.it.ts'
import { focusRow } from './focus-row.ts'
import { PictureFields } from './picture-fields.tsx'

/** The files of a message that is being edited: they can be described, hidden and taken off. */
export function EditedFiles({
  files,
  onChange,
  onSay,
  onLeave,
}: {
  files: readonly MessageFile[]
  onChange: (files: MessageFile[]) => void
  onSay: (text: string) => void
  /** Leads the focus to the box. */
  onLeave: () => void
}) {
  const list = useRef<HTMLUListElement>(null)
  const replace = (changed: MessageFile) =>
    onChange(files.map((file) => (file.id === changed.id ? changed : file)))
  return (
    <ul ref={list} className={styles.list} aria-label={attachmentTexts.list}>
      {files.map((file, place) => (
        <EditedFile
          key={file.id}
          file={file}
          onChange={replace}
          onRemove={() => {
            onChange(files.filter(({ id }) => id !== file.id))
            onSay(attachmentTexts.removed(file.name))
            focusRow(list.current, place, onLeave)
          }}
        />
      ))}
    </ul>
  )
}

function EditedFile({
  file,
  onChange,
  onRemove,
}: {
  file: MessageFile
  onChange: (file: MessageFile) => void
  onRemove: () => void
}) {
  const { id, name, size, kind, alt = '', isSpoiler = false } = file
  const nameId = useId()
  return (
    <li className={rowStyles.row}>
      {kind === 'picture' ? (
        <img className={rowStyles.preview} src={`/api/files/${id}/small`} alt="" />
      ) : (
        <span className={rowStyles.icon}>
          <IconFile aria-hidden="true" />
        </span>
      )}
      <div className={rowStyles.about}>
        <p className={rowStyles.name}>
          <bdi id={nameId}>{name}</bdi>
        </p>
        <p className={rowStyles.size}>{formatBytes(size)}</p>
      </div>
      <div className={rowStyles.actions}>
        <Button size="small" variant="quiet" aria-describedby={nameId} onClick={onRemove}>
          {attachmentTexts.remove}
        </Button>
      </div>
      {kind === 'picture' && (
        <div className={`${rowStyles.more} ${styles.choices}`}>
          <PictureFields
            nameId={nameId}
            alt={alt}
            isSpoiler={isSpoiler}
            onDescribe={(next) => {
              const { alt: _, ...rest } = file
              onChange(next ? { ...rest, alt: next } : rest)
            }}
            onHide={(hides) => {
              const { isSpoiler: _, ...rest } = file
              onChange(hides ? { ...rest, isSpoiler: true } : rest)
            }}
          />
        </div>
      )}
    </li>
  )
}
