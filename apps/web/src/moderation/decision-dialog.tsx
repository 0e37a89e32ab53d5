import type { ReportToDecide } from '@covo/contract/moderation/moderation.routes'
import {
  communityRules,
  type ModerationAction,
  maximumReasonsLength,
  parseReasons,
} from '@covo/contract/moderation/moderation.rules'
import { quote, statementEnd, statementParagraphs } from '@covo/contract/moderation/statement'
import { NativeSelect, Textarea } from '@mantine/core'
import { IconChevronDown } from '@tabler/icons-react'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useId, useState } from 'react'
import { call, describeError } from '../platform/api.ts'
import { dateFormat } from '../platform/format.ts'
import { moderationKey } from '../platform/moderation.ts'
import { Dialog } from '../ui/dialog.tsx'
import { DialogForm } from '../ui/dialog-form.tsx'
import { showToast } from '../ui/toast.tsx'
import styles from './moderation.module.css'
import { actingErrors, moderatorTexts } from './moderator.texts.it.ts'

type Decided = { report: ReportToDecide; action: ModerationAction }
type Fields = { rule: string; facts: string; days: string }

/** As the mail writes it. */
const formatDay = dateFormat({ dateStyle: 'long', timeZone: 'Europe/Rome' })

/** Where a decision gets its rule and its reasons, as whom it concerns will read them. */
export function DecisionDialog({ onClose, ...decided }: Decided & { onClose: () => void }) {
  return (
    <Dialog title={moderatorTexts.decision} opened onClose={onClose} closeOnClickOutside={false}>
      <Form {...decided} onClose={onClose} />
    </Dialog>
  )
}

function Form({ report, action, onClose }: Decided & { onClose: () => void }) {
  const { id, kind, name } = report
  const [fields, setFields] = useState<Fields>({ rule: '', facts: '', days: '' })
  const [problem, setProblem] = useState<string | null>(null)
  const queryClient = useQueryClient()
  const { rule, facts, days } = fields
  const change = (changed: Partial<Fields>) => setFields({ ...fields, ...changed })
  const sending = useMutation({
    mutationFn: () =>
      call('POST /api/moderation/reports/{id}/decision', {
        param: { id },
        json:
          action === 'none'
            ? { action }
            : { action, rule: Number(rule), facts, ...(Number(days) && { days: Number(days) }) },
      }),
    onSuccess: () => {
      showToast('done', moderatorTexts.decided)
      onClose()
    },
    onSettled: () => queryClient.invalidateQueries({ queryKey: moderationKey }),
  })

  function send(form: HTMLFormElement) {
    const found = problemOf(action, fields)
    setProblem(found?.text ?? null)
    sending.reset()
    if (!found) return sending.mutate()
    const field = form.elements.namedItem(found.field)
    if (field instanceof HTMLElement) field.focus()
  }

  return (
    <DialogForm
      isBusy={sending.isPending}
      failure={problem ?? (sending.error && describeError(sending.error, actingErrors))}
      cancel={moderatorTexts.cancel}
      submit={moderatorTexts.confirm}
      autoFocusesSubmit={action === 'none'}
      onCancel={onClose}
      onSubmit={send}
    >
      <p>
        <span>{`${moderatorTexts.actionName(action, kind)} · `}</span>
        <bdi>{name}</bdi>
      </p>
      {action === 'none' ? (
        <p className={styles.note}>{moderatorTexts.noViolation}</p>
      ) : (
        <>
          <NativeSelect
            name="rule"
            label={moderatorTexts.ruleField}
            size="md"
            data-autofocus
            rightSection={<IconChevronDown aria-hidden="true" />}
            data={[
              { value: '', label: moderatorTexts.chooseRule },
              ...communityRules.map((text, index) => ({
                value: `${index + 1}`,
                label: `${index + 1}. ${text}`,
              })),
            ]}
            value={rule}
            onChange={({ currentTarget: { value } }) => change({ rule: value })}
          />
          <Textarea
            name="facts"
            label={moderatorTexts.factsField}
            autosize
            minRows={3}
            maxRows={8}
            maxLength={maximumReasonsLength}
            value={facts}
            onChange={({ currentTarget: { value } }) => change({ facts: value })}
          />
          {action === 'suspend' && (
            <NativeSelect
              name="days"
              label={moderatorTexts.daysField}
              size="md"
              rightSection={<IconChevronDown aria-hidden="true" />}
              data={[{ value: '', label: moderatorTexts.chooseDays }, ...moderatorTexts.days]}
              value={days}
              onChange={({ currentTarget: { value } }) => change({ days: value })}
            />
          )}
          <Preview report={report} action={action} {...fields} />
        </>
      )}
    </DialogForm>
  )
}

function problemOf(
  action: ModerationAction,
  { rule, facts, days }: Fields,
): { field: keyof Fields; text: string } | null {
  if (action === 'none') return null
  if (!rule) return { field: 'rule', text: moderatorTexts.ruleMissing }
  const { problem } = parseReasons(facts)
  if (problem) return { field: 'facts', text: actingErrors[problem.code] }
  if (action === 'suspend' && !days) return { field: 'days', text: moderatorTexts.daysMissing }
  return null
}

/** The mail to whom the decision concerns as far as it is entered. */
function Preview({ report, action, rule, facts, days }: Decided & Fields) {
  const id = useId()
  const now = Date.now()
  const paragraphs = statementParagraphs({
    kind: report.kind,
    action,
    rule: rule ? Number(rule) : null,
    facts,
    date: formatDay(new Date(now)),
    until: Number(days) ? formatDay(new Date(now + Number(days) * 86_400_000)) : null,
    ...shownOf(report, action),
  })
  return (
    <section className={styles.preview} aria-labelledby={id}>
      <h3 id={id}>{moderatorTexts.preview}</h3>
      {paragraphs.map((paragraph) => (
        <p key={paragraph} className={styles.quoted}>
          {paragraph}
        </p>
      ))}
      <p className={styles.link}>{moderatorTexts.previewLink(location.origin)}</p>
      <p>{statementEnd}</p>
    </section>
  )
}

/** The place and the text of the subject, as far as the decision removes it. */
function shownOf({ kind, where, messages, fields }: ReportToDecide, action: ModerationAction) {
  const { title = '', description = '', displayName = '', bio, links, name = '' } = fields
  if (action === 'empty' && kind === 'team') {
    const { presentation, ctftimeId } = fields
    return { where: `«${name}»`, quoted: quote(name, [presentation, ctftimeId].filter(Boolean).join('\n')) }
  }
  if (action === 'empty')
    return { where: '', quoted: quote(displayName, [bio, links].filter(Boolean).join('\n')) }
  if (action !== 'remove') return { where: '', quoted: '' }
  if (kind === 'event') return { where: `«${title}»`, quoted: quote(title, description) }
  return {
    where,
    quoted: messages.find(({ isReported }) => isReported)?.text ?? '',
  }
}
