import { createServer, request as send } from 'node:http'
import type { AddressInfo } from 'node:net'
import { figure } from '@covo/testing/figure'
import type { BrowserContext, Page, Request } from '@playwright/test'
import { expect, menuPaths, test } from '../actors.ts'
import { befriend, list, originOf, sendMessage, textsWith, uidOf, write } from '../chat/talk.ts'
import { card, organise } from '../events/organise.ts'
import { workerIsReady } from './worker-is-ready.ts'

const strip = (page: Page) => page.getByText('Sei senza rete: vedi gli ultimi dati ricevuti.')
const isOnline = (page: Page) => expect(page.getByText('connesso')).toBeVisible()

test.use({ serviceWorkers: 'allow' })

test.beforeEach(({ announced }) => {
  // The socket may report a session's end before the answer does; then the page requests the session.
  announced.push(/ERR_INTERNET_DISCONNECTED|ERR_FAILED|ERR_NETWORK|WebSocket|status of 401/)
})

/** All that a browser keeps for the site, as one text for each store. */
function storedBy(page: Page): Promise<Record<string, string>> {
  return page.evaluate(async () => {
    const kept: string[] = []
    for (const name of await caches.keys()) {
      const cache = await caches.open(name)
      for (const request of await cache.keys())
        kept.push(request.url, (await (await cache.match(request))?.text()) ?? '')
    }
    return {
      caches: kept.join('\n'),
      databases: JSON.stringify(await indexedDB.databases()),
      local: JSON.stringify({ ...localStorage }),
      session: JSON.stringify({ ...sessionStorage }),
    }
  })
}

test('without network a member finds what they last saw, and can change none of it', async ({
  anna,
  bruno,
}) => {
  const { page, context } = anna
  const conversationId = await befriend(anna, bruno)
  const soon = new Date(Date.now() + 3_600_000).toISOString()
  const { title } = await organise(bruno, {
    title: `Serata ${anna.name}`,
    dateTime: soon,
  })
  await sendMessage(bruno, conversationId, 'Ci vediamo alle nove')
  const awaited = new Set<Request>()
  page.on('request', (request) => awaited.add(request))
  page.on('requestfinished', (request) => awaited.delete(request))
  page.on('requestfailed', (request) => awaited.delete(request))
  // The device keeps what has arrived when the page is left.
  for (const [path, seen] of [
    ['/app/eventi', title],
    ['/app/amici', bruno.name],
    [`/app/chat/${conversationId}`, 'Ci vediamo alle nove'],
    ['/app/home', `Bentornato, ${anna.name}!`],
  ] as const) {
    await page.goto(path)
    await isOnline(page)
    await expect(page.getByRole('main').getByText(seen).first()).toBeVisible()
    await expect.poll(() => awaited.size).toBe(0)
  }
  await workerIsReady(page)

  await context.setOffline(true)
  await page.reload()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(`Bentornato, ${anna.name}!`)
  await expect(strip(page)).toBeVisible()
  await expect(page.getByText('Riprova')).toHaveCount(0)
  await expect(page.getByText('connesso')).toHaveCount(0)

  const menu = page.getByRole('navigation', { name: 'Menu principale' })
  await menu.getByRole('link', { name: 'Amici' }).click()
  await expect(page.getByText(bruno.name).first()).toBeVisible()
  await expect(page.getByText('Riprova')).toHaveCount(0)
  await page.getByRole('button', { name: 'Messaggio' }).click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(bruno.name)
  await expect(list(page).getByText('Ci vediamo alle nove')).toBeVisible()

  await menu.getByRole('link', { name: 'Eventi' }).click()
  await expect(strip(page)).toBeVisible()
  const shown = card(page, title)
  await shown.getByRole('button', { name: 'Partecipa' }).click()
  await expect(page.getByRole('alert').first()).toBeVisible()
  await expect(shown.getByRole('button', { name: 'Partecipa' })).toBeVisible()

  await context.setOffline(false)
  await isOnline(page)
  await expect(strip(page)).toHaveCount(0)
})

