import { type Audience, audiences } from '@covo/contract/profiles/profiles.rules'
import { NativeSelect } from '@mantine/core'
import { IconChevronDown } from '@tabler/icons-react'
import { audienceTexts } from '../platform/privacy.texts.it.ts'
import styles from './profile.module.css'
import { profilesTexts } from './profiles.texts.it.ts'

/** Who sees a field, chosen below it. The same name at each field, it is described by that of its own. */
export function AudienceSelect({
  field,
  value,
  onChange,
}: {
  field: string
  /** Undefined until the present choice has arrived. */
  value: Audience | undefined
  onChange: (audience: Audience) => void
}) {
  return (
    <div className={styles.audience}>
      <span aria-hidden="true">{profilesTexts.visibleTo}</span>
      <NativeSelect
        aria-label={profilesTexts.visibleTo}
        aria-description={field}
        size="xs"
        rightSection={<IconChevronDown aria-hidden="true" />}
        data={audiences.map((audience) => ({ value: audience, label: audienceTexts[audience] }))}
        value={value ?? 'friends'}
        disabled={!value}
        onChange={({ currentTarget }) => onChange(currentTarget.value as Audience)}
      />
    </div>
  )
}
