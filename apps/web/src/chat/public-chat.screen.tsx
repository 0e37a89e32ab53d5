import { publicRoomId } from '@covo/contract/chat/chat.rules'
import { useMediaQuery } from '@mantine/hooks'
import { useMember } from '../platform/member.ts'
import { Screen } from '../ui/screen.tsx'
import { chatTexts } from './chat.texts.it.ts'
import { ConversationPanel } from './conversation-panel.tsx'
import { authorsOf } from './mentions.ts'
import styles from './public-chat.module.css'
import { SearchButton } from './search-button.tsx'
import { useConversation } from './use-conversation.ts'

/** The one room of the whole community. */
export function PublicChatScreen() {
  const member = useMember()
  const isWide = useMediaQuery('(width >= 75em)', undefined, { getInitialValueInEffect: false })
  const { conversation, view } = useConversation(publicRoomId, member.uid)
  return (
    <Screen title={chatTexts.title} route="chat-generale" lead={chatTexts.lead} className={styles.screen}>
      <div className={styles.columns}>
        <aside className={styles.aside}>
          <section className={styles.card} aria-labelledby="room">
            <h2 id="room">{chatTexts.room}</h2>
            <p className={styles.count}>
              {view.history &&
                (view.history.head === 0
                  ? chatTexts.noMessages
                  : chatTexts.activeUsers(view.history.authorCount))}
            </p>
          </section>
          <SearchButton
            conversationId={publicRoomId}
            people={() => authorsOf(view.history?.messages ?? [], member.uid)}
          />
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
        <ConversationPanel conversationId={publicRoomId} conversation={conversation} view={view} />
      </div>
    </Screen>
  )
}

function RuleList() {
  return (
    <ol>
      {chatTexts.ruleList.map((rule) => (
        <li key={rule}>{rule}</li>
      ))}
    </ol>
  )
}
