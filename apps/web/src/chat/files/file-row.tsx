import type { MessageFile } from '@covo/contract/files/message-files'
import { IconFile } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useId, useRef } from 'react'
import { describeError } from '../../platform/api.ts'
import { formatBytes } from '../../platform/format-bytes.ts'
import { AlertDialog } from '../../ui/alert-dialog.tsx'
import { Button } from '../../ui/button.tsx'
import { CodeBlock } from '../formatting/code-block.tsx'
import { useExpanded } from '../formatting/use-expanded.ts'
import { fileAddress } from './file-address.ts'
import { kindOf, mayRun } from './file-kinds.ts'
import styles from './file-row.module.css'
import { fileTextQuery } from './file-text.ts'
import { namePartsOf } from './name-parts.ts'
import { partOf } from './open-picture.ts'
import { readErrors, readingTexts } from './reading.texts.it.ts'

/** A file that is handed out as it came. A short text can be read in its place. */
export function FileRow({ file, path }: { file: MessageFile; path: string }) {
  const { id, name, size, preview, warning } = file
  const nameId = useId()
  const part = partOf(path, id)
  const [isOpen, setIsOpen] = useExpanded(part)
  const [kind, bytes] = [kindOf(name), formatBytes(size)]
  const [start, end] = namePartsOf(name)
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset is for a form's fields
    <div role="group" aria-label={readingTexts.file(name, kind, bytes)} className={styles.row}>
      <div className={styles.head}>
        <IconFile aria-hidden="true" />
        <div className={styles.words}>
          <span id={nameId} hidden>
            {name}
          </span>
          <bdi className={styles.name}>
            <span className={styles.start}>{start}</span>
            <span className={styles.end}>{end}</span>
          </bdi>
          <p className={styles.details}>{readingTexts.details(kind, bytes)}</p>
        </div>
      </div>
      {mayRun(name) && <p className={styles.warning}>{readingTexts.mayRun}</p>}
      {warning !== undefined && <p className={styles.warning}>{readingTexts.flagged(warning)}</p>}
      <div className={styles.actions}>
        <DownloadLink id={id} nameId={nameId} isFlagged={warning !== undefined} />
        {preview !== undefined && (
          <Button
            size="small"
            variant="quiet"
            aria-expanded={isOpen}
            aria-describedby={nameId}
            onClick={() => setIsOpen(!isOpen)}
          >
            {isOpen ? readingTexts.hidePreview : readingTexts.showPreview}
          </Button>
        )}
      </div>
      {preview !== undefined && isOpen && <Preview id={id} language={preview} path={`${part}/text`} />}
    </div>
  )
}

/** Where the virus scanner warns of the file, it is asked before. */
function DownloadLink({ id, nameId, isFlagged }: { id: string; nameId: string; isFlagged: boolean }) {
  const dialog = useRef<HTMLDialogElement>(null)
  const isAgreed = useRef(false)
  const link = useRef<HTMLAnchorElement>(null)
  return (
    <>
      {/* An answer that is no file is not opened in place of the page. */}
      <a
        ref={link}
        className={styles.download}
        href={fileAddress(id)}
        download
        aria-describedby={nameId}
        onClick={(event) => {
          if (!isFlagged || isAgreed.current) return
          event.preventDefault()
          dialog.current?.showModal()
        }}
      >
        {readingTexts.download}
      </a>
      {isFlagged && (
        <AlertDialog
          dialog={dialog}
          title={readingTexts.downloadFlagged}
          text={null}
          cancel={readingTexts.cancel}
          confirm={readingTexts.downloadAnyway}
          onConfirm={() => {
            isAgreed.current = true
            link.current?.click()
            isAgreed.current = false
          }}
        />
      )}
    </>
  )
}

function Preview({ id, language, path }: { id: string; language: string; path: string }) {
  const { data, error } = useQuery(fileTextQuery(id))
  if (error)
    return (
      <p role="alert" className={styles.failed}>
        {describeError(error, readErrors)}
      </p>
    )
  if (data === undefined) return null
  // The end of the last line begins no other one.
  return <CodeBlock language={language} text={data.replace(/\r?\n$/, '')} copied={data} path={path} />
}
