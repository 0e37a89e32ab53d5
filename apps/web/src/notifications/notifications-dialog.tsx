import type { Notification } from '@covo/contract/notifications/notifications.routes'
import { IconCalendarEvent, IconGavel, IconMessage, IconShieldLock, IconUsers } from '@tabler/icons-react'
import { useInfiniteQuery } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { Link } from 'react-router'
import { formatDay, formatTime } from '../platform/format-time.ts'
import {
  eventPath,
  friendRequestsPath,
  memberScreens,
  messageParameter,
  openScreens,
  profilePath,
  roomMessagePath,
  teamPath,
  teamRoomPath,
} from '../screens.ts'
import { Dialog } from '../ui/dialog.tsx'
import { EmptyState } from '../ui/empty-state.tsx'
import { Contained } from '../ui/error-boundary.tsx'
import { LoadFailure } from '../ui/load-failure.tsx'
import { MoreButton } from '../ui/more-button.tsx'
import { lineOf } from './notification-line.texts.it.ts'
import styles from './notifications.module.css'
import { notificationsQuery, useReadNotifications } from './notifications.queries.ts'
import { notificationTexts } from './notifications.texts.it.ts'

/**
 * The member's notifications, all of which are marked as read when it opens, below the way to the requests that wait for an
 * answer.
 */
export function NotificationsDialog({
  incomingRequests,
  onClose,
}: {
  incomingRequests: number
  onClose: () => void
}) {
  return (
    <Dialog opened title={notificationTexts.title} closeLabel={notificationTexts.close} onClose={onClose}>
      <div className={styles.room}>
        {incomingRequests > 0 && (
          <Link to={friendRequestsPath} className={`${styles.line} ${styles.requests}`} onClick={onClose}>
            <IconUsers className={styles.icon} aria-hidden="true" />
            <span className={styles.text}>{notificationTexts.requests(incomingRequests)}</span>
          </Link>
        )}
        <List onClose={onClose} />
      </div>
      <Link to={memberScreens.notifications.path} className={styles.settings} onClick={onClose}>
        {notificationTexts.settings}
      </Link>
    </Dialog>
  )
}

function List({ onClose }: { onClose: () => void }) {
  const list = useInfiniteQuery(notificationsQuery)
  const { data, isError, refetch } = list
  const notifications = data?.pages.flatMap((page) => page.notifications)
  const isNew = useNewOnes(notifications)
  useReading(notifications?.[0]?.at, (data?.pages[0]?.unread ?? 0) > 0)

  if (!notifications)
    return isError ? (
      <LoadFailure text={notificationTexts.failed} onRetry={refetch} />
    ) : (
      <p className="appears-late" role="status">
        {notificationTexts.loading}
      </p>
    )
  if (notifications.length === 0) return <EmptyState text={notificationTexts.empty} />
  return (
    <>
      <ul className={styles.list} aria-label={notificationTexts.list}>
        {notifications.map((one) => (
          <li key={one.id}>
            <Contained>
              <Link to={pathOf(one)} className={styles.line} data-new={isNew(one)} onClick={onClose}>
                <Icon one={one} />
                <span className={styles.text}>
                  {lineOf(one).map((part, place) => {
                    const Element = place % 2 === 1 ? 'bdi' : 'span'
                    // biome-ignore lint/suspicious/noArrayIndexKey: the parts of one line never change
                    return <Element key={place}>{part}</Element>
                  })}
                </span>
                <span className={styles.foot}>
                  {isNew(one) && <span className={styles.new}>{notificationTexts.isNew}</span>}
                  <time dateTime={one.at}>{timeOf(new Date(one.at))}</time>
                </span>
              </Link>
            </Contained>
          </li>
        ))}
      </ul>
      <MoreButton list={list} label={notificationTexts.more} failure={notificationTexts.failed} />
    </>
  )
}

/** Has everything up to the newest line read. */
function useReading(newest: string | undefined, isUnread: boolean): void {
  const { mutate: read } = useReadNotifications()
  useEffect(() => {
    if (newest && isUnread) read({ upTo: newest })
  }, [newest, isUnread, read])
}

/** The lines that were not read when they were first shown here: they say so although the server knows better by now. */
function useNewOnes(notifications: Notification[] = []): (one: Notification) => boolean {
  const [newIds, setNewIds] = useState<ReadonlySet<string>>(new Set())
  const unread = notifications.filter(({ id, isRead }) => !isRead && !newIds.has(id)).map(({ id }) => id)
  if (unread.length > 0) setNewIds(newIds.union(new Set(unread)))
  return ({ id }) => newIds.has(id)
}

function Icon({ one }: { one: Notification }) {
  const Kind = iconOf(one)
  return <Kind className={styles.icon} aria-hidden="true" />
}

/** What a line is about. */
function iconOf(one: Notification): typeof IconCalendarEvent {
  if ('eventId' in one) return one.sequence === undefined ? IconCalendarEvent : IconMessage
  if ('teamId' in one) return one.sequence === undefined ? IconUsers : IconMessage
  if ('author' in one) return IconUsers
  return 'device' in one ? IconShieldLock : IconGavel
}

/** The page with more about a line. */
function pathOf(one: Notification): string {
  if ('eventId' in one)
    return one.sequence === undefined ? eventPath(one.eventId) : roomMessagePath(one.eventId, one.sequence)
  if ('teamId' in one)
    return one.sequence === undefined
      ? teamPath(one.teamId)
      : `${teamRoomPath(one.teamId)}?${messageParameter}=${one.sequence}`
  if ('author' in one) return profilePath(one.author.uid)
  if ('device' in one) return memberScreens.security.path
  if (one.kind === 'report_received') return memberScreens.moderation.path
  return one.kind === 'bot_moderated' ? memberScreens.tokens.path : openScreens.communityRules.path
}

/** 'oggi, sab 21 novembre, 09:05'. */
function timeOf(date: Date): string {
  return `${formatDay(date, new Date())}, ${formatTime(date)}`
}
