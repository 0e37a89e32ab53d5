import { hasExtensions } from '../platform/instance.ts'
import { Screen } from '../ui/screen.tsx'
import { AccountDeletion } from './account-deletion.tsx'
import { DeletionPlaceholder } from './deletion-placeholder.tsx'
import { EmailPlaceholder } from './email-placeholder.tsx'
import { EmailSetting } from './email-setting.tsx'
import { MessageDensity } from './message-density.tsx'
import { PasswordSetting } from './password-setting.tsx'
import { Preferences } from './preferences.tsx'
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
          {hasExtensions ? <EmailSetting /> : <EmailPlaceholder />}
        </SettingsPanel>
        <SettingsPanel title={hasExtensions ? settingsTexts.storedPreferences : settingsTexts.preferences}>
          {hasExtensions ? <Preferences /> : <PreferencesPlaceholder />}
        </SettingsPanel>
        {hasExtensions && (
          <SettingsPanel title={settingsTexts.appearance}>
            <MessageDensity />
          </SettingsPanel>
        )}
        <SettingsPanel title={settingsTexts.account}>
          {hasExtensions ? <AccountDeletion /> : <DeletionPlaceholder />}
        </SettingsPanel>
      </div>
    </Screen>
  )
}