test('messages written offline, before and after a reload, are sent once on return', async ({
  anna,
  bruno,
}) => {
  const { page, context } = anna
  const conversationId = await befriend(anna, bruno)
  await sendMessage(bruno, conversationId, 'primo')
  await page.goto(`/app/chat/${conversationId}`)
  await expect(textsWith(page, 'primo')).toBeVisible()
  await workerIsReady(page)

  await context.setOffline(true)
  await write(anna, 'scritto prima')
  await page.reload()
  await expect(textsWith(page, 'primo')).toBeVisible()
  await expect(textsWith(page, 'scritto prima')).toBeVisible()
  await write(anna, 'scritto dopo')
  // It need not be the screen of that chat that is open on return.
  await page.goto('/app/home')
  await expect(strip(page)).toBeVisible()
  await sendMessage(bruno, conversationId, 'intanto')

  await context.setOffline(false)
  await bruno.page.goto(`/app/chat/${conversationId}`)
  await expect(textsWith(bruno.page, 'scritto dopo')).toBeVisible()
  await page.goto(`/app/chat/${conversationId}`)
  for (const reader of [page, bruno.page]) {
    await expect(list(reader).getByText(/^(primo|intanto|scritto prima|scritto dopo)$/)).toHaveText([
      'primo',
      'intanto',
      'scritto prima',
      'scritto dopo',
    ])
    await expect(reader.getByText('invio in corso')).toHaveCount(0)
  }
})

test('a journey asks the own host alone, no answer of the API is kept, and a logout leaves nothing personal (P-03)', async ({
  anna,
  bruno,
}) => {
  const { page, context } = anna
  const asked: string[] = []
  const keptAnswers: string[] = []
  context.on('request', (request) => asked.push(request.url()))
  context.on('response', (answer) => {
    if (new URL(answer.url()).pathname.startsWith('/api/') && answer.fromServiceWorker())
      keptAnswers.push(answer.url())
  })
  const canary = `canarino ${anna.name}`
  const conversationId = await befriend(anna, bruno)
  await sendMessage(bruno, conversationId, canary)
  const secondTab = await context.newPage()
  await secondTab.goto('/app/home')
  for (const path of [...menuPaths, `/app/chat/${conversationId}`]) {
    await page.goto(path)
    await isOnline(page)
    await page.waitForLoadState('networkidle')
  }
  await workerIsReady(page)
  await page.reload()
  await expect(list(page).getByText(canary)).toBeVisible()
  // With a worker that answers pages, too: another member's change is there at the next visit.
  await sendMessage(bruno, conversationId, 'e ancora')
  await page.reload()
  await expect(list(page).getByText('e ancora')).toBeVisible()
  await page.getByPlaceholder('Scrivi un messaggio...').fill(`bozza di ${canary}`)

  const uid = await uidOf(anna)
  const personal = [canary, anna.name, anna.email, uid, bruno.name]
  const before = Object.values(await storedBy(page)).join('\n')
  for (const text of personal) expect(before).toContain(text)

  const cookies = (await context.cookies()).map(({ name }) => name)
  await page.getByRole('button', { name: 'Logout' }).click()
  for (const tab of [page, secondTab]) {
    await expect(tab).toHaveURL('/Login')
    const after = await storedBy(tab)
    for (const [store, content] of Object.entries(after))
      for (const text of personal) expect(content, store).not.toContain(text)
    expect(after).toMatchObject({ local: '{}', session: '{}', databases: '[]' })
  }
  // The remaining data say that a member signed in here before, and not which one.
  const left = await context.cookies()
  expect(left.map(({ name }) => name)).toEqual(['covo.known_browser'])
  for (const text of personal) expect(left[0]?.value).not.toContain(text)
  await context.setOffline(true)
  await page.goto('/app/home')
  await expect(page).toHaveURL('/Login')

  const hosts = new Set(asked.map((url) => new URL(url).host))
  figure(
    'P-03',
    `${asked.length} requests of a journey: ${[...hosts].filter((host) => host !== new URL(originOf()).host).length} to other hosts; cookies: ${cookies.join(', ')}; ${keptAnswers.length} answers of the API from the worker; ${personal.length} personal texts looked for in all stores after the logout: 0 found`,
  )
  expect([...hosts]).toEqual([new URL(originOf()).host])
  expect(cookies.toSorted()).toEqual(['covo.known_browser', 'covo.session_token'])
  expect(keptAnswers).toEqual([])
})

