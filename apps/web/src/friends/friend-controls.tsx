import type { FoundPerson } from '@covo/contract/friends/friends.routes'
import { isBot } from '@covo/contract/is-bot'
import type { Relation } from '@covo/contract/profiles/profiles.routes'
import { IconCheck, IconMessage2, IconUserPlus } from '@tabler/icons-react'
import { useId } from 'react'
import { useRemoveFriend } from '../platform/friendship.ts'
import { useMember } from '../platform/member.ts'
import { Button } from '../ui/button.tsx'
import { personTexts, removeErrors } from '../ui/person.texts.it.ts'
import { PersonMenu } from '../ui/person-menu.tsx'
import { showToast } from '../ui/toast.tsx'
import styles from './friends.module.css'
import { acceptErrors, friendsTexts, rejectErrors, sendErrors, withdrawErrors } from './friends.texts.it.ts'
import { RelationLabel } from './relation-label.tsx'
import { showFailure } from './show-failure.ts'
import { useAnswerRequest, useWithdrawRequest } from './use-answer-request.ts'
import { useOpenChat } from './use-open-chat.ts'
import { useSendRequest } from './use-send-request.ts'

/**
 * The actions on friendship with a member, by the relation of the two. `onChanged` resolves when the page shows the
 * outcome.
 */
export function FriendControls({
  person,
  relation,
  onChanged,
}: {
  person: FoundPerson
  relation: Relation
  onChanged: () => Promise<unknown>
}) {
  const send = useSendRequest('')
  const accept = useAnswerRequest('accept')
  const reject = useAnswerRequest('reject')
  const withdrawal = useWithdrawRequest()
  const removal = useRemoveFriend()
  const { uid: ownId } = useMember()
  const chat = useOpenChat(ownId, fail)
  const nameId = useId()
  const isBusy = [send, accept, reject, withdrawal, removal].some(({ isPending }) => isPending)

  async function act(
    change: () => Promise<unknown>,
    errors: Record<string, string> & { fallback: string },
    done?: string,
  ) {
    if (isBusy) return
    try {
      await change()
      if (done) showToast('done', done)
    } catch (error) {
      showFailure(error, errors, fail)
    }
    // After a refusal too: the relation is another one than the page shows.
    await onChanged()
  }

  const { uid } = person
  return (
    <div className={styles.controls}>
      {relation === 'none' && !isBot(uid) && (
        <Button
          variant="primary"
          busy={send.isPending}
          onClick={() => act(() => send.mutateAsync(person), sendErrors, friendsTexts.sent)}
        >
          <IconUserPlus aria-hidden="true" />
          {friendsTexts.add}
        </Button>
      )}
      {relation === 'outgoing' && (
        <>
          <RelationLabel areFriends={false} />
          <Button
            variant="quiet"
            busy={withdrawal.isPending}
            onClick={() => act(() => withdrawal.mutateAsync(uid), withdrawErrors)}
          >
            {friendsTexts.withdraw}
          </Button>
        </>
      )}
      {relation === 'incoming' && (
        <>
          <Button
            variant="quiet"
            busy={reject.isPending}
            onClick={() => act(() => reject.mutateAsync(uid), rejectErrors)}
          >
            {friendsTexts.reject}
          </Button>
          <Button
            variant="soft"
            busy={accept.isPending}
            onClick={() => act(() => accept.mutateAsync(uid), acceptErrors)}
          >
            <IconCheck aria-hidden="true" />
            {friendsTexts.accept}
          </Button>
        </>
      )}
      {relation === 'friends' && (
        <Button variant="quiet" busy={chat.isPending} onClick={() => chat.open(uid)}>
          <IconMessage2 aria-hidden="true" />
          {friendsTexts.message}
        </Button>
      )}
      <PersonMenu
        person={{ uid, name: person.displayName }}
        nameId={nameId}
        isBusy={removal.isPending}
        isOnProfile
        onRemove={
          relation === 'friends'
            ? () => act(() => removal.mutateAsync(uid), removeErrors, personTexts.removed)
            : undefined
        }
        onBlocked={onChanged}
      />
      <p id={nameId} hidden>
        {person.displayName}
      </p>
    </div>
  )
}

function fail(failure: string) {
  showToast('failed', friendsTexts.error(failure))
}
