import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { ApiError, call, describeError } from '../platform/api.ts'
import { canReceivePushes, findSubscription, subscribeDevice, unsubscribeDevice } from '../platform/push.ts'
import { Button } from '../ui/button.tsx'
import { InlineAlert } from '../ui/inline-alert.tsx'
import { LoadFailure } from '../ui/load-failure.tsx'
import { deviceNotificationTexts, pushErrors, pushTestErrors } from './notifications.texts.it.ts'
import { devicesQuery } from './security.queries.ts'
import styles from './settings.module.css'
import { Setting } from './settings-panel.tsx'

/** The member refused, now or before, in the browser's own question. */
class BlockedError extends Error {}

const subscriptionKey = ['push', 'subscription']

/** Whether pushes go to this device, which its member turns on and off. The browser asks them too, and not before a press. */
export function DeviceNotifications() {
  if (canReceivePushes()) return <Choice />
  const isHandheld = /iPhone|iPad/.test(navigator.userAgent)
  const isHome = matchMedia('(display-mode: standalone)').matches
  return (
    <Setting
      what={
        <p>
          {isHandheld && !isHome
            ? deviceNotificationTexts.homeScreenFirst
            : deviceNotificationTexts.unsupported}
        </p>
      }
    />
  )
}

function Choice() {
  const queryClient = useQueryClient()
  const devices = useQuery(devicesQuery)
  const subscription = useQuery({
    queryKey: subscriptionKey,
    queryFn: async () => (await findSubscription()) !== null,
  })
  const isOn =
    subscription.data === true && devices.data?.some((one) => one.isCurrent && one.hasPush) === true
  const onSettled = () =>
    Promise.all(
      [subscriptionKey, devicesQuery.queryKey].map((queryKey) => queryClient.invalidateQueries({ queryKey })),
    )
  const turnOn = useMutation({
    mutationFn: async () => {
      if ((await Notification.requestPermission()) !== 'granted') throw new BlockedError()
      await subscribeDevice()
    },
    onSettled,
  })
  const turnOff = useMutation({ mutationFn: unsubscribeDevice, onSettled })
  const test = useMutation({ mutationFn: () => call('POST /api/push/test') })
  if (devices.isError && !devices.data) return <LoadFailure onRetry={devices.refetch} />
  if (devices.data === undefined || subscription.data === undefined) return null
  const failure = turnOn.error ?? turnOff.error ?? test.error
  return (
    <>
      {isOn ? (
        <Setting what={<p role="status">{deviceNotificationTexts.on}</p>}>
          <div className={styles.buttons}>
            <Button busy={test.isPending} onClick={() => test.mutate()}>
              {deviceNotificationTexts.test}
            </Button>
            <Button busy={turnOff.isPending} onClick={() => turnOff.mutate()}>
              {deviceNotificationTexts.turnOff}
            </Button>
          </div>
        </Setting>
      ) : (
        <Setting what={<p>{deviceNotificationTexts.hint}</p>}>
          <Button className={styles.wideButton} busy={turnOn.isPending} onClick={() => turnOn.mutate()}>
            {deviceNotificationTexts.turnOn}
          </Button>
        </Setting>
      )}
      {failure && <InlineAlert kind="error">{describeFailure(failure)}</InlineAlert>}
    </>
  )
}

function describeFailure(failure: Error): string {
  if (failure instanceof BlockedError) return deviceNotificationTexts.blocked
  // Any other error of the browser's own.
  if (!(failure instanceof ApiError)) return pushErrors.fallback
  return describeError(failure, { ...pushErrors, ...pushTestErrors })
}
