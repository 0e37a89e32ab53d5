import type { Partner } from '@covo/contract/chat/chat.routes'
import { partnerOf } from '@covo/contract/chat/chat.rules'
import { useQuery } from '@tanstack/react-query'
import { type ReactNode, useId } from 'react'
import { useParams } from 'react-router'
import { describeError } from '../platform/api.ts'
import { blockTexts } from '../platform/blocks.texts.it.ts'
import { useRemoveFriend } from '../platform/friendship.ts'
import { useMember } from '../platform/member.ts'
import { useOnlineFriends } from '../platform/presence.ts'
import { memberScreens } from '../screens.ts'
import { Avatar } from '../ui/avatar.tsx'
import { BackLink } from '../ui/back-link.tsx'
import { useUnblock } from '../ui/block-dialog.tsx'
import { Button } from '../ui/button.tsx'
import { LoadFailure } from '../ui/load-failure.tsx'
import { Online } from '../ui/online.tsx'
import { personTexts, removeErrors } from '../ui/person.texts.it.ts'
import { PersonLink } from '../ui/person-link.tsx'
import { PersonMenu } from '../ui/person-menu.tsx'
import { contentId, useScreenTitle } from '../ui/screen.tsx'
import { showToast } from '../ui/toast.tsx'
import { partnerQuery } from './chat.queries.ts'
import { chatTexts, closedTexts, partnerErrors } from './chat.texts.it.ts'
import { ConversationPanel } from './conversation-panel.tsx'
import styles from './private-chat.module.css'
import { SearchButton } from './search-button.tsx'
import { useConversation } from './use-conversation.ts'
import { useMarkRead } from './use-mark-read.ts'

/** A conversation of two. Nothing of it is asked for before the server has named the partner. */
export function PrivateChatScreen() {
  const { chatId = '' } = useParams()
  const { uid: ownId } = useMember()
  const isOwn = partnerOf(chatId, ownId) !== null
  const { data: partner, error, refetch } = useQuery({ ...partnerQuery(chatId), enabled: isOwn })
  const online = useOnlineFriends()
  const removal = useRemoval()
  const heading = useScreenTitle(partner?.displayName ?? chatTexts.privateTitle)
  const nameId = useId()
  const hasFailed = !isOwn || (error !== null && !partner)
  return (
    <main className={styles.screen}>
      <header className={styles.head}>
        <BackLink to={memberScreens.friends.path}>{personTexts.backToFriends}</BackLink>
        <div className={styles.partner}>
          {partner && (
            <PersonLink uid={partner.uid} isDecoration>
              <Avatar
                size="large"
                person={{ uid: partner.uid, name: partner.displayName, photoURL: partner.photoURL }}
              />
            </PersonLink>
          )}
          <h1
            ref={heading}
            id={contentId}
            tabIndex={-1}
            className={partner || hasFailed ? undefined : 'visually-hidden'}
          >
            {partner ? (
              <PersonLink uid={partner.uid}>
                <bdi id={nameId}>{partner.displayName}</bdi>
              </PersonLink>
            ) : (
              chatTexts.privateTitle
            )}
          </h1>
          {partner && online.has(partner.uid) && <Online />}
          {partner && <SearchButton conversationId={chatId} people={() => [partner]} />}
          {partner && partner.writing !== 'gone' && (
            <PersonMenu
              person={{ uid: partner.uid, name: partner.displayName }}
              nameId={nameId}
              isBusy={removal.isPending}
              isBlocked={partner.writing === 'blocked_by_me'}
              onRemove={partner.writing === 'open' ? () => removal.mutate(partner.uid) : undefined}
            />
          )}
        </div>
      </header>
      {hasFailed && (
        <LoadFailure
          text={isOwn ? describeError(error, partnerErrors) : partnerErrors['chat.partner_invalid']}
          onRetry={isOwn ? refetch : undefined}
        />
      )}
      {partner && (
        <PrivateConversation
          key={chatId}
          conversationId={chatId}
          ownId={ownId}
          partner={partner}
          closed={closedBecause(partner)}
        />
      )}
    </main>
  )
}

/** Ends the friendship, and shows the outcome. */
function useRemoval() {
  const { mutate, isPending } = useRemoveFriend()
  return {
    isPending,
    mutate: (uid: string) =>
      mutate(uid, {
        onSuccess: () => showToast('done', personTexts.removed),
        onError: (error) => showToast('failed', describeError(error, removeErrors)),
      }),
  }
}

/** Why one can't write to the partner; null where one can. */
function closedBecause(partner: Partner): ReactNode {
  const { writing } = partner
  return writing === 'blocked_by_me' ? <Blocked partner={partner} /> : closedTexts[writing]
}

function Blocked({ partner: { uid, displayName } }: { partner: Partner }) {
  const { unblock, isPending } = useUnblock({ uid, name: displayName })
  return (
    <>
      <span>{chatTexts.blocked(<bdi key="name">{displayName}</bdi>)}</span>{' '}
      <Button size="small" busy={isPending} onClick={unblock}>
        {blockTexts.unblock}
      </Button>
    </>
  )
}

function PrivateConversation({
  conversationId,
  ownId,
  partner,
  closed,
}: {
  conversationId: string
  ownId: string
  partner: Partner
  closed: ReactNode
}) {
  const { conversation, view } = useConversation(conversationId, ownId)
  const markRead = useMarkRead(conversationId, view)
  return (
    <ConversationPanel
      conversationId={conversationId}
      conversation={conversation}
      view={view}
      onSeen={markRead}
      people={() => [{ ...partner, isFriend: partner.writing === 'open' }]}
      closed={closed}
    />
  )
}
