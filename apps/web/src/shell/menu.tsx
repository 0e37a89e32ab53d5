import {
  IconCalendarEvent,
  IconHome2,
  IconMessages,
  IconSettings,
  IconUser,
  IconUsers,
} from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useId } from 'react'
import { Link, useLocation } from 'react-router'
import { unreadQuery } from '../chat/chat.queries.ts'
import { friendCountsQuery } from '../friends/friends.queries.ts'
import { useLiveState } from '../platform/live.ts'
import styles from './shell.module.css'
import { shellTexts } from './shell.texts.it.ts'

const home = { path: '/app/home', name: shellTexts.home, Icon: IconHome2 }
const friends = { path: '/app/amici', name: shellTexts.friends, Icon: IconUsers }
const entries = [
  home,
  { path: '/app/profilo', name: shellTexts.profile, Icon: IconUser },
  { path: '/app/eventi', name: shellTexts.events, Icon: IconCalendarEvent },
  { path: '/app/chat-generale', name: shellTexts.publicChat, Icon: IconMessages },
  friends,
  { path: '/app/impostazioni', name: shellTexts.settings, Icon: IconSettings },
]

/** The six entries: at the side, or at the foot of a narrow window. */
export function Menu() {
  const { pathname } = useLocation()
  const current = entryOf(pathname.toLowerCase())
  const live = useLiveState()
  const requests = useQuery(friendCountsQuery).data?.incomingRequests ?? 0
  const unread = useQuery(unreadQuery).data?.total ?? 0
  const waitingId = useId()
  return (
    <nav className={styles.menu} aria-label={shellTexts.menu}>
      <ul>
        {entries.map((entry) => (
          <li key={entry.path}>
            <Link
              to={entry.path}
              aria-current={entry === current ? 'page' : undefined}
              aria-describedby={entry === friends ? waitingId : undefined}
            >
              <entry.Icon aria-hidden="true" />
              {entry.name}
              {entry === friends && (
                <span className={styles.marks} aria-hidden="true">
                  {unread > 0 && <span className={styles.dot} />}
                  {requests > 0 && <span className={styles.figure}>{requests}</span>}
                </span>
              )}
            </Link>
          </li>
        ))}
      </ul>
      <p id={waitingId} hidden>
        {shellTexts.waiting(requests, unread)}
      </p>
      {live !== 'connecting' && (
        <p className={styles.live} data-state={live}>
          {shellTexts[live]}
        </p>
      )}
    </nav>
  )
}

function entryOf(path: string) {
  if (path.startsWith('/app/chat/')) return friends
  return entries.find((entry) => path === entry.path || path.startsWith(`${entry.path}/`)) ?? home
}
