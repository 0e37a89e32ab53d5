import { type DigestPace, digestPaces } from '@covo/contract/notifications/digest.rules'
import { readerZone } from '../platform/format.ts'
import { ConfirmAddress } from './confirm-address.tsx'
import { useSaveNotificationSettings } from './notifications.queries.ts'
import { digestTexts } from './notifications.texts.it.ts'
import { SettingSelect } from './setting-select.tsx'

type DigestSettingProps = { digest: DigestPace; hasZone: boolean; isConfirmed: boolean }

/** The pace of the digest of unseen messages and notifications, by the clock of the member's zone or else the browser's. */
export function DigestSetting({ digest, hasZone, isConfirmed }: DigestSettingProps) {
  const save = useSaveNotificationSettings()
  return (
    <>
      <SettingSelect
        label={digestTexts.label}
        options={digestPaces}
        texts={digestTexts.paces}
        value={digest}
        onChange={(value) => save.mutate({ digest: value, ...(!hasZone && { zone: readerZone() }) })}
      />
      {!isConfirmed && <ConfirmAddress />}
    </>
  )
}
