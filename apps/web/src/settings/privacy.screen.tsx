import { type Audience, audiences, intimateAudiences } from '@covo/contract/profiles/profiles.rules'
import type { Privacy } from '@covo/contract/settings/settings.routes'
import { useQuery } from '@tanstack/react-query'
import { audienceTexts } from '../platform/privacy.texts.it.ts'
import { privacyQuery } from '../platform/privacy.ts'
import { LoadFailure } from '../ui/load-failure.tsx'
import { Screen } from '../ui/screen.tsx'
import { BlockedPeople } from './blocked-people.tsx'
import { OwnData } from './own-data.tsx'
import { SettingChoice } from './setting-choice.tsx'
import { SettingSelect } from './setting-select.tsx'
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
              <SettingSelect
                key={field}
                label={privacyTexts.audienceOf[field]}
                options={offered}
                texts={audienceTexts}
                value={privacy[field]}
                onChange={(value) => save.mutate({ [field]: value })}
              />
            ))}
          {privacy &&
            choices.map((choice) => (
              <SettingChoice
                key={choice}
                {...privacyTexts[choice]}
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
