import { call } from './api.ts'

/** Milliseconds for the service worker, which a page registers some seconds after it loaded. */
const workerTimeoutMs = 15_000

/** Whether this browser can receive pushes at all. On iPhones it can once the site is on the home screen. */
export function canReceivePushes(): boolean {
  return 'serviceWorker' in navigator && 'PushManager' in window && 'Notification' in window
}

/** The subscription of this browser, whosever session it is of; null without one. */
export async function findSubscription(): Promise<PushSubscription | null> {
  const registration = await navigator.serviceWorker.getRegistration()
  return (await registration?.pushManager.getSubscription()) ?? null
}

/** Subscribes this browser with the instance's key, and has the device of this session receive pushes. */
export async function subscribeDevice(): Promise<void> {
  const { publicKey } = await call('GET /api/push/key')
  const { pushManager } = await readyWorker()
  const present = await pushManager.getSubscription()
  if (present && keyOf(present) !== publicKey) await present.unsubscribe()
  const subscription = await pushManager.subscribe({ userVisibleOnly: true, applicationServerKey: publicKey })
  const { endpoint, keys: { p256dh = '', auth = '' } = {} } = subscription.toJSON()
  await call('PUT /api/push/subscription', { json: { endpoint: endpoint ?? '', keys: { p256dh, auth } } })
}

/** Ends the pushes to this device. */
export async function unsubscribeDevice(): Promise<void> {
  await call('DELETE /api/push/subscription')
  await (await findSubscription())?.unsubscribe()
}

/** Subscribes again where the instance has another key than it had then. */
export async function renewSubscription(): Promise<void> {
  const subscription = await findSubscription()
  if (!subscription) return
  const { publicKey } = await call('GET /api/push/key')
  if (keyOf(subscription) !== publicKey) await subscribeDevice()
}

async function readyWorker(): Promise<ServiceWorkerRegistration> {
  const late = new Promise<never>((_, reject) => {
    setTimeout(() => reject(new Error('the service worker is not ready')), workerTimeoutMs)
  })
  return await Promise.race([navigator.serviceWorker.ready, late])
}

function keyOf({ options }: PushSubscription): string {
  const key = new Uint8Array(options.applicationServerKey ?? new ArrayBuffer())
  return btoa(String.fromCharCode(...key))
    .replaceAll('+', '-')
    .replaceAll('/', '_')
    .replaceAll('=', '')
}
