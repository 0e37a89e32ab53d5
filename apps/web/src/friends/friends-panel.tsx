import type { Friend } from '@covo/contract/friends/friends.routes'
import { useDebouncedValue } from '@mantine/hooks'
import { IconMessage2 } from '@tabler/icons-react'
import { useInfiniteQuery, useQuery } from '@tanstack/react-query'
import { useId } from 'react'
import { useRemoveFriend } from '../platform/friendship.ts'
import { useMember } from '../platform/member.ts'
import { useOnlineFriends } from '../platform/presence.ts'
import { Button } from '../ui/button.tsx'
import { EmptyState } from '../ui/empty-state.tsx'
import { Contained } from '../ui/error-boundary.tsx'
import { personTexts, removeErrors } from '../ui/person.texts.it.ts'
import { PersonMenu } from '../ui/person-menu.tsx'
import { SearchBox } from '../ui/search-box.tsx'
import { showToast } from '../ui/toast.tsx'
import styles from './friends.module.css'
import { friendCountsQuery, friendListQuery, typingPause } from './friends.queries.ts'
import { friendsTexts, listErrors } from './friends.texts.it.ts'
import { InviteSomebody } from './invite-somebody.tsx'
import { ListFrame, PersonRow } from './people-list.tsx'
import { showFailure } from './show-failure.ts'
import { useOpenChat } from './use-open-chat.ts'
import { useReportedFailure } from './use-reported-failure.ts'

/** The member's friends, with the way into each private chat. `keepFocus` is called before a row goes away. */
export function FriendsPanel({
  text,
  onTextChange,
  onFailure,
  keepFocus,
  onSearch,
}: {
  text: string
  onTextChange: (text: string) => void
  onFailure: (failure: string) => void
  keepFocus: () => void
  onSearch: () => void
}) {
  const [search] = useDebouncedValue(text.trim(), typingPause)
  const list = useInfiniteQuery(friendListQuery(search))
  useReportedFailure(list, listErrors, onFailure)
  const { uid: ownId } = useMember()
  const chat = useOpenChat(ownId, onFailure)
  const removal = useRemoveFriend()
  const friends = list.data?.pages.flatMap(({ people }) => people)
  const online = useOnlineFriends()
  const isAlone = useQuery(friendCountsQuery).data?.isAlone

  async function remove(uid: string) {
    if (removal.isPending) return
    keepFocus()
    try {
      await removal.mutateAsync(uid)
      showToast('done', personTexts.removed)
    } catch (error) {
      showFailure(error, removeErrors, onFailure)
    }
  }

  return (
    <>
      <SearchBox
        className={styles.search}
        label={friendsTexts.filterBox}
        text={text}
        onChange={onTextChange}
      />
      <ListFrame list={list} isBusy={chat.isPending || removal.isPending}>
        {friends && friends.length > 0 && (
          <ul className={styles.list}>
            {friends.map((friend) => (
              <Contained as="li" key={friend.uid}>
                <FriendRow
                  friend={friend}
                  isOnline={online.has(friend.uid)}
                  onMessage={() => chat.open(friend.uid)}
                  onRemove={() => void remove(friend.uid)}
                  onBlocked={keepFocus}
                />
              </Contained>
            ))}
          </ul>
        )}
        {friends?.length === 0 &&
          (search ? (
            <EmptyState text={friendsTexts.noFriendsFound} />
          ) : (
            <EmptyState text={friendsTexts.noFriends}>
              {isAlone ? (
                <InviteSomebody />
              ) : (
                <Button variant="soft" onClick={onSearch}>
                  {friendsTexts.search}
                </Button>
              )}
            </EmptyState>
          ))}
      </ListFrame>
    </>
  )
}

function FriendRow({
  friend,
  isOnline,
  onMessage,
  onRemove,
  onBlocked,
}: {
  friend: Friend
  isOnline: boolean
  onMessage: () => void
  onRemove: () => void
  onBlocked: () => void
}) {
  const nameId = useId()
  return (
    <PersonRow person={friend} nameId={nameId} isOnline={isOnline} email={friend.email}>
      <Button variant="quiet" size="small" aria-describedby={nameId} onClick={onMessage}>
        <IconMessage2 aria-hidden="true" />
        {friendsTexts.message}
      </Button>
      <PersonMenu
        person={{ uid: friend.uid, name: friend.displayName }}
        nameId={nameId}
        size="small"
        onRemove={onRemove}
        onBlocked={onBlocked}
      />
    </PersonRow>
  )
}
