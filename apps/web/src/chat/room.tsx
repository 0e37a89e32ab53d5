import { conversationKind, isReadByAll } from '@covo/contract/chat/chat.rules'
import { useMediaQuery } from '@mantine/hooks'
import type { ComponentProps, ReactNode } from 'react'
import { Link } from 'react-router'
import { useMember } from '../platform/member.ts'
import { openScreens } from '../screens.ts'
import { Screen } from '../ui/screen.tsx'
import { chatTexts } from './chat.texts.it.ts'
import { ConversationPanel } from './conversation-panel.tsx'
import { peopleOfRoom } from './mentions.ts'
import styles from './room.module.css'
import { SearchButton } from './search-button.tsx'
import { useConversation } from './use-conversation.ts'
import { useFriends } from './use-friends.ts'
import { useMarkRead } from './use-mark-read.ts'

type RoomScreenProps = Omit<ComponentProps<typeof Screen>, 'className' | 'children'> & {
  conversationId: string
  /** The room's name, above the number of those who wrote. */
  name: string
  /** Why nothing can be written there; left out where it can. */
  closed?: ReactNode
  /** What stands in the place of the box; left out where there is one. */
  instead?: ReactNode
  children?: ReactNode
}

/** The screen of a room, with its rules; the children stand between its heading and the messages. */
export function RoomScreen({
  conversationId,
  name,
  closed = null,
  instead = null,
  children,
  ...screen
}: RoomScreenProps) {
  const member = useMember()
  const isWide = useMediaQuery('(width >= 75em)', undefined, { getInitialValueInEffect: false })
  const { conversation, view } = useConversation(conversationId, member.uid)
  // Of the public room the device alone keeps the position.
  const markRead = useMarkRead(conversationId, view)
  const keepsPosition = conversationKind(conversationId) !== 'public'
  const friends = useFriends()
  const people = () =>
    peopleOfRoom(view.history?.messages ?? [], member.uid, friends, isReadByAll(conversationId))
  return (
    <Screen {...screen} className={styles.screen}>
      {children}
      <div className={styles.columns}>
        <aside className={styles.aside}>
          <section className={`${styles.card} ${styles.room}`} aria-labelledby="room">
            <h2 id="room">{name}</h2>
            <p className={styles.count}>
              {view.history &&
                (view.history.head === 0
                  ? chatTexts.noMessages
                  : chatTexts.activeUsers(view.history.authorCount))}
            </p>
            <SearchButton conversationId={conversationId} people={people} />
          </section>
          <section className={styles.card} aria-labelledby="rules">
            {isWide ? (
              <>
                <h2 id="rules">{chatTexts.rules}</h2>
                <RuleList />
              </>
            ) : (
              <details>
                <summary>
                  <h2 id="rules">{chatTexts.rules}</h2>
                </summary>
                <RuleList />
              </details>
            )}
          </section>
        </aside>
        <ConversationPanel
          conversationId={conversationId}
          conversation={conversation}
          view={view}
          people={people}
          {...(keepsPosition && { onSeen: markRead })}
          closed={closed}
          instead={instead}
        />
      </div>
    </Screen>
  )
}

function RuleList() {
  return (
    <div className={styles.rules}>
      <ol>
        {chatTexts.ruleList.map((rule) => (
          <li key={rule}>{rule}</li>
        ))}
      </ol>
      <Link to={openScreens.communityRules.path}>{chatTexts.allRules}</Link>
    </div>
  )
}
