import { type DigestPace, digestPaces } from '@covo/contract/notifications/digest.rules'
import { NativeSelect } from '@mantine/core'
import { IconChevronDown } from '@tabler/icons-react'
import { readerZone } from '../platform/format.ts'
import { ConfirmAddress } from './confirm-address.tsx'
import { useSaveNotificationSettings } from './notifications.queries.ts'
import { digestTexts } from './notifications.texts.it.ts'
import styles from './settings.module.css'

type DigestSettingProps = { digest: DigestPace; hasZone: boolean; isConfirmed: boolean }

/** The pace of the digest of unseen messages and notifications, by the clock of the member's zone or else the browser's. */
export function DigestSetting({ digest, hasZone, isConfirmed }: DigestSettingProps) {
  const save = useSaveNotificationSettings()
  return (
    <>
      <div className={styles.setting}>
        <NativeSelect
          className={styles.select}
          label={digestTexts.label}
          size="md"
          rightSection={<IconChevronDown aria-hidden="true" />}
          data={digestPaces.map((value) => ({ value, label: digestTexts.paces[value] }))}
          value={digest}
          onChange={({ currentTarget: { value } }) =>
            save.mutate({ digest: value as DigestPace, ...(!hasZone && { zone: readerZone() }) })
          }
        />
      </div>
      {!isConfirmed && <ConfirmAddress />}
    </>
  )
}
