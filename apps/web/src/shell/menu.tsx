import { useMediaQuery } from '@mantine/hooks'
import {
  type Icon,
  IconCalendarEvent,
  IconHome2,
  IconMessages,
  IconSearch,
  IconSettings,
  IconUser,
  IconUsers,
} from '@tabler/icons-react'
import { useInfiniteQuery, useQuery } from '@tanstack/react-query'
import { useId } from 'react'
import { Link, matchPath, useLocation } from 'react-router'
import { mentionsQuery, unreadQuery } from '../chat/chat.queries.ts'
import { mentionTexts } from '../chat/chat.texts.it.ts'
import { useHasRoomNews } from '../chat/use-has-room-news.ts'
import { friendCountsQuery } from '../friends/friends.queries.ts'
import { notificationsQuery } from '../notifications/notifications.queries.ts'
import { useEnabledAfterFirstScreen, useIsFirstScreenDrawn } from '../platform/first-screen.ts'
import { useLiveState } from '../platform/live.ts'
import { useIsOffline } from '../platform/offline.ts'
import { useLoaded } from '../platform/use-loaded.ts'
import { memberScreens, menuScreens } from '../screens.ts'
import styles from './shell.module.css'
import { shellTexts } from './shell.texts.it.ts'
import { useWaitingCount } from './use-waiting-count.ts'

const { events, friends, home, moderation, person, privateChat, publicChat, rooms, settings, teams } =
  memberScreens
/** Apart from the table of screens, which every visitor loads. */
const icons: Record<(typeof menuScreens)[number]['name'], Icon> = {
  Home: IconHome2,
  Profilo: IconUser,
  Eventi: IconCalendarEvent,
  'Chat Generale': IconMessages,
  Amici: IconUsers,
  Impostazioni: IconSettings,
}

const loadOwnPlaces = () => import('../chat/own-places-nav.tsx').then((module) => module.OwnPlacesNav)

/** The entries: at the side, or at the foot of a narrow window. */
export function Menu({ ownId, onGoTo }: { ownId: string; onGoTo: () => void }) {
  const { pathname } = useLocation()
  const current = entryOf(pathname)
  const connection = useLiveState()
  // A socket notices a lost network late.
  const live = useIsOffline() ? 'reconnecting' : connection
  const enabled = useEnabledAfterFirstScreen()
  const requests = useQuery({ ...friendCountsQuery, enabled }).data?.incomingRequests ?? 0
  const unread = useQuery({ ...unreadQuery, enabled }).data?.total ?? 0
  const mentions = useQuery({ ...mentionsQuery, enabled }).data?.total ?? 0
  const hasRoomNews = useHasRoomNews(ownId) && current !== publicChat
  const waitingId = useId()
  const roomNewsId = useId()
  const descriptions = new Map<unknown, string>([
    [friends, waitingId],
    [publicChat, roomNewsId],
  ])
  const notifications = useInfiniteQuery({ ...notificationsQuery, enabled }).data?.pages[0]?.unread ?? 0
  const isBeside = useMediaQuery('(width >= 48em)', undefined, { getInitialValueInEffect: false })
  const OwnPlacesNav = useLoaded(useIsFirstScreenDrawn() && isBeside, loadOwnPlaces)
  useWaitingCount(unread + mentions + requests + notifications)
  return (
    <div className={styles.side}>
      <nav className={styles.menu} aria-label={shellTexts.menu}>
        <ul>
          {menuScreens.map((entry) => {
            const Icon = icons[entry.name]
            return (
              <li key={entry.path}>
                <Link
                  to={entry.path}
                  aria-current={entry === current ? 'page' : undefined}
                  aria-describedby={descriptions.get(entry)}
                >
                  <Icon aria-hidden="true" />
                  <span>{entry.name}</span>
                  {entry === publicChat && (hasRoomNews || mentions > 0) && (
                    <span className={styles.marks} aria-hidden="true">
                      {hasRoomNews && <span className={styles.quietDot} />}
                      {mentions > 0 && <span className={styles.figure}>{mentions}</span>}
                    </span>
                  )}
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
        <p id={roomNewsId} hidden>
          {mentions > 0 ? mentionTexts.forYou(mentions) : hasRoomNews && shellTexts.roomNews}
        </p>
        {live !== 'connecting' && (
          <p className={styles.live} data-state={live}>
            {shellTexts[live]}
          </p>
        )}
      </nav>
      {OwnPlacesNav && isBeside && <OwnPlacesNav ownId={ownId} />}
      <button type="button" className={styles.goTo} aria-keyshortcuts="Control+K" onClick={onGoTo}>
        <IconSearch aria-hidden="true" />
        {shellTexts.goTo}
        <span aria-hidden="true">{shellTexts.goToKeys}</span>
      </button>
    </div>
  )
}

/** A private chat and another's profile belong to the friends, an event's page and teams to the events, and the settings have several pages. */
function entryOf(path: string) {
  if (matchPath(privateChat.path, path) || matchPath(person.path, path)) return friends
  if (matchPath(`${events.path}/*`, path) || matchPath(`${teams.path}/*`, path)) return events
  if (matchPath(`${settings.path}/*`, path) || matchPath(moderation.path, path)) return settings
  if (matchPath(`${rooms.path}/*`, path)) return publicChat
  return menuScreens.find((entry) => matchPath(entry.path, path)) ?? home
}
