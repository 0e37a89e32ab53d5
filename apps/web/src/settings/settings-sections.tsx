import { moderationTopic } from '@covo/contract/moderation/moderation.news'
import { useInfiniteQuery, useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { Link, useLocation } from 'react-router'
import { accountQuery } from '../platform/account.ts'
import { live } from '../platform/live.ts'
import { appealsQuery, moderationKey, reportsQuery, withFigure } from '../platform/moderation.ts'
import { memberScreens } from '../screens.ts'
import styles from './settings.module.css'
import { settingsTexts } from './settings.texts.it.ts'

const { settings, security, notifications, privacy, tokens, moderation } = memberScreens
const sections = [
  { path: settings.path, name: settingsTexts.accountSection },
  { path: security.path, name: settingsTexts.securitySection },
  { path: notifications.path, name: settingsTexts.notifications },
  { path: privacy.path, name: settingsTexts.privacy },
  { path: tokens.path, name: settingsTexts.tokens },
]

/** The way between the pages of the settings. */
export function SettingsSections() {
  const account = useQuery(accountQuery).data
  return (
    <nav className={styles.sections} aria-label={settingsTexts.sections}>
      <ul>
        {sections.map((section) => (
          <Section key={section.path} {...section} />
        ))}
        {account?.isModerator && <Moderation mayModerate={account.mayModerate} />}
      </ul>
    </nav>
  )
}

function Section({ path, name }: { path: string; name: string }) {
  const { pathname } = useLocation()
  return (
    <li>
      <Link to={path} aria-current={path === pathname ? 'page' : undefined}>
        {name}
      </Link>
    </li>
  )
}

/** For moderators alone: how much waits for them, which the server says to those with a second factor. */
function Moderation({ mayModerate }: { mayModerate: boolean }) {
  const queryClient = useQueryClient()
  const reports = useInfiniteQuery({ ...reportsQuery, enabled: mayModerate }).data?.pages[0]?.waiting
  const appeals = useInfiniteQuery({ ...appealsQuery, enabled: mayModerate }).data?.pages[0]?.waiting
  const waiting = reports === undefined || appeals === undefined ? undefined : reports + appeals

  // The topic has no history: data from before it was watched is refetched.
  useEffect(
    () =>
      live.watchTopic(moderationTopic, () => void queryClient.invalidateQueries({ queryKey: moderationKey })),
    [queryClient],
  )

  return <Section path={moderation.path} name={withFigure(settingsTexts.moderation, waiting)} />
}
