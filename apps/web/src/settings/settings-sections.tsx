import { Link, useLocation } from 'react-router'
import { memberScreens } from '../screens.ts'
import styles from './settings.module.css'
import { settingsTexts } from './settings.texts.it.ts'

const { settings, security, notifications, privacy } = memberScreens
const sections = [
  { path: settings.path, name: settingsTexts.accountSection },
  { path: security.path, name: settingsTexts.securitySection },
  { path: notifications.path, name: settingsTexts.notifications },
  { path: privacy.path, name: settingsTexts.privacy },
]

/** The way between the pages of the settings. */
export function SettingsSections() {
  const { pathname } = useLocation()
  return (
    <nav className={styles.sections} aria-label={settingsTexts.sections}>
      <ul>
        {sections.map(({ path, name }) => (
          <li key={path}>
            <Link to={path} aria-current={path === pathname ? 'page' : undefined}>
              {name}
            </Link>
          </li>
        ))}
      </ul>
    </nav>
  )
}
