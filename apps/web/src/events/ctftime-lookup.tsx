import type { CtftimeEvent } from '@covo/contract/events/ctftime.routes'
import { readCtftimePage } from '@covo/contract/events/event-form.rules'
import { ctftimePage } from '@covo/contract/events/events.rules'
import type { UseFormReturnType } from '@mantine/form'
import { useMutation } from '@tanstack/react-query'
import { type ComponentProps, useEffect, useRef, useState } from 'react'
import { Link } from 'react-router'
import { call, describeError } from '../platform/api.ts'
import { eventPath } from '../screens.ts'
import { AlertDialog } from '../ui/alert-dialog.tsx'
import { Button } from '../ui/button.tsx'
import { TextField } from '../ui/field.tsx'
import { InlineAlert } from '../ui/inline-alert.tsx'
import styles from './ctftime-lookup.module.css'
import type { EventFields } from './event-draft.ts'
import { withFound, wouldReplace } from './event-lookup.ts'
import { ctftimeErrors, eventsTexts } from './events.texts.it.ts'

/** The event's page at CTFtime, which fills in the form; over typed text only when asked. */
export function CtftimeLookup({
  eventId,
  form,
  field,
  onFill,
}: {
  /** The event that is edited; none for a new one. */
  eventId: string | undefined
  form: UseFormReturnType<EventFields>
  /** The properties of the field. */
  field: ComponentProps<typeof TextField>
  onFill: (fields: EventFields) => void
}) {
  const block = useRef<HTMLDivElement>(null)
  const asking = useRef<HTMLDialogElement>(null)
  const [found, setFound] = useState<CtftimeEvent | null>(null)
  const lookup = useMutation({
    // Of the pasted text the number alone is sent.
    mutationFn: (ctftimeId: string) =>
      call('POST /api/events/ctftime', { json: { link: ctftimePage(ctftimeId), except: eventId } }),
  })

  function handleAnswer(answer: CtftimeEvent | { eventId: string }) {
    if ('eventId' in answer) return
    setFound(answer)
    // Typed while the answer was on its way, it counts too.
    const fields = form.getValues()
    const isAsking = wouldReplace(fields, answer)
    onFill(withFound(fields, answer, false))
    if (isAsking) asking.current?.showModal()
    else form.getInputNode('title')?.focus()
  }

  function handleFill() {
    if (lookup.isPending) return
    const ctftimeId = readCtftimePage(form.getValues().ctftimeId)
    lookup.reset()
    if (ctftimeId === null) {
      form.setFieldError('ctftimeId', ctftimeErrors['events.ctftime_link_invalid'])
      form.getInputNode('ctftimeId')?.focus()
      return
    }
    // Not where the dialog was closed or the address changed meanwhile.
    lookup.mutate(ctftimeId, { onSuccess: handleAnswer })
  }

  const here = lookup.data && 'eventId' in lookup.data ? lookup.data.eventId : null
  // It is said below the field, where the dialog's edge may be.
  const isNothingFilled = here !== null || lookup.isError
  useEffect(() => {
    if (isNothingFilled) block.current?.scrollIntoView({ block: 'nearest' })
  }, [isNothingFilled])

  const failure = lookup.error && describeError(lookup.error, ctftimeErrors)
  return (
    <div ref={block} className={styles.lookup}>
      <div className={styles.line}>
        <TextField
          label={eventsTexts.ctftimeField}
          type="url"
          autoComplete="off"
          placeholder="https://ctftime.org/event/…"
          key={form.key('ctftimeId')}
          {...field}
          isPassing={false}
          error={field.error ?? failure}
          onKeyDown={(event) => {
            if (event.key !== 'Enter') return
            // It would create the event.
            event.preventDefault()
            handleFill()
          }}
          onInput={() => lookup.reset()}
        />
        <div className={styles.fill}>
          <Button busy={lookup.isPending} onClick={handleFill}>
            {eventsTexts.fillIn}
          </Button>
        </div>
      </div>
      {here && (
        <InlineAlert kind="info">
          <span>{eventsTexts.isHereAlready}</span> <Link to={eventPath(here)}>{eventsTexts.goToIt}</Link>
        </InlineAlert>
      )}
      <AlertDialog
        dialog={asking}
        title={eventsTexts.overwrite}
        text=""
        cancel={eventsTexts.overwriteCancel}
        confirm={eventsTexts.overwriteConfirm}
        confirmVariant="primary"
        onConfirm={() => {
          if (found) onFill(withFound(form.getValues(), found, true))
          form.getInputNode('title')?.focus()
        }}
      />
    </div>
  )
}
