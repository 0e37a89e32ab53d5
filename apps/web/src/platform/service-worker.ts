/**
 * The program's files for a time without network: scripts, styles and the page, as one version of the build. The
 * server's answers about members are never read here, let alone kept. `vite.config.ts` names the files.
 */
import type { PushMessage } from '@covo/contract/notifications/push.routes'

declare const build: { version: string; assets: string[] }

type WorkerEvent = Event & { waitUntil(work: Promise<unknown>): void }
type PushEvent = WorkerEvent & { data: { json(): PushMessage } | null }
type NotificationEvent = WorkerEvent & { notification: Notification }
type WindowClient = { url: string; focus(): Promise<unknown>; postMessage(message: unknown): void }
type FetchEvent = WorkerEvent & { request: Request; respondWith(answer: Promise<Response>): void }

declare const self: {
  location: Location
  registration: ServiceWorkerRegistration
  clients: {
    matchAll(options: { type: 'window'; includeUncontrolled: boolean }): Promise<WindowClient[]>
    openWindow(path: string): Promise<unknown>
  }
  skipWaiting(): Promise<void>
  addEventListener(type: 'install', listener: (event: WorkerEvent) => void): void
  addEventListener(type: 'fetch', listener: (event: FetchEvent) => void): void
  addEventListener(type: 'push', listener: (event: PushEvent) => void): void
  addEventListener(type: 'notificationclick', listener: (event: NotificationEvent) => void): void
}

const { version, assets } = build
const cacheName = `covo.${version}`
/** The page without anybody's session in it (`site.ts`). */
const offlinePage = '/offline'
/** Milliseconds for the server to answer with a page. */
const networkTimeoutMs = 5_000

// The next version takes over at once: open pages find the scripts of theirs in its cache.
self.addEventListener('install', (event) => event.waitUntil(install().then(() => self.skipWaiting())))

self.addEventListener('fetch', (event) => {
  const { request } = event
  const { origin, pathname } = new URL(request.url)
  if (request.method !== 'GET' || origin !== self.location.origin) return
  if (pathname.startsWith('/assets/')) event.respondWith(assetFor(request))
  else if (request.mode === 'navigate' && !pathname.startsWith('/api/') && !pathname.includes('.')) {
    event.respondWith(pageFor(request))
    event.waitUntil(forgetOldVersions())
  }
})

self.addEventListener('push', (event) => event.waitUntil(show(event.data?.json())))

self.addEventListener('notificationclick', (event) => {
  event.notification.close()
  event.waitUntil(openPage(event.notification))
})

/** Shows the notification of a push, and closes notifications that the member has read elsewhere. */
async function show(message: PushMessage | undefined): Promise<void> {
  if (!message) return
  const { title, body, path, tag, about, unread } = message
  const { registration } = self
  await registration.showNotification(title, { body, tag, icon: '/icon-192.png', data: { path, about } })
  if (unread === null) return
  for (const shown of await registration.getNotifications())
    if (shown.tag !== tag && !unread.includes(shown.tag)) shown.close()
}

/** In a page that is open, if there is one; never outside of this site. */
async function openPage({ data }: Notification): Promise<void> {
  const { path } = data as { path: string }
  const url = new URL(path, self.location.origin)
  if (url.origin !== self.location.origin) return
  const pages = await self.clients.matchAll({ type: 'window', includeUncontrolled: true })
  const page = pages.find(({ url }) => new URL(url).pathname.startsWith('/app/'))
  if (!page) return void (await self.clients.openWindow(url.href))
  page.postMessage({ open: path })
  await page.focus()
}

/** One file after another, so that the requests of the page go first. */
async function install(): Promise<void> {
  const cache = await caches.open(cacheName)
  for (const asset of assets) {
    const known = await caches.match(asset, { ignoreVary: true })
    if (known) await cache.put(asset, known)
    else await cache.add(new Request(asset, { priority: 'low' }))
  }
  const page = await fetch(offlinePage, { credentials: 'omit', cache: 'no-store', priority: 'low' })
  const needed = (await page.clone().text()).match(/\/assets\/[^"]+/g) ?? []
  // In the middle of an update: the next visit tries again.
  if (!page.ok || !needed.every((asset) => assets.includes(asset))) throw new Error('of another version')
  await cache.put(offlinePage, page)
}

async function assetFor(request: Request): Promise<Response> {
  return (await caches.match(request, { ignoreVary: true })) ?? fetch(request)
}

async function pageFor(request: Request): Promise<Response> {
  const answer = fetch(request)
  const kept = () => caches.match(offlinePage, { cacheName })
  try {
    const late = new Promise<void>((resolve) => setTimeout(resolve, networkTimeoutMs)).then(kept)
    return (await Promise.race([answer, late])) ?? (await answer)
  } catch {
    return (await kept()) ?? Response.error()
  }
}

/** Once no page is open that may still need their scripts. */
async function forgetOldVersions(): Promise<void> {
  const pages = await self.clients.matchAll({ type: 'window', includeUncontrolled: true })
  if (pages.length > 0) return
  for (const name of await caches.keys()) if (name !== cacheName) await caches.delete(name)
}
