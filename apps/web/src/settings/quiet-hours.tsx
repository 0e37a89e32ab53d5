import type { NotificationSettings } from '@covo/contract/notifications/notifications.routes'
import { areQuietHours, type QuietHours } from '@covo/contract/notifications/quiet-hours.rules'
import { useDebouncedCallback } from '@mantine/hooks'
import { useState } from 'react'
import { readerZone } from '../platform/format.ts'
import { Button } from '../ui/button.tsx'
import { TextField } from '../ui/field.tsx'
import { useSaveNotificationSettings } from './notifications.queries.ts'
import { quietHoursTexts } from './notifications.texts.it.ts'
import { SettingChoice } from './setting-choice.tsx'
import styles from './settings.module.css'
import { Setting } from './settings-panel.tsx'

/** Milliseconds after a key until a time is stored: a time is typed in parts, each of which makes another time. */
const pause = 1000

/** The hours in which no push is sent to the member's devices. */
export function QuietHoursSetting({ settings }: { settings: NotificationSettings }) {
  const stored = settings.quietHours
  const [typed, setTyped] = useState<Partial<QuietHours>>({})
  const save = useSaveNotificationSettings()
  const hours = { ...stored, ...typed }
  // Hours that are off belong to no zone yet.
  const zone = stored.isOn ? settings.zone : readerZone()

  function store(changes: Partial<QuietHours>) {
    const quietHours = { ...stored, ...changes }
    // A field is empty while a time in it is incomplete.
    if (!quietHours.from || !quietHours.to || !areQuietHours(quietHours)) return
    const forget = () => setTyped((present) => (present === changes ? {} : present))
    save.mutate({ quietHours, zone }, { onSettled: forget })
  }
  const storeTyped = useDebouncedCallback(store, { delay: pause, flushOnUnmount: true })

  const timeField = (end: 'from' | 'to') => ({
    type: 'time',
    value: hours[end],
    onChange({ currentTarget: { value } }: { currentTarget: HTMLInputElement }) {
      const changes = { ...typed, [end]: value }
      setTyped(changes)
      storeTyped(changes)
    },
    onBlur() {
      storeTyped.flush()
      if (!hours[end]) setTyped(({ [end]: _, ...others }) => others)
    },
  })

  return (
    <>
      <SettingChoice
        {...quietHoursTexts.choice}
        checked={stored.isOn}
        onChange={({ currentTarget: { checked } }) => {
          storeTyped.cancel()
          store({ ...typed, isOn: checked })
        }}
      />
      <Setting what={<p>{quietHoursTexts.zone(zone)}</p>}>
        {zone !== readerZone() && (
          <Button onClick={() => save.mutate({ zone: readerZone() })}>
            {quietHoursTexts.takeZone(readerZone())}
          </Button>
        )}
        <div className={styles.fields}>
          <TextField label={quietHoursTexts.from} {...timeField('from')} />
          <TextField
            label={quietHoursTexts.to}
            {...timeField('to')}
            error={!areQuietHours(hours) && quietHoursTexts.sameTime}
          />
        </div>
      </Setting>
    </>
  )
}
