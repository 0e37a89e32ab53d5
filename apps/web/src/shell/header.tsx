import type { OwnProfile } from '@covo/contract/profiles/profiles.routes'
import { IconLogout, IconSearch } from '@tabler/icons-react'
import { useMutation } from '@tanstack/react-query'
import { Link } from 'react-router'
import { api, call } from '../platform/api.ts'
import { instanceName } from '../platform/instance.ts'
import { leaveSession } from '../platform/session.ts'
import { memberScreens } from '../screens.ts'
import { Avatar } from '../ui/avatar.tsx'
import { Logo } from '../ui/logo.tsx'
import { showToast } from '../ui/toast.tsx'
import styles from './shell.module.css'
import { shellTexts } from './shell.texts.it.ts'

/** Who is here, and the way out; on a phone, the way to anything else too. */
export function Header({ member, onGoTo }: { member: OwnProfile; onGoTo: () => void }) {
  const logout = useMutation({
    mutationFn: () => call(api.api.auth.logout.$post()),
    onSuccess: leaveSession,
    onError: () => showToast('failed', shellTexts.logoutFailed),
  })
  return (
    <header className={styles.header}>
      <Link to={memberScreens.home.path} className={styles.brand}>
        <Logo className={styles.mark} />
        {instanceName}
      </Link>
      <button type="button" className={styles.search} aria-label={shellTexts.goTo} onClick={onGoTo}>
        <IconSearch aria-hidden="true" />
      </button>
      <Link to={memberScreens.profile.path} className={styles.member}>
        <Avatar person={{ uid: member.uid, name: member.displayName, photoURL: member.photoURL }} />
        <span className={styles.name}>
          <bdi>{member.displayName || member.email || shellTexts.anonymous}</bdi>
        </span>
      </Link>
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
