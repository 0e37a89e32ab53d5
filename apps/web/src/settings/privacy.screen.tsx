import type { Privacy } from '@covo/contract/settings/settings.routes'
import { useQuery } from '@tanstack/react-query'
import { LoadFailure } from '../ui/load-failure.tsx'
import { Screen } from '../ui/screen.tsx'
import { BlockedPeople } from './blocked-people.tsx'
import { OwnData } from './own-data.tsx'
import { SettingChoice } from './setting-choice.tsx'
import styles from './settings.module.css'
import { privacyQuery, useSavePrivacy } from './settings.queries.ts'
import { privacyTexts, settingsTexts } from './settings.texts.it.ts'
import { SettingsPanel } from './settings-panel.tsx'
import { SettingsSections } from './settings-sections.tsx'

/** In the order of the page. */
const choices = [
  'showPresence',
  'readReceipts',
  'showTyping',
  'showParticipation',
] as const satisfies (keyof Privacy)[]

/** What others see of the member. */
export function PrivacyScreen() {
  const { data: privacy, isError, refetch } = useQuery(privacyQuery)
  const save = useSavePrivacy()
  return (
    <Screen title={settingsTexts.privacy} route="impostazioni/privacy">
      <SettingsSections />
      <div className={styles.settings}>
        <SettingsPanel title={privacyTexts.audience}>
          {isError && !privacy && <LoadFailure onRetry={refetch} />}
          {privacy &&
            choices.map((choice) => (
              <SettingChoice
                key={choice}
                {...privacyTexts[choice]}
                className={styles.box}
                checked={privacy[choice]}
                onChange={({ currentTarget: { checked } }) => save.mutate({ [choice]: checked })}
              />
            ))}
        </SettingsPanel>
        <BlockedPeople />
        <OwnData />
      </div>
    </Screen>
  )
}
