import { nobody } from '@covo/contract/events/events.rules'
import type { ReportForm } from '@covo/contract/reports/reports.routes'
import {
  maximumReportDetailsLength,
  parseReport,
  type ReportReason,
} from '@covo/contract/reports/reports.rules'
import { Textarea } from '@mantine/core'
import { useId, useState } from 'react'
import { ApiError, call, describeError } from '../platform/api.ts'
import { blockErrors } from '../platform/blocks.texts.it.ts'
import { useSetBlocked } from '../platform/blocks.ts'
import { reasonNames, reportErrors, reportTexts } from '../platform/reports.texts.it.ts'
import { Dialog } from './dialog.tsx'
import { DialogForm } from './dialog-form.tsx'
import styles from './report-dialog.module.css'
import { showToast } from './toast.tsx'

export type ReportProps = {
  subject: ReportForm['subject']
  /** The author or owner of the subject, who may be blocked too. */
  person: { uid: string; name: string }
  /** The text that is reported, or its beginning; left out for a member. */
  text?: string
  /** Whether the message is of a chat of which others read nothing. */
  isPrivate?: boolean
  onClose: () => void
  onBlocked?: (() => unknown) | undefined
}

/** Where a message, a member, an event or a team is reported to the operator. */
export function ReportDialog(props: ReportProps) {
  return (
    <Dialog title={reportTexts.report} opened onClose={props.onClose} closeOnClickOutside={false}>
      <Form {...props} />
    </Dialog>
  )
}

function Form({ subject, person, text, isPrivate = false, onClose, onBlocked }: ReportProps) {
  const reasonId = useId()
  const [reason, setReason] = useState<ReportReason | ''>('')
  const [details, setDetails] = useState('')
  const [alsoBlocks, setAlsoBlocks] = useState(false)
  const [isBusy, setIsBusy] = useState(false)
  const [failure, setFailure] = useState<string | null>(null)
  const setBlocked = useSetBlocked()

  async function block() {
    try {
      await setBlocked.mutateAsync({ uid: person.uid, isBlocked: true })
      await onBlocked?.()
    } catch (error) {
      showToast('failed', describeError(error, blockErrors))
    }
  }

  async function send() {
    const { problem } = parseReport({ reason, details })
    if (problem) throw new ApiError(problem.code, {})
    await call('POST /api/reports', { json: { subject, reason, details } })
    showToast('done', reportTexts.sent)
    if (alsoBlocks) await block()
    onClose()
  }

  function handleSubmit() {
    setIsBusy(true)
    setFailure(null)
    send()
      .catch((error: unknown) => setFailure(describeError(error, reportErrors)))
      .finally(() => setIsBusy(false))
  }

  return (
    <DialogForm
      isBusy={isBusy}
      failure={failure}
      cancel={reportTexts.cancel}
      submit={reportTexts.send}
      onCancel={onClose}
      onSubmit={handleSubmit}
    >
      <blockquote className={styles.reported}>
        <bdi>{person.name}</bdi>
        {text !== undefined && <p dir="auto">{text}</p>}
      </blockquote>
      <div className={styles.reasons} role="radiogroup" aria-labelledby={reasonId}>
        <span id={reasonId}>{reportTexts.reason}</span>
        {Object.entries(reasonNames).map(([value, name]) => (
          <label key={value}>
            <input
              type="radio"
              name="reason"
              checked={value === reason}
              onChange={() => setReason(value as ReportReason)}
            />
            <span>{name}</span>
          </label>
        ))}
      </div>
      <Textarea
        label={reportTexts.details}
        autosize
        minRows={2}
        maxRows={6}
        maxLength={maximumReportDetailsLength}
        value={details}
        onChange={({ currentTarget }) => setDetails(currentTarget.value)}
      />
      {isPrivate && <p className={styles.note}>{reportTexts.readers}</p>}
      <p className={styles.note}>{reportTexts.goodFaith}</p>
      {person.uid !== nobody.uid && (
        <label className={styles.choice}>
          <input
            type="checkbox"
            checked={alsoBlocks}
            onChange={({ currentTarget }) => setAlsoBlocks(currentTarget.checked)}
          />
          <span>{reportTexts.blockToo(<bdi key="name">{person.name}</bdi>)}</span>
        </label>
      )}
    </DialogForm>
  )
}
