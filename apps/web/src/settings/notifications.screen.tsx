import type { NotificationSettings } from '@covo/contract/notifications/notifications.routes'
import { eventMailKinds } from '@covo/contract/notifications/notifications.rules'
import { useQuery } from '@tanstack/react-query'
import { useId } from 'react'
import { accountQuery } from '../platform/account.ts'
import { notificationSettingsQuery } from '../platform/notification-settings.ts'
import { LoadFailure } from '../ui/load-failure.tsx'
import { Screen } from '../ui/screen.tsx'
import { ConfirmAddress } from './confirm-address.tsx'
import { DeviceNotifications } from './device-notifications.tsx'
import { DigestSetting } from './digest-setting.tsx'
import { NotificationTable } from './notification-table.tsx'
import { useSaveNotificationSettings } from './notifications.queries.ts'
import { deviceNotificationTexts, notificationTexts } from './notifications.texts.it.ts'
import { QuietHoursSetting } from './quiet-hours.tsx'
import { SettingChoice } from './setting-choice.tsx'
import styles from './settings.module.css'
import { settingsTexts } from './settings.texts.it.ts'
import { SettingsPanel } from './settings-panel.tsx'
import { SettingsSections } from './settings-sections.tsx'

/** The kinds and ways of the member's notifications. */
export function NotificationsScreen() {
  const settings = useQuery(notificationSettingsQuery)
  const account = useQuery(accountQuery)
  const failed = [settings, account].filter(({ isError, data }) => isError && !data)
  return (
    <Screen title={settingsTexts.notifications} route="impostazioni/notifiche">
      <SettingsSections />
      <div className={styles.settings}>
        {failed.length > 0 && <LoadFailure onRetry={() => failed.forEach(({ refetch }) => void refetch())} />}
        {settings.data && account.data && (
          <Choices settings={settings.data} isConfirmed={account.data.emailVerified} />
        )}
      </div>
    </Screen>
  )
}

function Choices({ settings, isConfirmed }: { settings: NotificationSettings; isConfirmed: boolean }) {
  const { reminders, eventMails } = settings
  const save = useSaveNotificationSettings()
  const mailId = useId()
  return (
    <>
      <SettingsPanel title={notificationTexts.events}>
        <SettingChoice
          {...notificationTexts.reminders}
          checked={reminders}
          onChange={({ currentTarget: { checked } }) => save.mutate({ reminders: checked })}
        />
        <section className={styles.part} aria-labelledby={mailId}>
          <h3 id={mailId}>{notificationTexts.mail}</h3>
          {isConfirmed ? (
            eventMailKinds.map((kind) => (
              <SettingChoice
                key={kind}
                {...notificationTexts.mails[kind]}
                checked={eventMails[kind]}
                onChange={({ currentTarget: { checked } }) =>
                  save.mutate({ eventMails: { [kind]: checked } })
                }
              />
            ))
          ) : (
            <ConfirmAddress />
          )}
        </section>
      </SettingsPanel>
      <SettingsPanel title={deviceNotificationTexts.title}>
        <DeviceNotifications />
        <QuietHoursSetting settings={settings} />
      </SettingsPanel>
      {settings.showText !== undefined && (
        <SettingsPanel title={notificationTexts.more}>
          <NotificationTable settings={settings} />
          <SettingChoice
            {...notificationTexts.showText}
            checked={settings.showText}
            onChange={({ currentTarget: { checked } }) => save.mutate({ showText: checked })}
          />
          {settings.digest && (
            <DigestSetting
              digest={settings.digest}
              hasZone={settings.quietHours.isOn}
              isConfirmed={isConfirmed}
            />
          )}
        </SettingsPanel>
      )}
    </>
  )
}
