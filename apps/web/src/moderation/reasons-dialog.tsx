import { maximumReasonsLength, parseReasons } from '@covo/contract/moderation/moderation.rules'
import { Textarea } from '@mantine/core'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { ApiError, describeError } from '../platform/api.ts'
import { moderationKey } from '../platform/moderation.ts'
import { Dialog } from '../ui/dialog.tsx'
import { DialogForm } from '../ui/dialog-form.tsx'
import { showToast } from '../ui/toast.tsx'
import styles from './moderation.module.css'
import { actingErrors, moderatorTexts } from './moderator.texts.it.ts'

/** An act of a moderator on a decision, before it is confirmed. */
export type Act = {
  title: string
  /** Its consequences. */
  hint: string
  /** The person whom the decision concerns. */
  name: string | null
  needsReasons: boolean
  /** The name of the button that does it. */
  confirm: string
  send: (facts: string) => Promise<unknown>
  /** The text of the toast. */
  done: string
}

/** Where an act on a decision is confirmed, with its reasons where it needs them. */
export function ReasonsDialog({ act, onClose }: { act: Act; onClose: () => void }) {
  return (
    <Dialog title={act.title} opened onClose={onClose} closeOnClickOutside={false}>
      <Form {...act} onClose={onClose} />
    </Dialog>
  )
}

function Form({ hint, name, needsReasons, confirm, send, done, onClose }: Act & { onClose: () => void }) {
  const [facts, setFacts] = useState('')
  const queryClient = useQueryClient()
  const sending = useMutation({
    mutationFn: async () => {
      const { problem } = parseReasons(facts)
      if (needsReasons && problem) throw new ApiError(problem.code, {})
      await send(facts)
    },
    onSuccess: () => {
      showToast('done', done)
      onClose()
    },
    onSettled: () => queryClient.invalidateQueries({ queryKey: moderationKey }),
  })

  return (
    <DialogForm
      isBusy={sending.isPending}
      failure={sending.error && describeError(sending.error, actingErrors)}
      cancel={moderatorTexts.cancel}
      submit={confirm}
      autoFocusesSubmit={!needsReasons}
      onCancel={onClose}
      onSubmit={() => sending.mutate()}
    >
      {name !== null && (
        <p>
          <bdi>{name}</bdi>
        </p>
      )}
      <p className={styles.note}>{hint}</p>
      {needsReasons && (
        <Textarea
          label={moderatorTexts.factsField}
          data-autofocus
          autosize
          minRows={3}
          maxRows={8}
          maxLength={maximumReasonsLength}
          value={facts}
          onChange={({ currentTarget: { value } }) => setFacts(value)}
        />
      )}
    </DialogForm>
  )
}
