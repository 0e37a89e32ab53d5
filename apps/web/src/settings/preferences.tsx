import { notificationKinds } from '@covo/contract/notifications/notifications.rules'
import { useQuery } from '@tanstack/react-query'
import { Link } from 'react-router'
import { notificationSettingsQuery } from '../platform/notification-settings.ts'
import { memberScreens } from '../screens.ts'
import { LoadFailure } from '../ui/load-failure.tsx'
import { useSaveNotificationSettings } from './notifications.queries.ts'
import { SettingChoice } from './setting-choice.tsx'
import { settingsTexts } from './settings.texts.it.ts'
import { Setting } from './settings-panel.tsx'

/** The switches of the kinds of notifications. While they are loading they are on, and can't be changed. */
export function Preferences() {
  const { data, isError, refetch } = useQuery(notificationSettingsQuery)
  const save = useSaveNotificationSettings()
  if (isError && !data) return <LoadFailure onRetry={refetch} />
  return (
    <>
      {notificationKinds.map((kind) => (
        <SettingChoice
          key={kind}
          {...settingsTexts.preferenceList[kind]}
          role="switch"
          checked={data?.switches?.[kind] ?? true}
          disabled={!data}
          onChange={({ currentTarget: { checked } }) => save.mutate({ switches: { [kind]: checked } })}
        />
      ))}
      <Setting
        what={
          <p>
            <Link to={memberScreens.notifications.path}>{settingsTexts.finerChoices}</Link>{' '}
            {settingsTexts.inNotifications}
          </p>
        }
      />
    </>
  )
}
