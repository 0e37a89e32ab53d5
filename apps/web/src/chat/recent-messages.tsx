import { useQuery } from '@tanstack/react-query'
import { memberScreens, searchPeoplePath } from '../screens.ts'
import { ButtonLink } from '../ui/button.tsx'
import { EmptyState } from '../ui/empty-state.tsx'
import { Contained } from '../ui/error-boundary.tsx'
import { LoadFailure } from '../ui/load-failure.tsx'
import { unreadQuery } from './chat.queries.ts'
import { recentTexts } from './chat.texts.it.ts'
import { ChatRow } from './chat-row.tsx'
import styles from './recent-messages.module.css'
import { Skeletons } from './skeletons.tsx'

/** The private conversations in which something waits to be read, the newest first. A card of the home. */
export function RecentMessages({ hasFriends }: { hasFriends: boolean }) {
  const { data } = useQuery(unreadQuery)
  return (
    <section className={styles.card} aria-labelledby="recent-messages">
      <div className={styles.head}>
        <h2 id="recent-messages">{recentTexts.heading}</h2>
        {data && data.total > 0 && <p className={styles.count}>{recentTexts.unread(data.total)}</p>}
      </div>
      <div className={styles.content}>
        <Content hasFriends={hasFriends} />
      </div>
    </section>
  )
}

function Content({ hasFriends }: { hasFriends: boolean }) {
  const { data, isError, refetch } = useQuery(unreadQuery)
  if (!data && isError)
    return (
      <LoadFailure text={recentTexts.failed} onRetry={refetch}>
        <p className={styles.hint}>{recentTexts.failedHint}</p>
      </LoadFailure>
    )
  if (!data) return <Skeletons />
  if (data.chats.length === 0)
    return (
      <EmptyState text={recentTexts.empty}>
        <ButtonLink variant="soft" to={hasFriends ? memberScreens.friends.path : searchPeoplePath}>
          {hasFriends ? recentTexts.write : recentTexts.findFriend}
        </ButtonLink>
      </EmptyState>
    )
  return (
    <ul>
      {data.chats.map((chat) => (
        <li key={chat.conversationId}>
          <Contained>
            <ChatRow chat={chat} isUnread />
          </Contained>
        </li>
      ))}
    </ul>
  )
}
