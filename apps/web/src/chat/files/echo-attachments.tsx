import { useContext } from 'react'
import { Button } from '../../ui/button.tsx'
import { AttachmentRow } from './attachment-row.tsx'
import { attachmentTexts } from './attachments.texts.it.ts'
import type { AttachmentsLoader } from './attachments-loader.ts'
import styles from './echo-attachments.module.css'
import { AttachmentsContext, useAttachments } from './use-attachments.ts'

/** The files of an own message that is not known to be stored. */
export function EchoAttachments({ messageId }: { messageId: string }) {
  const loader = useContext(AttachmentsContext)
  return loader && <List messageId={messageId} loader={loader} />
}

function List({ messageId, loader }: { messageId: string; loader: AttachmentsLoader }) {
  const view = useAttachments(loader)
  const attachments = loader.loaded()
  const files = view.attachments.filter((one) => one.messageId === messageId)
  if (!attachments || files.length === 0) return null
  return (
    <ul className={styles.list} aria-label={attachmentTexts.list}>
      {files.map((attachment) => (
        <AttachmentRow
          key={attachment.id}
          attachment={attachment}
          attachments={attachments}
          isAloud={false}
          onRemoved={() => {}}
        >
          {attachment.problem?.kind === 'unreadable' && (
            <Button size="small" variant="quiet" onClick={() => attachments.setAsFile(attachment.id, true)}>
              {attachmentTexts.asFile}
            </Button>
          )}
        </AttachmentRow>
      ))}
    </ul>
  )
}
