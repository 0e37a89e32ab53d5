import { notificationKinds } from '@covo/contract/notifications/notifications.rules'
import { useRef } from 'react'
import { hideToast, showToast } from '../ui/toast.tsx'
import { SettingChoice } from './setting-choice.tsx'
import { settingsTexts } from './settings.texts.it.ts'

/** Three switches that remember nothing. */
export function PreferencesPlaceholder() {
  const confirmation = useRef('')

  function confirmChange() {
    // Each further change is confirmed for three seconds of its own.
    hideToast(confirmation.current)
    confirmation.current = showToast('done', settingsTexts.preferencesChanged, 3000)
  }

  return notificationKinds.map((kind) => (
    <SettingChoice
      key={kind}
      {...settingsTexts.preferenceList[kind]}
      role="switch"
      defaultChecked
      onChange={confirmChange}
    />
  ))
}
