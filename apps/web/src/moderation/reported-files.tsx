import type { MessageFile } from '@covo/contract/files/message-files'
import { useId, useState } from 'react'
import { formatBytes } from '../platform/format-bytes.ts'
import { Button } from '../ui/button.tsx'
import styles from './moderation.module.css'
import { moderatorTexts } from './moderator.texts.it.ts'

/** The files of a reported message. No picture is shown before the moderator asks for it. */
export function ReportedFiles({ reportId, files }: { reportId: string; files: readonly MessageFile[] }) {
  return (
    <div className={styles.files}>
      <ul>
        {files.map((file) => (
          <li key={file.id}>
            <ReportedFile reportId={reportId} file={file} />
          </li>
        ))}
      </ul>
      <p className={styles.note}>{moderatorTexts.unsafeFile}</p>
    </div>
  )
}

function ReportedFile({ reportId, file }: { reportId: string; file: MessageFile }) {
  const nameId = useId()
  const [isShown, setIsShown] = useState(false)
  const address = `/api/moderation/reports/${reportId}/files/${file.id}`
  return (
    <>
      <p>
        <bdi id={nameId}>{file.name}</bdi>
        <span className={styles.facts}>{` · ${formatBytes(file.size)}`}</span>
      </p>
      <div className={styles.acts}>
        {file.kind === 'picture' && !isShown && (
          <Button size="small" aria-describedby={nameId} onClick={() => setIsShown(true)}>
            {moderatorTexts.showPicture}
          </Button>
        )}
        {/* An answer that is no file is not opened in place of the page. */}
        <a href={address} download aria-describedby={nameId}>
          {moderatorTexts.download}
        </a>
      </div>
      {isShown && <img src={address} width={file.width} height={file.height} alt={file.alt ?? ''} />}
    </>
  )
}
