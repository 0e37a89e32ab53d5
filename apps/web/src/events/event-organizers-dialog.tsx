import type { EventDetails } from '@covo/contract/events/events.routes'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { type RefObject, useId, useRef, useState } from 'react'
import { call, describeError } from '../platform/api.ts'
import { useMember } from '../platform/member.ts'
import { AlertDialog } from '../ui/alert-dialog.tsx'
import { Button } from '../ui/button.tsx'
import { TextField } from '../ui/field.tsx'
import { InlineAlert } from '../ui/inline-alert.tsx'
import { PlainDialog } from '../ui/plain-dialog.tsx'
import { eventTexts } from './event.texts.it.ts'
import { candidatesErrors, managementTexts, organizersErrors } from './event-management.texts.it.ts'
import styles from './event-organizers-dialog.module.css'
import { candidatesKey, detailsKey } from './events.queries.ts'

type Person = { uid: string; displayName: string }

/** The organizers of an event, the owner first; the owner adds, removes and hands over, the others may leave. */
export function EventOrganizersDialog({
  dialog,
  event,
}: {
  dialog: RefObject<HTMLDialogElement | null>
  event: EventDetails
}) {
  const { uid } = useMember()
  const id = useId()
  const queryClient = useQueryClient()
  const [heir, setHeir] = useState<Person | null>(null)
  const handingOver = useRef<HTMLDialogElement>(null)
  const refetch = () => queryClient.invalidateQueries({ queryKey: detailsKey })
  const removing = useMutation({
    mutationFn: (person: string) =>
      call('DELETE /api/events/{eventId}/organizers/{uid}', { param: { eventId: event.id, uid: person } }),
    onSuccess: refetch,
  })

  return (
    <PlainDialog
      dialog={dialog}
      title={managementTexts.organizers}
      close={eventTexts.close}
      onClose={() => removing.reset()}
    >
      <ul className={styles.people} aria-label={managementTexts.organizers}>
        {event.organizers.map((person, place) => (
          <li key={person.uid}>
            <bdi id={`${id}-${person.uid}`}>{person.displayName}</bdi>
            {event.isOwner && place > 0 && (
              <span className={styles.choice}>
                <Button
                  size="small"
                  aria-describedby={`${id}-${person.uid}`}
                  onClick={() => {
                    setHeir(person)
                    handingOver.current?.showModal()
                  }}
                >
                  {managementTexts.handOver}
                </Button>
                <Button
                  size="small"
                  variant="quiet"
                  aria-describedby={`${id}-${person.uid}`}
                  busy={removing.isPending && removing.variables === person.uid}
                  onClick={() => removing.mutate(person.uid)}
                >
                  {managementTexts.remove}
                </Button>
              </span>
            )}
          </li>
        ))}
      </ul>
      {removing.error && (
        <InlineAlert kind="error">
          {managementTexts.failed(describeError(removing.error, organizersErrors))}
        </InlineAlert>
      )}
      {event.isOwner ? (
        <Candidates eventId={event.id} />
      ) : (
        <Button busy={removing.isPending} onClick={() => removing.mutate(uid)}>
          {managementTexts.leaveOrganizing}
        </Button>
      )}
      <AlertDialog
        dialog={handingOver}
        title={managementTexts.handOver}
        text={heir && managementTexts.handOverText(<bdi key="name">{heir.displayName}</bdi>)}
        cancel={managementTexts.goBack}
        confirm={managementTexts.handOverConfirm}
        describeFailure={(error) => describeError(error, organizersErrors)}
        onConfirm={async () => {
          if (heir)
            await call('PUT /api/events/{eventId}/owner', {
              param: { eventId: event.id },
              json: { uid: heir.uid },
            })
          await refetch()
        }}
      />
    </PlainDialog>
  )
}

/** Friends and participants by a part of their name, each with a button that adds them. */
function Candidates({ eventId }: { eventId: string }) {
  const id = useId()
  const queryClient = useQueryClient()
  const [search, setSearch] = useState('')
  const found = useQuery({
    queryKey: [...candidatesKey, eventId, search.trim()],
    queryFn: () =>
      call('GET /api/events/{eventId}/organizers/candidates', {
        param: { eventId },
        query: { search: search.trim() },
      }),
    enabled: search.trim() !== '',
    placeholderData: (before) => before,
  })
  const adding = useMutation({
    mutationFn: (uid: string) =>
      call('PUT /api/events/{eventId}/organizers/{uid}', { param: { eventId, uid } }),
    onSuccess: () =>
      Promise.all([detailsKey, candidatesKey].map((queryKey) => queryClient.invalidateQueries({ queryKey }))),
  })
  const people = search.trim() === '' ? [] : (found.data?.people ?? [])
  const error = adding.error
    ? describeError(adding.error, organizersErrors)
    : found.error && describeError(found.error, candidatesErrors)

  return (
    <section className={styles.adding} aria-labelledby={`${id}-heading`}>
      <h3 id={`${id}-heading`}>{managementTexts.addOrganizer}</h3>
      <TextField
        label={managementTexts.searchCandidates}
        autoComplete="off"
        value={search}
        onChange={({ currentTarget }) => {
          adding.reset()
          setSearch(currentTarget.value)
        }}
      />
      <ul className={styles.people} aria-label={managementTexts.addOrganizer}>
        {people.map(({ uid, displayName }) => (
          <li key={uid}>
            <bdi id={`${id}-${uid}`}>{displayName}</bdi>
            <Button
              size="small"
              aria-describedby={`${id}-${uid}`}
              busy={adding.isPending && adding.variables === uid}
              onClick={() => adding.mutate(uid)}
            >
              {managementTexts.add}
            </Button>
          </li>
        ))}
      </ul>
      <p role="status" className={styles.none}>
        {search.trim() !== '' && found.data?.people.length === 0 && managementTexts.noCandidates}
      </p>
      {error && <InlineAlert kind="error">{managementTexts.failed(error)}</InlineAlert>}
    </section>
  )
}
