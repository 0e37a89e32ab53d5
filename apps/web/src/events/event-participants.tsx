import { foldParticipantPages } from '@covo/contract/events/event-participants.fold'
import type { Participant, ParticipantState } from '@covo/contract/events/event-participants.routes'
import type { EventDetails } from '@covo/contract/events/events.routes'
import { NativeSelect } from '@mantine/core'
import { IconChevronDown } from '@tabler/icons-react'
import { infiniteQueryOptions, useInfiniteQuery } from '@tanstack/react-query'
import { useId, useState } from 'react'
import { call, describeError } from '../platform/api.ts'
import { foldPages, liveQuery } from '../platform/live-query.ts'
import { Avatar } from '../ui/avatar.tsx'
import { Contained } from '../ui/error-boundary.tsx'
import { LoadFailure } from '../ui/load-failure.tsx'
import { MoreButton } from '../ui/more-button.tsx'
import { PersonLink } from '../ui/person-link.tsx'
import { managementTexts, participantsErrors } from './event-management.texts.it.ts'
import styles from './event-participants.module.css'

function participantsQuery(id: string, state: ParticipantState) {
  return liveQuery(
    infiniteQueryOptions({
      queryKey: ['events', 'participants', id, state],
      queryFn: ({ pageParam: cursor }) =>
        call('GET /api/events/{eventId}/participants', {
          param: { eventId: id },
          query: { state, ...(cursor && { cursor }) },
        }),
      initialPageParam: null as string | null,
      getNextPageParam: ({ nextCursor }) => nextCursor,
    }),
    foldPages((pages, news) => foldParticipantPages(pages, news, id)),
  )
}

/** The participants whom the viewer sees; for organizers also the queue for a seat. */
export function EventParticipants({ event }: { event: EventDetails }) {
  const headingId = useId()
  const [chosen, setChosen] = useState<ParticipantState>('joined')
  const state = event.canManage ? chosen : 'joined'
  return (
    <section className={styles.participants} aria-labelledby={headingId}>
      <div className={styles.head}>
        <h2 id={headingId}>{managementTexts.people}</h2>
        {event.canManage && (
          <NativeSelect
            label={managementTexts.shownPeople}
            rightSection={<IconChevronDown aria-hidden="true" />}
            data={[
              { value: 'joined', label: managementTexts.joinedPeople },
              { value: 'waiting', label: managementTexts.waitingPeople },
            ]}
            value={state}
            onChange={({ currentTarget: { value } }) => setChosen(value as ParticipantState)}
          />
        )}
      </div>
      <People key={state} event={event} state={state} />
      {event.canManage && event.participantsCount + event.waitingCount > 0 && (
        <a href={`/api/events/${event.id}/participants.csv`} download>
          {managementTexts.downloadPeople}
        </a>
      )}
    </section>
  )
}

function People({ event, state }: { event: EventDetails; state: ParticipantState }) {
  const list = useInfiniteQuery(participantsQuery(event.id, state))
  const { data, error, isFetching, refetch } = list
  if (!data)
    return error ? (
      <LoadFailure text={describeError(error, participantsErrors)} isBusy={isFetching} onRetry={refetch} />
    ) : (
      <div className={`${styles.awaited} appears-late`} aria-busy="true" />
    )
  const people = data.pages.flatMap((page) => page.people)
  const hidden = data.pages.at(-1)?.hidden ?? 0
  if (people.length === 0 && hidden === 0)
    return (
      <p className={styles.note}>
        {state === 'joined' ? managementTexts.nobodyJoined : managementTexts.nobodyWaits}
      </p>
    )
  const List = state === 'waiting' ? 'ol' : 'ul'
  return (
    <>
      {people.length > 0 && (
        <List className={styles.list} aria-label={managementTexts.peopleList}>
          {people.map((person) => (
            <Contained as="li" key={person.uid}>
              <Person person={person} />
            </Contained>
          ))}
        </List>
      )}
      {hidden > 0 && (
        <p className={styles.note}>
          {people.length > 0 ? managementTexts.unseen(hidden) : managementTexts.allUnseen}
        </p>
      )}
      <MoreButton
        list={list}
        label={managementTexts.morePeople}
        failure={managementTexts.failed(describeError(error, participantsErrors))}
      />
    </>
  )
}

function Person({ person: { uid, displayName, photoURL } }: { person: Participant }) {
  return (
    <li>
      <span className={styles.person}>
        <PersonLink uid={uid} isDecoration>
          <Avatar person={{ uid, name: displayName, photoURL }} />
        </PersonLink>
        <PersonLink uid={uid}>
          <bdi>{displayName}</bdi>
        </PersonLink>
      </span>
    </li>
  )
}
