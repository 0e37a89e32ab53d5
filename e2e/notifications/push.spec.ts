import { createECDH, randomBytes, randomUUID } from 'node:crypto'
import type { PushMessage } from '@covo/contract/notifications/push.routes'
import type { BrowserContext, Page } from '@playwright/test'
import { expect, test } from '../actors.ts'
import { long } from '../long.ts'

const path = '/app/impostazioni/notifiche'
const region = (page: Page) => page.getByRole('region', { name: 'Notifiche su questo dispositivo' })

test.use({ serviceWorkers: 'allow' })

/** The maker's push service of this Chromium can't be reached: the browser's subscription is made up, and stays for all pages. */
async function subscribable(context: BrowserContext): Promise<void> {
  const p256dh = createECDH('prime256v1').generateKeys('base64url')
  const json = {
    endpoint: `http://127.0.0.1:9/${randomUUID()}`,
    keys: { p256dh, auth: randomBytes(16).toString('base64url') },
  }
  await context.addInitScript((answer) => {
    const key = 'test subscription'
    const made = () => {
      const applicationServerKey = localStorage.getItem(key)
      if (applicationServerKey === null) return null
      const bytes = atob(applicationServerKey.replaceAll('-', '+').replaceAll('_', '/'))
      const unsubscribe = async () => localStorage.removeItem(key)
      const options = { applicationServerKey: Uint8Array.from(bytes, (byte) => byte.charCodeAt(0)).buffer }
      return { options, unsubscribe, toJSON: () => answer }
    }
    Notification.requestPermission = async () => 'granted'
    Object.assign(PushManager.prototype, {
      getSubscription: async () => made(),
      async subscribe(options: { applicationServerKey: string }) {
        localStorage.setItem(key, options.applicationServerKey)
        return made()
      },
    })
  }, json)
}

test('pushes are turned on for this device by a press, tried and turned off', async ({ anna }) => {
  const { page, context } = anna
  await subscribable(context)
  await page.goto(path)
  await expect(region(page).getByRole('button')).toHaveText(['Attiva le notifiche'])
  await region(page).getByRole('button', { name: 'Attiva le notifiche' }).click()
  await expect(region(page).getByRole('status')).toHaveText('Notifiche attive su questo dispositivo.')
  const tried = page.waitForResponse('**/api/push/test')
  await region(page).getByRole('button', { name: 'Invia una prova' }).click()
  expect((await tried).status()).toBe(204)
  await page.goto('/app/impostazioni/sicurezza')
  await expect(page.getByRole('list', { name: 'Dispositivi collegati' })).toContainText('notifiche attive')
  await page.goto(path)
  await region(page).getByRole('button', { name: 'Disattiva le notifiche' }).click()
  await expect(region(page).getByRole('button')).toHaveText(['Attiva le notifiche'])
  await page.reload()
  await expect(region(page).getByRole('button')).toHaveText(['Attiva le notifiche'])
})

test('the worker shows pushes, one of a kind, and closes those read elsewhere', async ({
  carla: { page, context },
}) => {
  const cdp = await context.newCDPSession(page)
  const registered = new Promise<string>((done) => {
    cdp.on('ServiceWorker.workerVersionUpdated', ({ versions }) => {
      const active = versions.find(({ status }) => status === 'activated')
      if (active) done(active.registrationId)
    })
  })
  await cdp.send('ServiceWorker.enable')
  await page.goto('/app/home')
  const registrationId = await registered
  const [worker] = context.serviceWorkers()
  if (!worker) throw new Error('there is no worker')
  // A Chromium without a window grants nobody to show notifications: they are noted instead.
  await worker.evaluate(() => {
    const shown = new Map<string, Notification>()
    const { registration } = self as unknown as { registration: ServiceWorkerRegistration }
    registration.getNotifications = async () => [...shown.values()]
    registration.showNotification = async (title, { tag = '', body = '' } = {}) => {
      shown.set(tag, { title, tag, body, close: () => shown.delete(tag) } as unknown as Notification)
    }
  })
  const { origin } = new URL(page.url())
  const deliver = (message: Partial<PushMessage>) => {
    const usual = { title: 'Anna', body: 'ciao', path: '/app/home', tag: 'a', about: 'a', unread: null }
    const data = JSON.stringify({ ...usual, ...message })
    return cdp.send('ServiceWorker.deliverPushMessage', { origin, registrationId, data })
  }
  const shown = () =>
    worker.evaluate(async () => {
      const { registration } = self as unknown as { registration: ServiceWorkerRegistration }
      const all = await registration.getNotifications()
      return all.map(({ title, body, tag }) => `${tag}: ${title}, ${body}`).toSorted()
    })
  await deliver({})
  await deliver({ tag: 'b', about: 'b', title: 'Bruno' })
  await deliver({ body: '2 nuovi messaggi' })
  await expect.poll(shown).toEqual(['a: Anna, 2 nuovi messaggi', 'b: Bruno, ciao'])
  await deliver({ tag: 'c', about: 'c', title: 'Carla', unread: ['b', 'c'] })
  await expect.poll(shown).toEqual(['b: Bruno, ciao', 'c: Carla, ciao'])
})

test(
  'a page closes read notifications, and opens the target of a pressed one, on this site',
  long,
  async ({ dario: { page, context } }) => {
    await context.addInitScript(() => {
      Object.defineProperty(Notification, 'permission', { value: 'granted' })
      const open = new Set(['/app/chat/a', '/app/eventi/b', '/app/chat-generale', '/app/amici'])
      ServiceWorkerRegistration.prototype.getNotifications = async () =>
        [...open].map((path) => {
          const about = path === '/app/chat-generale' ? 'generale' : (path.split('/').at(-1) ?? '')
          return { data: { path, about }, close: () => open.delete(path) } as unknown as Notification
        })
      Object.assign(window, { stillShown: open })
    })
    // One chat is not read yet.
    await page.route('**/api/chat/unread', (route) =>
      route.fulfill({
        json: {
          total: 1,
          chats: [
            {
              conversationId: 'a',
              partner: { uid: randomUUID(), displayName: 'Anna', photoURL: '' },
              lastMessage: 'ciao',
              lastMessageTimestamp: new Date().toISOString(),
            },
          ],
        },
      }),
    )
    await page.goto('/app/home')
    await expect
      .poll(() => page.evaluate(() => [...(window as unknown as { stillShown: Set<string> }).stillShown]))
      .toEqual(['/app/chat/a'])
    const press = (path: string) =>
      page.evaluate((open) => {
        navigator.serviceWorker.dispatchEvent(new MessageEvent('message', { data: { open } }))
      }, path)
    await press('//altrove.example/app/home')
    await press('https://altrove.example/')
    await press('/app/amici')
    await expect(page).toHaveURL('/app/amici')
  },
)
