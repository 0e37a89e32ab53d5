import type { OwnProfile } from '@covo/contract/profiles/profiles.routes'
import { IconBell, IconLogout, IconSearch } from '@tabler/icons-react'
import { useMutation, useQuery } from '@tanstack/react-query'
import { lazy, Suspense, useId, useState } from 'react'
import { Link } from 'react-router'
import { friendCountsQuery } from '../friends/friends.queries.ts'
import { notificationTexts } from '../notifications/notifications.texts.it.ts'
import { useNotifications } from '../notifications/use-notifications.ts'
import { useReminders } from '../notifications/use-reminders.ts'
import { call } from '../platform/api.ts'
import { instanceName } from '../platform/instance.ts'
import { leaveBy, leaveSession } from '../platform/session.ts'
import { memberScreens } from '../screens.ts'
import { Avatar } from '../ui/avatar.tsx'
import { IconButton } from '../ui/icon-button.tsx'
import { Logo } from '../ui/logo.tsx'
import { showToast } from '../ui/toast.tsx'
import styles from './shell.module.css'
import { shellTexts } from './shell.texts.it.ts'

const NotificationsDialog = lazy(() =>
  import('../notifications/notifications-dialog.tsx').then((module) => ({
    default: module.NotificationsDialog,
  })),
)

/** The member, the notifications and the logout; on a phone, the way to anything else too. */
export function Header({ member, onGoTo }: { member: OwnProfile; onGoTo: () => void }) {
  const logout = useMutation({
    async mutationFn() {
      await leaveBy(call('POST /api/auth/logout'))
      leaveSession()
    },
    onError: () => showToast('failed', shellTexts.logoutFailed),
  })
  return (
    <header className={styles.header}>
      <Link to={memberScreens.home.path} className={styles.brand}>
        <Logo className={styles.mark} />
        <span>{instanceName}</span>
      </Link>
      <IconButton className={styles.search} aria-label={shellTexts.goTo} onClick={onGoTo}>
        <IconSearch aria-hidden="true" />
      </IconButton>
      <Link to={memberScreens.profile.path} className={styles.member}>
        <Avatar person={{ uid: member.uid, name: member.displayName, photoURL: member.photoURL }} />
        <span className={styles.name}>
          <bdi>{member.displayName || member.email || shellTexts.anonymous}</bdi>
        </span>
      </Link>
      <Notifications ownId={member.uid} />
      <button
        type="button"
        className={styles.logout}
        onClick={() => logout.isPending || logout.mutate()}
        aria-disabled={logout.isPending}
      >
        <IconLogout aria-hidden="true" />
        <span>{shellTexts.logout}</span>
      </button>
    </header>
  )
}

/** Opens the member's notifications; shows how many are unread. */
function Notifications({ ownId }: { ownId: string }) {
  const unread = useNotifications(ownId)
  useReminders(ownId)
  const [isOpen, setIsOpen] = useState(false)
  const { data: counts } = useQuery({ ...friendCountsQuery, enabled: isOpen })
  const unreadId = useId()
  return (
    <>
      <IconButton
        className={styles.notifications}
        aria-label={notificationTexts.title}
        aria-describedby={unread > 0 ? unreadId : undefined}
        aria-haspopup="dialog"
        onClick={() => setIsOpen(true)}
      >
        <IconBell aria-hidden="true" />
        {unread > 0 && (
          <>
            <span className={`${styles.figure} ${styles.unread}`} aria-hidden="true">
              {unread > 99 ? '99+' : unread}
            </span>
            <span id={unreadId} hidden>
              {notificationTexts.unread(unread)}
            </span>
          </>
        )}
      </IconButton>
      {isOpen && (
        <Suspense>
          <NotificationsDialog
            incomingRequests={counts?.incomingRequests ?? 0}
            onClose={() => setIsOpen(false)}
          />
        </Suspense>
      )}
    </>
  )
}
