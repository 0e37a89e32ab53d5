import type { OwnRooms, PrivateChat } from '@covo/contract/chat/chat.routes'
import { privateChatPageSize } from '@covo/contract/chat/chat.rules'
import { useInfiniteQuery } from '@tanstack/react-query'
import { type ReactNode, useId, useState } from 'react'
import { memberScreens } from '../screens.ts'
import { Button, ButtonLink } from '../ui/button.tsx'
import { Contained } from '../ui/error-boundary.tsx'
import { InlineAlert } from '../ui/inline-alert.tsx'
import { LoadFailure } from '../ui/load-failure.tsx'
import { privateChatsQuery } from './chat.queries.ts'
import { conversationsTexts } from './chat.texts.it.ts'
import { ChatRow } from './chat-row.tsx'
import styles from './conversations-card.module.css'
import { RoomRow } from './room-row.tsx'
import { Skeletons } from './skeletons.tsx'
import { useOwnRooms } from './use-own-rooms.ts'

/** Conversations that are shown before more are asked for; the card keeps the room of so many when it has to fetch them. */
const shownAtFirst = 3

/** The member's private conversations, the newest first: some, and as many more as are asked for; and the rooms of their events. */
export function Conversations() {
  const list = useInfiniteQuery(privateChatsQuery)
  const [shown, setShown] = useState(shownAtFirst)
  const chats = chatsOf(list)
  const hasMore = list.hasNextPage || (chats?.length ?? 0) > shown

  function showMore() {
    const next = shown + privateChatPageSize
    setShown(next)
    if (list.hasNextPage && (chats?.length ?? 0) < next) void list.fetchNextPage()
  }

  return (
    <Card list={list} chats={chats?.slice(0, shown)}>
      {hasMore && (
        <Button size="small" busy={list.isFetchingNextPage} onClick={showMore}>
          {conversationsTexts.more}
        </Button>
      )}
    </Card>
  )
}

/** The newest of them, with the way to the others. */
export function LatestConversations() {
  const list = useInfiniteQuery(privateChatsQuery)
  const chats = chatsOf(list)
  return (
    <Card list={list} chats={chats?.slice(0, shownAtFirst)}>
      {chats && chats.length > shownAtFirst && (
        <ButtonLink size="small" to={memberScreens.friends.path}>
          {conversationsTexts.all}
        </ButtonLink>
      )}
    </Card>
  )
}

type List = {
  data: { pages: { chats: PrivateChat[] }[] } | undefined
  isError: boolean
  isFetchNextPageError: boolean
  refetch: () => unknown
}

function chatsOf({ data }: List): PrivateChat[] | undefined {
  return data?.pages.flatMap(({ chats }) => chats)
}

function Card({
  list,
  chats,
  children,
}: {
  list: List
  chats: PrivateChat[] | undefined
  /** The way to more of them. */
  children: ReactNode
}) {
  const headingId = useId()
  const { rooms, isPending } = useOwnRooms()
  // Together, so that nothing moves down when the other comes.
  const isAwaited = !chats || isPending
  const [wasAwaited] = useState(isAwaited)
  return (
    <section className={styles.card} aria-labelledby={headingId}>
      <div className={styles.head}>
        <h2 id={headingId}>{conversationsTexts.heading}</h2>
        {children}
      </div>
      <div className={styles.content} data-awaited={wasAwaited}>
        <Content list={list} chats={chats} rooms={rooms} isAwaited={isAwaited} />
      </div>
    </section>
  )
}

function Content({
  list,
  chats,
  rooms,
  isAwaited,
}: {
  list: List
  chats: PrivateChat[] | undefined
  rooms: OwnRooms['rooms']
  isAwaited: boolean
}) {
  if (!chats && list.isError) return <LoadFailure text={conversationsTexts.failed} onRetry={list.refetch} />
  if (!chats || isAwaited) return <Skeletons />
  if (chats.length + rooms.length === 0) return <p className={styles.empty}>{conversationsTexts.empty}</p>
  return (
    <>
      <ul>
        {chats.map((chat) => (
          <li key={chat.conversationId}>
            <Contained>
              <ChatRow chat={chat} isUnread={chat.isUnread} isLastOwn={chat.isLastOwn} />
            </Contained>
          </li>
        ))}
        {rooms.map((room) => (
          <li key={room.conversationId}>
            <Contained>
              <RoomRow room={room} />
            </Contained>
          </li>
        ))}
      </ul>
      {list.isFetchNextPageError && <InlineAlert kind="error">{conversationsTexts.failed}</InlineAlert>}
    </>
  )
}
