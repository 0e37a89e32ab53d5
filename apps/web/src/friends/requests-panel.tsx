import type { Requester } from '@covo/contract/friends/friends.routes'
import { IconCheck } from '@tabler/icons-react'
import { useInfiniteQuery } from '@tanstack/react-query'
import { useId } from 'react'
import { useMember } from '../platform/member.ts'
import { Button } from '../ui/button.tsx'
import { EmptyState } from '../ui/empty-state.tsx'
import { Contained } from '../ui/error-boundary.tsx'
import { PersonMenu } from '../ui/person-menu.tsx'
import { showFriendToast } from './friend-toast.tsx'
import styles from './friends.module.css'
import { requestListQuery } from './friends.queries.ts'
import { acceptErrors, friendsTexts, listErrors, rejectErrors } from './friends.texts.it.ts'
import { ListFrame, PersonRow } from './people-list.tsx'
import { SentRequests } from './sent-requests.tsx'
import { showFailure } from './show-failure.ts'
import { useAnswerRequest } from './use-answer-request.ts'
import { useOpenChat } from './use-open-chat.ts'
import { useReportedFailure } from './use-reported-failure.ts'

/** The requests that wait for the member's answer, and the own ones below. `keepFocus` is called before the pressed button goes away. */
export function RequestsPanel({
  onFailure,
  keepFocus,
  onSearch,
}: {
  onFailure: (failure: string) => void
  keepFocus: () => void
  onSearch: () => void
}) {
  const list = useInfiniteQuery(requestListQuery)
  useReportedFailure(list, listErrors, onFailure)
  const accept = useAnswerRequest('accept')
  const reject = useAnswerRequest('reject')
  const { uid: ownId } = useMember()
  const chat = useOpenChat(ownId, onFailure)
  const isBusy = accept.isPending || reject.isPending
  const requesters = list.data?.pages.flatMap(({ people }) => people)

  async function answer({ uid, displayName }: Requester, how: typeof accept, errors: typeof acceptErrors) {
    if (isBusy) return
    keepFocus()
    try {
      await how.mutateAsync(uid)
      if (how === accept)
        showFriendToast(
          friendsTexts.befriended(<bdi key="name">{displayName}</bdi>),
          chat.pathOf(uid),
          () => void chat.open(uid),
        )
    } catch (error) {
      showFailure(error, errors, onFailure)
    }
  }

  return (
    <>
      <ListFrame list={list} isBusy={isBusy}>
        {requesters && requesters.length > 0 && (
          <>
            <ul className={styles.list}>
              {requesters.map((requester) => (
                <Contained as="li" key={requester.uid}>
                  <RequestRow
                    requester={requester}
                    onAccept={() => answer(requester, accept, acceptErrors)}
                    onReject={() => answer(requester, reject, rejectErrors)}
                    onBlocked={keepFocus}
                  />
                </Contained>
              ))}
            </ul>
            <p className={styles.hint}>{friendsTexts.requestsHint}</p>
          </>
        )}
        {requesters?.length === 0 && (
          <EmptyState text={friendsTexts.noRequests}>
            <Button variant="soft" onClick={onSearch}>
              {friendsTexts.search}
            </Button>
          </EmptyState>
        )}
      </ListFrame>
      <SentRequests onFailure={onFailure} keepFocus={keepFocus} />
    </>
  )
}

function RequestRow({
  requester,
  onAccept,
  onReject,
  onBlocked,
}: {
  requester: Requester
  onAccept: () => void
  onReject: () => void
  onBlocked: () => void
}) {
  const nameId = useId()
  return (
    <PersonRow
      person={requester}
      nameId={nameId}
      date={requester.requestedAt}
      common={friendsTexts.inCommon(requester)}
    >
      <Button variant="quiet" size="small" aria-describedby={nameId} onClick={onReject}>
        {friendsTexts.reject}
      </Button>
      <Button variant="soft" size="small" aria-describedby={nameId} onClick={onAccept}>
        <IconCheck aria-hidden="true" />
        {friendsTexts.accept}
      </Button>
      <PersonMenu
        person={{ uid: requester.uid, name: requester.displayName }}
        nameId={nameId}
        size="small"
        onBlocked={onBlocked}
      />
    </PersonRow>
  )
}
