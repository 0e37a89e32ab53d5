import {
  IconCalendarEvent,
  IconMessages,
  IconSettings,
  IconSparkles,
  IconUser,
  IconUsers,
} from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { type ReactNode, useId } from 'react'
import { Link } from 'react-router'
import { RecentMessages } from '../chat/recent-messages.tsx'
import { NextEventCard } from '../events/next-event-card.tsx'
import { friendCountsQuery } from '../friends/friends.queries.ts'
import { instanceName } from '../platform/instance.ts'
import { useMember } from '../platform/member.ts'
import { Screen } from '../ui/screen.tsx'
import { showToast } from '../ui/toast.tsx'
import styles from './home.module.css'
import { homeTexts } from './home.texts.it.ts'

/** Where a member arrives. */
export function HomeScreen() {
  const member = useMember()
  const incomingRequests = useQuery(friendCountsQuery).data?.incomingRequests ?? 0
  return (
    <Screen
      title={homeTexts.title}
      heading={homeTexts.greeting(<bdi key="name">{member.displayName}</bdi>)}
      route="home"
    >
      <div className={styles.cards}>
        <RecentMessages />
        <NextEventCard />
      </div>
      <section aria-label={homeTexts.actions} className={styles.actions}>
        <ActionLink to="/app/profilo" name={homeTexts.profile} hint={homeTexts.profileHint}>
          <IconUser aria-hidden="true" />
        </ActionLink>
        <ActionLink to="/app/eventi" name={homeTexts.events} hint={homeTexts.eventsHint}>
          <IconCalendarEvent aria-hidden="true" />
        </ActionLink>
        <button
          type="button"
          className={styles.action}
          aria-label={homeTexts.news}
          aria-describedby="news-hint"
          onClick={() => showToast('info', homeTexts.newsAlert)}
        >
          <IconSparkles aria-hidden="true" />
          <strong>{homeTexts.news}</strong>
          <span id="news-hint">{homeTexts.newsHint}</span>
        </button>
        <ActionLink to="/app/chat-generale" name={homeTexts.chat} hint={homeTexts.chatHint}>
          <IconMessages aria-hidden="true" />
        </ActionLink>
        <ActionLink
          to="/app/amici"
          name={homeTexts.friends}
          hint={incomingRequests ? homeTexts.incomingRequests(incomingRequests) : homeTexts.friendsHint}
        >
          <IconUsers aria-hidden="true" />
        </ActionLink>
        <ActionLink to="/app/impostazioni" name={homeTexts.settings} hint={homeTexts.settingsHint}>
          <IconSettings aria-hidden="true" />
        </ActionLink>
      </section>
      <section className={styles.about} aria-labelledby="about">
        <h2 id="about">{homeTexts.about(instanceName)}</h2>
        <ul>
          {homeTexts.points.map(([name, text]) => (
            <li key={name}>
              <strong>{name}</strong>: {text}
            </li>
          ))}
        </ul>
      </section>
    </Screen>
  )
}

function ActionLink({
  to,
  name,
  hint,
  children,
}: {
  to: string
  name: string
  hint: string
  children: ReactNode
}) {
  const hintId = useId()
  return (
    <Link to={to} className={styles.action} aria-label={name} aria-describedby={hintId}>
      {children}
      <strong>{name}</strong>
      <span id={hintId}>{hint}</span>
    </Link>
  )
}
