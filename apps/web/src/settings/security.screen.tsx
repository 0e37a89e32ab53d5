import { useQuery } from '@tanstack/react-query'
import { accountQuery } from '../platform/account.ts'
import { LoadFailure } from '../ui/load-failure.tsx'
import { Screen } from '../ui/screen.tsx'
import { ChangePassword } from './change-password.tsx'
import { Devices } from './devices.tsx'
import { passkeyTexts } from './passkeys.texts.it.ts'
import { Passkeys } from './passkeys.tsx'
import { SecondFactor } from './second-factor.tsx'
import { passwordChangeErrors, securityTexts } from './security.texts.it.ts'
import styles from './settings.module.css'
import { Setting, SettingsPanel } from './settings-panel.tsx'
import { SettingsSections } from './settings-sections.tsx'

/** How the member signs in, and where they are signed in. */
export function SecurityScreen() {
  const { data: account, isError, refetch } = useQuery(accountQuery)
  const failure = isError && !account && <LoadFailure onRetry={refetch} />
  return (
    <Screen title={securityTexts.title} route="impostazioni/sicurezza">
      <SettingsSections />
      <div className={styles.settings}>
        <SettingsPanel title={securityTexts.password}>
          {account?.hasPassword === false ? (
            <Setting what={<p>{passwordChangeErrors['account.no_password']}</p>} />
          ) : (
            <ChangePassword />
          )}
        </SettingsPanel>
        <SettingsPanel title={securityTexts.secondFactor}>
          {failure}
          {account && (
            <SecondFactor isOn={account.secondFactor} recoveryCodesLeft={account.recoveryCodesLeft} />
          )}
        </SettingsPanel>
        <SettingsPanel title={passkeyTexts.title}>
          {failure}
          {account && <Passkeys passkeys={account.passkeys} />}
        </SettingsPanel>
        <SettingsPanel title={securityTexts.devices}>
          <Devices />
        </SettingsPanel>
      </div>
    </Screen>
  )
}
