import {
  type Icon,
  IconCalendarEvent,
  IconHome2,
  IconMessages,
  IconSettings,
  IconUser,
  IconUsers,
} from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useId } from 'react'
import { Link, matchPath, useLocation } from 'react-router'
import { unreadQuery } from '../chat/chat.queries.ts'
import { friendCountsQuery } from '../friends/friends.queries.ts'
import { useLiveState } from '../platform/live.ts'
import { memberScreens, menuScreens } from '../screens.ts'
import styles from './shell.module.css'
import { shellTexts } from './shell.texts.it.ts'

const { friends, home, privateChat } = memberScreens
/** Apart from the table of screens, which every visitor loads. */
const icons: Record<(typeof menuScreens)[number]['name'], Icon> = {
  Home: IconHome2,
  Profilo: IconUser,
  Eventi: IconCalendarEvent,
  'Chat Generale': IconMessages,
  Amici: IconUsers,
  Impostazioni: IconSettings,
}

/** The entries: at the side, or at the foot of a narrow window. */
export function Menu() {
  const { pathname } = useLocation()
  const current = entryOf(pathname)
  const live = useLiveState()
  const requests = useQuery(friendCountsQuery).data?.incomingRequests ?? 0
  const unread = useQuery(unreadQuery).data?.total ?? 0
  const waitingId = useId()
  return (
    <nav className={styles.menu} aria-label={shellTexts.menu}>
      <ul>
        {menuScreens.map((entry) => {
          const Icon = icons[entry.name]
          return (
            <li key={entry.path}>
              <Link
                to={entry.path}
                aria-current={entry === current ? 'page' : undefined}
                aria-describedby={entry === friends ? waitingId : undefined}
              >
                <Icon aria-hidden="true" />
                {entry.name}
                {entry === friends && (
                  <span className={styles.marks} aria-hidden="true">
                    {unread > 0 && <span className={styles.dot} />}
                    {requests > 0 && <span className={styles.figure}>{requests}</span>}
                  </span>
                )}
              </Link>
            </li>
          )
        })}
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

/** A private chat belongs to the friends. */
function entryOf(path: string) {
  if (matchPath(privateChat.path, path)) return friends
  return menuScreens.find((entry) => matchPath(entry.path, path)) ?? home
}
