import { privateConversationId } from '@covo/contract/chat/chat.rules'
import type { Friend } from '@covo/contract/friends/friends.routes'
import { useDebouncedValue } from '@mantine/hooks'
import { IconMessage2 } from '@tabler/icons-react'
import { useInfiniteQuery, useMutation } from '@tanstack/react-query'
import { useId } from 'react'
import { useNavigate } from 'react-router'
import { api, call } from '../platform/api.ts'
import { useMember } from '../platform/member.ts'
import { isOffline } from '../platform/offline.ts'
import { privateChatPath } from '../screens.ts'
import { Button } from '../ui/button.tsx'
import { EmptyState } from '../ui/empty-state.tsx'
import styles from './friends.module.css'
import { friendListQuery, typingPause } from './friends.queries.ts'
import { friendsTexts, listErrors, openChatErrors } from './friends.texts.it.ts'
import { ListFrame, PersonRow } from './people-list.tsx'
import { SearchBox } from './search-box.tsx'
import { showFailure } from './show-failure.ts'
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
  const { uid: ownId } = useMember()
  const navigate = useNavigate()
  const [search] = useDebouncedValue(text.trim(), typingPause)
  const list = useInfiniteQuery(friendListQuery(search))
  useReportedFailure(list, listErrors, onFailure)
  const chat = useMutation({
    mutationFn: (uid: string) => call(api.api.chat.private.$post({ json: { uid } })),
  })
  const friends = list.data?.pages.flatMap(({ people }) => people)

  async function openChat({ uid }: Friend) {
    if (chat.isPending) return
    if (!uid) return onFailure(friendsTexts.partnerMissing)
    // The server would create it where it isn't yet; what was last seen of it is shown without.
    if (isOffline()) return navigate(privateChatPath(privateConversationId(ownId, uid)))
    try {
      const { conversationId } = await chat.mutateAsync(uid)
      await navigate(privateChatPath(conversationId))
    } catch (error) {
      showFailure(error, openChatErrors, onFailure)
    }
  }

  return (
    <>
      <SearchBox label={friendsTexts.filterBox} text={text} onChange={onTextChange} />
      <ListFrame list={list} isBusy={chat.isPending}>
        {friends && friends.length > 0 && (
          <ul className={styles.list}>
            {friends.map((friend) => (
              <FriendRow key={friend.uid} friend={friend} onMessage={() => openChat(friend)} />
            ))}
          </ul>
        )}
        {friends?.length === 0 &&
          (search ? (
            <EmptyState text={friendsTexts.noFriendsFound} />
          ) : (
            <EmptyState text={friendsTexts.noFriends}>
              <Button variant="soft" onClick={onSearch}>
                {friendsTexts.search}
              </Button>
            </EmptyState>
          ))}
      </ListFrame>
    </>
  )
}

function FriendRow({ friend, onMessage }: { friend: Friend; onMessage: () => void }) {
  const nameId = useId()
  return (
    <PersonRow person={friend} nameId={nameId} email={friend.email}>
      <Button variant="quiet" size="small" aria-describedby={nameId} onClick={onMessage}>
        <IconMessage2 aria-hidden="true" />
        {friendsTexts.message}
      </Button>
    </PersonRow>
  )
}
