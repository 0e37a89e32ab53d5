import type { Friend } from '@covo/contract/friends/friends.routes'
import { useDebouncedValue } from '@mantine/hooks'
import { IconMessage2 } from '@tabler/icons-react'
import { useInfiniteQuery, useQuery } from '@tanstack/react-query'
import { useId } from 'react'
import { useMember } from '../platform/member.ts'
import { useOnlineFriends } from '../platform/presence.ts'
import { Button } from '../ui/button.tsx'
import { EmptyState } from '../ui/empty-state.tsx'
import { SearchBox } from '../ui/search-box.tsx'
import styles from './friends.module.css'
import { friendCountsQuery, friendListQuery, typingPause } from './friends.queries.ts'
import { friendsTexts, listErrors } from './friends.texts.it.ts'
import { InviteSomebody } from './invite-somebody.tsx'
import { ListFrame, PersonRow } from './people-list.tsx'
import { useOpenChat } from './use-open-chat.ts'
import { useReportedFailure } from './use-reported-failure.ts'

/** The member's friends, with the way into each private chat. */
export function FriendsPanel({
  text,
  onTextChange,
  onFailure,
  onSearch,
}: {
  text: string
  onTextChange: (text: string) => void
  onFailure: (failure: string) => void
  onSearch: () => void
}) {
  const [search] = useDebouncedValue(text.trim(), typingPause)
  const list = useInfiniteQuery(friendListQuery(search))
  useReportedFailure(list, listErrors, onFailure)
  const { uid: ownId } = useMember()
  const chat = useOpenChat(ownId, onFailure)
  const friends = list.data?.pages.flatMap(({ people }) => people)
  const online = useOnlineFriends()
  const isAlone = useQuery(friendCountsQuery).data?.isAlone

  return (
    <>
      <SearchBox
        className={styles.search}
        label={friendsTexts.filterBox}
        text={text}
        onChange={onTextChange}
      />
      <ListFrame list={list} isBusy={chat.isPending}>
        {friends && friends.length > 0 && (
          <ul className={styles.list}>
            {friends.map((friend) => (
              <FriendRow
                key={friend.uid}
                friend={friend}
                isOnline={online.has(friend.uid)}
                onMessage={() => chat.open(friend.uid)}
              />
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
}: {
  friend: Friend
  isOnline: boolean
  onMessage: () => void
}) {
  const nameId = useId()
  return (
    <PersonRow person={friend} nameId={nameId} isOnline={isOnline} email={friend.email}>
      <Button variant="quiet" size="small" aria-describedby={nameId} onClick={onMessage}>
        <IconMessage2 aria-hidden="true" />
        {friendsTexts.message}
      </Button>
    </PersonRow>
  )
}
