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
import { LatestConversations } from '../chat/conversations-card.tsx'
import { RecentMessages } from '../chat/recent-messages.tsx'
import { NextEventCard } from '../events/next-event-card.tsx'
import { friendCountsQuery } from '../friends/friends.queries.ts'
import { instanceName } from '../platform/instance.ts'
import { useMember } from '../platform/member.ts'
import { memberScreens, type menuScreens } from '../screens.ts'
import { Contained } from '../ui/error-boundary.tsx'
import { Screen } from '../ui/screen.tsx'
import { showToast } from '../ui/toast.tsx'
import { CommunityNeeds } from './community-needs.tsx'
import { FirstSteps } from './first-steps.tsx'
import styles from './home.module.css'
import { homeTexts } from './home.texts.it.ts'

/** Where a member arrives. */
export function HomeScreen() {
  const member = useMember()
  const { incomingRequests = 0, friends } = useQuery(friendCountsQuery).data ?? {}
  return (
    <Screen
      title={homeTexts.title}
      heading={homeTexts.greeting(<bdi key="name">{member.displayName}</bdi>)}
      route="home"
    >
      <Contained>
        <FirstSteps />
      </Contained>
      <div className={styles.cards}>
        <Contained>
          <RecentMessages hasFriends={friends !== 0} />
        </Contained>
        <Contained>
          <NextEventCard />
        </Contained>
      </div>
      <Contained>
        <LatestConversations />
      </Contained>
      <section aria-label={homeTexts.actions} className={styles.actions}>
        <ActionLink screen={memberScreens.profile} hint={homeTexts.profileHint}>
          <IconUser aria-hidden="true" />
        </ActionLink>
        <ActionLink screen={memberScreens.events} hint={homeTexts.eventsHint}>
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
        <ActionLink screen={memberScreens.publicChat} name={homeTexts.chat} hint={homeTexts.chatHint}>
          <IconMessages aria-hidden="true" />
        </ActionLink>
        <ActionLink
          screen={memberScreens.friends}
          hint={incomingRequests ? homeTexts.incomingRequests(incomingRequests) : homeTexts.friendsHint}
        >
          <IconUsers aria-hidden="true" />
        </ActionLink>
        <ActionLink screen={memberScreens.settings} hint={homeTexts.settingsHint}>
          <IconSettings aria-hidden="true" />
        </ActionLink>
      </section>
      <section className={styles.about} aria-labelledby="about">
        <h2 id="about">{homeTexts.about(instanceName)}</h2>
        <ul>
          {homeTexts.points.map(([name, text]) => (
            <li key={name}>
              <strong>{name}</strong>
              <span>{`: ${text}`}</span>
            </li>
          ))}
        </ul>
      </section>
      {/* At the end, where it moves nothing when it comes. */}
      <Contained>
        <CommunityNeeds />
      </Contained>
    </Screen>
  )
}

function ActionLink({
  screen,
  name = screen.name,
  hint,
  children,
}: {
  screen: (typeof menuScreens)[number]
  name?: string
  hint: string
  children: ReactNode
}) {
  const hintId = useId()
  return (
    <Link to={screen.path} className={styles.action} aria-label={name} aria-describedby={hintId}>
      {children}
      <strong>{name}</strong>
      <span id={hintId}>{hint}</span>
    </Link>
  )
}
