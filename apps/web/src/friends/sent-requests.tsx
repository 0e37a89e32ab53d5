import type { Requester } from '@covo/contract/friends/friends.routes'
import { useInfiniteQuery, useQuery } from '@tanstack/react-query'
import { useId } from 'react'
import { Button } from '../ui/button.tsx'
import { Contained } from '../ui/error-boundary.tsx'
import { PersonMenu } from '../ui/person-menu.tsx'
import styles from './friends.module.css'
import { friendCountsQuery, sentRequestListQuery } from './friends.queries.ts'
import { friendsTexts, listErrors } from './friends.texts.it.ts'
import { ListFrame, PersonRow } from './people-list.tsx'
import { useListedWithdrawal } from './use-answer-request.ts'
import { useReportedFailure } from './use-reported-failure.ts'

/** The requests of the member's own that wait for an answer. `keepFocus` is called before the pressed button goes away. */
export function SentRequests({
  onFailure,
  keepFocus,
}: {
  onFailure: (failure: string) => void
  keepFocus: () => void
}) {
  const headingId = useId()
  const list = useInfiniteQuery(sentRequestListQuery)
  useReportedFailure(list, listErrors, onFailure)
  const { data: counts } = useQuery(friendCountsQuery)
  const { withdraw, isPending } = useListedWithdrawal(onFailure, keepFocus)
  const asked = list.data?.pages.flatMap(({ people }) => people) ?? []

  if (asked.length === 0) return null
  return (
    <section className={styles.sent} aria-labelledby={headingId}>
      <h2 id={headingId}>{friendsTexts.sentRequests(counts?.sentRequests)}</h2>
      <ListFrame list={list} isBusy={isPending}>
        <ul className={styles.list}>
          {asked.map((person) => (
            <Contained as="li" key={person.uid}>
              <SentRow person={person} onWithdraw={() => withdraw(person)} onBlocked={keepFocus} />
            </Contained>
          ))}
        </ul>
      </ListFrame>
    </section>
  )
}

function SentRow({
  person,
  onWithdraw,
  onBlocked,
}: {
  person: Requester
  onWithdraw: () => void
  onBlocked: () => void
}) {
  const nameId = useId()
  return (
    <PersonRow
      person={person}
      nameId={nameId}
      date={person.requestedAt}
      common={friendsTexts.inCommon(person)}
    >
      <Button variant="quiet" size="small" aria-describedby={nameId} onClick={onWithdraw}>
        {friendsTexts.withdraw}
      </Button>
      <PersonMenu
        person={{ uid: person.uid, name: person.displayName }}
        nameId={nameId}
        size="small"
        onBlocked={onBlocked}
      />
    </PersonRow>
  )
}
