import type { NotificationSettings } from '@covo/contract/notifications/notifications.routes'
import { notificationKinds } from '@covo/contract/notifications/notifications.rules'
import { useQuery } from '@tanstack/react-query'
import { useId } from 'react'
import { useSaveNotificationSettings } from './notifications.queries.ts'
import { channelTexts } from './notifications.texts.it.ts'
import { devicesQuery } from './security.queries.ts'
import styles from './settings.module.css'
import { settingsTexts } from './settings.texts.it.ts'

/** A kind whose switch is off is told by none of them. */
const channels = ['switches', 'push', 'digestOf'] as const

/** Which kinds of notifications the member gets by which channels. One that leads nowhere yet can be chosen, and says why. */
export function NotificationTable({ settings }: { settings: NotificationSettings }) {
  const save = useSaveNotificationSettings()
  const devices = useQuery(devicesQuery).data
  const id = useId()
  const isIdle = {
    switches: false,
    push: devices?.some(({ hasPush }) => hasPush) === false,
    digestOf: settings.digest === 'never',
  }
  return (
    <>
      <table className={styles.channels}>
        <thead>
          <tr>
            <td />
            {channels.map((channel) => (
              <th key={channel} scope="col">
                {channelTexts[channel].title}
              </th>
            ))}
          </tr>
        </thead>
        {notificationKinds.map((kind) => {
          const { name, hint } = settingsTexts.preferenceList[kind]
          const isOn = settings.switches?.[kind] ?? true
          return (
            // A fieldset can't be part of a table; browsers find rows in a group too.
            // biome-ignore lint/a11y/useSemanticElements: as above
            <tbody key={kind} role="group" aria-label={name}>
              <tr>
                <th scope="row">
                  <strong>{name}</strong>
                  <span>{isOn ? hint : channelTexts.off}</span>
                </th>
                {channels.map((channel) => (
                  <td key={channel}>
                    <label>
                      <input
                        type="checkbox"
                        className={styles.box}
                        data-idle={isIdle[channel] || (!isOn && channel !== 'switches')}
                        aria-label={channelTexts[channel].name(name)}
                        aria-describedby={isIdle[channel] ? `${id}-${channel}` : undefined}
                        checked={settings[channel]?.[kind] ?? true}
                        onChange={({ currentTarget: { checked } }) =>
                          save.mutate({ [channel]: { [kind]: checked } })
                        }
                      />
                    </label>
                  </td>
                ))}
              </tr>
            </tbody>
          )
        })}
      </table>
      {channels.map(
        (channel) =>
          isIdle[channel] && (
            <p key={channel} id={`${id}-${channel}`} className={styles.note}>
              {channelTexts[channel].idle}
            </p>
          ),
      )}
    </>
  )
}