test('another member on the same device sees nothing of the one before', async ({ anna, bruno, carla }) => {
  const { page, context } = anna
  const conversationId = await befriend(anna, carla)
  const canary = `canarino ${anna.name}`
  await sendMessage(carla, conversationId, canary)
  await page.goto(`/app/chat/${conversationId}`)
  await expect(list(page).getByText(canary)).toBeVisible()
  await workerIsReady(page)
  await page.reload()
  await expect(list(page).getByText(canary)).toBeVisible()
  expect((await storedBy(page)).local).toContain(canary)
  // Somebody else signs in, without a logout, in a program that this page doesn't know.
  await context.clearCookies()
  await context.addCookies(await bruno.context.cookies())
  await page.goto('/app/amici')
  await expect(page.getByRole('banner').getByText(bruno.name)).toBeVisible()
  await context.setOffline(true)
  await page.goto('/app/home')
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(`Bentornato, ${bruno.name}!`)
  const { local = '' } = await storedBy(page)
  expect(local).not.toContain(anna.name)
})

test('a newer version takes over, and a page of the older one goes on with its scripts', async ({
  openBrowser,
}) => {
  const site = await serveVersions()
  const context = await openBrowser({ baseURL: site.origin })
  try {
    const page = await context.newPage()
    await page.goto('/')
    await workerIsReady(page)
    await page.reload()
    const [before] = await versionsOf(context)

    site.install()
    await page.evaluate(async () => (await navigator.serviceWorker.ready).update())
    await expect.poll(() => versionsOf(context)).toEqual([before, 'covo.newer'])
    const isInCharge = () =>
      page.evaluate(async () => {
        const { installing, waiting } = await navigator.serviceWorker.ready
        return !installing && !waiting
      })
    await expect.poll(isInCharge).toBe(true)
    // The server has the older version's screens no more; the page that is open gets to one that it had not shown.
    await page.getByRole('link', { name: 'Registrati' }).click()
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
    await expect(page).toHaveURL('/Register')

    await page.close()
    const next = await context.newPage()
    await next.goto('/Login')
    await expect.poll(() => versionsOf(context)).toEqual(['covo.newer'])
    await context.setOffline(true)
    await next.reload()
    await expect(next.getByRole('heading', { level: 1 })).toBeVisible()
  } finally {
    await context.close()
    site.stop()
  }
})

async function versionsOf(context: BrowserContext): Promise<string[]> {
  const [page] = context.pages()
  return (await page?.evaluate(() => caches.keys())) ?? []
}

/** The server as it is, and, once that is installed, with a newer version of the program: its worker is another. */
async function serveVersions() {
  let isNewer = false
  const server = createServer((incoming, outgoing) => {
    const { url = '/', headers } = incoming
    // No network but the worker's cache has it then.
    if (isNewer && url.includes('register.screen')) return void outgoing.writeHead(404).end()
    const { 'accept-encoding': _, ...asked } = headers
    const ask = send(new URL(url, originOf()), { headers: asked }, (answer) => {
      const { 'content-length': __, ...answerHeaders } = answer.headers
      if (!isNewer || url !== '/service-worker.js') {
        outgoing.writeHead(answer.statusCode ?? 500, answer.headers)
        answer.pipe(outgoing)
        return
      }
      outgoing.writeHead(200, answerHeaders)
      let script = ''
      answer.setEncoding('utf8')
      answer.on('data', (part: string) => {
        script += part
      })
      answer.on('end', () => outgoing.end(script.replace(/"version":"\w+"/, '"version":"newer"')))
    })
    ask.end()
  })
  await new Promise<void>((ready) => server.listen(0, '127.0.0.1', ready))
  return {
    origin: `http://localhost:${(server.address() as AddressInfo).port}`,
    install: () => {
      isNewer = true
    },
    stop: () => {
      server.close()
      server.closeAllConnections()
    },
  }
}
