import { Screen } from '../ui/screen.tsx'
import { DeletionPlaceholder } from './deletion-placeholder.tsx'
import { EmailPlaceholder } from './email-placeholder.tsx'
import { PasswordSetting } from './password-setting.tsx'
import { PreferencesPlaceholder } from './preferences-placeholder.tsx'
import styles from './settings.module.css'
import { settingsTexts } from './settings.texts.it.ts'
import { SettingsPanel } from './settings-panel.tsx'
import { SettingsSections } from './settings-sections.tsx'

/** The account's settings. */
export function SettingsScreen() {
  return (
    <Screen title={settingsTexts.title} heading={settingsTexts.heading} route="impostazioni">
      <SettingsSections />
      <div className={styles.settings}>
        <SettingsPanel title={settingsTexts.security}>
          <PasswordSetting />
          <EmailPlaceholder />
        </SettingsPanel>
        <SettingsPanel title={settingsTexts.preferences}>
          <PreferencesPlaceholder />
        </SettingsPanel>
        <SettingsPanel title={settingsTexts.account}>
          <DeletionPlaceholder />
        </SettingsPanel>
      </div>
    </Screen>
  )
}
