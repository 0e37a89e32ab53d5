import { type Audience, audiences, intimateAudiences } from '@covo/contract/profiles/profiles.rules'
import type { Privacy } from '@covo/contract/settings/settings.routes'
import { NativeSelect } from '@mantine/core'
import { IconChevronDown } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { audienceTexts } from '../platform/privacy.texts.it.ts'
import { privacyQuery } from '../platform/privacy.ts'
import { LoadFailure } from '../ui/load-failure.tsx'
import { Screen } from '../ui/screen.tsx'
import { BlockedPeople } from './blocked-people.tsx'
import { OwnData } from './own-data.tsx'
import { SettingChoice } from './setting-choice.tsx'
import styles from './settings.module.css'
import { useSavePrivacy } from './settings.queries.ts'
import { privacyTexts, settingsTexts } from './settings.texts.it.ts'
import { SettingsPanel } from './settings-panel.tsx'
import { SettingsSections } from './settings-sections.tsx'

/** In the order of the page. */
const audienceFields = [
  ['bio', audiences],
  ['professione', audiences],
  ['citta', audiences],
  ['telefono', intimateAudiences],
  ['dataNascita', intimateAudiences],
] as const satisfies [keyof Privacy, readonly Audience[]][]

const choices = [
  'emailToFriends',
  'findableByEmail',
  'showParticipation',
  'showPresence',
  'readReceipts',
  'showTyping',
] as const satisfies (keyof Privacy)[]

/** The settings of the member's visibility to others. */
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
            audienceFields.map(([field, offered]) => (
              <div key={field} className={styles.setting}>
                <NativeSelect
                  className={styles.select}
                  label={privacyTexts.audienceOf[field]}
                  size="md"
                  rightSection={<IconChevronDown aria-hidden="true" />}
                  data={offered.map((value) => ({ value, label: audienceTexts[value] }))}
                  value={privacy[field]}
                  onChange={({ currentTarget: { value } }) => save.mutate({ [field]: value })}
                />
              </div>
            ))}
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
