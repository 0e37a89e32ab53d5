import { Textarea } from '@mantine/core'
import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { call, describeError } from '../platform/api.ts'
import { newUuid } from '../platform/uuid.ts'
import { Dialog } from '../ui/dialog.tsx'
import { DialogForm } from '../ui/dialog-form.tsx'
import { showToast } from '../ui/toast.tsx'
import { eventTexts } from './event.texts.it.ts'
import { managementTexts, messageErrors } from './event-management.texts.it.ts'
import { eventsTexts } from './events.texts.it.ts'

/** Where an organizer writes to all who take part. */
export function EventMessageDialog({
  isOpen,
  eventId,
  onClose,
}: {
  isOpen: boolean
  eventId: string
  onClose: () => void
}) {
  return (
    <Dialog
      title={managementTexts.writeMessage}
      closeLabel={eventTexts.close}
      opened={isOpen}
      onClose={onClose}
    >
      <MessageForm eventId={eventId} onClose={onClose} />
    </Dialog>
  )
}

function MessageForm({ eventId, onClose }: { eventId: string; onClose: () => void }) {
  const [text, setText] = useState('')
  // One id for all attempts: an answer may have got lost.
  const [clientId] = useState(newUuid)
  const sending = useMutation({
    mutationFn: () =>
      call('POST /api/events/{eventId}/updates', { param: { eventId }, json: { clientId, text } }),
    onSuccess: ({ recipientsCount }) => {
      showToast('done', managementTexts.messageSent(recipientsCount))
      onClose()
    },
  })
  return (
    <DialogForm
      isBusy={sending.isPending}
      failure={sending.error && managementTexts.failed(describeError(sending.error, messageErrors))}
      cancel={eventsTexts.cancel}
      submit={managementTexts.sendMessage}
      onCancel={onClose}
      onSubmit={() => sending.mutate()}
    >
      <Textarea
        label={managementTexts.messageField}
        data-autofocus
        autosize
        minRows={3}
        maxRows={10}
        value={text}
        onChange={({ currentTarget }) => setText(currentTarget.value)}
      />
    </DialogForm>
  )
}
