import { randomUUID } from 'node:crypto'
import type { Request } from '@playwright/test'
import { type Actor, expect, loseSession, test } from '../actors.ts'
import { long } from '../long.ts'
import { box, list, networkOf, originOf, scrollToStart, sendMessage, textsWith, write } from './talk.ts'

// One after another: they share the one room, and each looks at its end.
test.describe.configure({ mode: 'default' })

async function open({ page }: Actor) {
  await page.goto('/app/chat-generale')
  await expect(page.getByText('connesso')).toBeVisible()
}

test('two members talk, live', async ({ anna, bruno }) => {
  const mark = randomUUID()
  await Promise.all([open(anna), open(bruno)])
  await expect(anna.page.getByText('Partecipa alle conversazioni della community')).toBeVisible()
  await expect(anna.page.getByRole('region', { name: 'Regole della Chat' }).getByRole('listitem')).toHaveText(
    [
      'Rispetta gli altri utenti',
      'Non condividere informazioni personali',
      'Evita spam e contenuti offensivi',
    ],
  )

  await write(anna, `Ciao Bruno ${mark}`)
  await expect(box(anna.page)).toHaveValue('')
  await expect(textsWith(bruno.page, mark)).toHaveText([`Ciao Bruno ${mark}`])
  await write(bruno, `Ciao Anna ${mark}`)
  for (const { page } of [anna, bruno]) {
    await expect(textsWith(page, mark)).toHaveText([`Ciao Bruno ${mark}`, `Ciao Anna ${mark}`])
    await expect(page.getByRole('region', { name: 'Chat Pubblica' })).toContainText(/\d+ utenti attivi/)
  }
  await expect(list(bruno.page)).toContainText(anna.name)
  await expect(list(anna.page)).not.toContainText(anna.name)
  await expect(anna.page.getByText('invio in corso')).toHaveCount(0)
})

test('a page that loses the network catches up, in order and without duplicates', async ({
  anna,
  bruno,
  announced,
}) => {
  announced.push(/ERR_INTERNET_DISCONNECTED|WebSocket|fetching the script/)
  const mark = randomUUID()
  const network = await networkOf(bruno)
  await Promise.all([open(anna), open(bruno)])
  await write(anna, `1 ${mark}`)
  await expect(textsWith(bruno.page, mark)).toHaveText([`1 ${mark}`])

  await network.cut()
  await expect(bruno.page.getByText('Sei senza rete: vedi gli ultimi dati ricevuti.')).toBeVisible()
  // One alert is enough.
  await expect(bruno.page.getByText('Connessione persa. Mi ricollego…')).toHaveCount(0)
  await write(bruno, `da Bruno ${mark}`)
  await expect(list(bruno.page).getByText('in attesa della rete')).toBeVisible()
  await expect(bruno.page.getByRole('button', { name: 'Riprova' })).toHaveCount(0)
  for (const number of [2, 3, 4]) await write(anna, `${number} ${mark}`)
  await expect(textsWith(anna.page, mark)).toHaveCount(4)

  await network.restore()
  const all = [...[1, 2, 3, 4].map((number) => `${number} ${mark}`), `da Bruno ${mark}`]
  await expect(textsWith(bruno.page, mark)).toHaveText(all)
  await expect(textsWith(anna.page, mark)).toHaveText(all)
  await expect(bruno.page.getByText('Sei senza rete: vedi gli ultimi dati ricevuti.')).toHaveCount(0)
  await bruno.page.reload()
  await expect(textsWith(bruno.page, mark)).toHaveText(all)
})

test('a message written offline survives a reload and is sent once', async ({ anna, bruno, announced }) => {
  announced.push(/503/)
  const mark = randomUUID()
  await Promise.all([open(anna), open(bruno)])
  await bruno.page.route('**/api/chat/generale/messages', (route) =>
    route.request().method() === 'POST'
      ? route.fulfill({ status: 503, json: { code: 'common.unavailable', requestId: 'x' } })
      : route.continue(),
  )
  await write(bruno, `prima ${mark}`)
  await write(bruno, `poi ${mark}`)
  await box(bruno.page).fill(`bozza ${mark}`)
  await expect(list(bruno.page).getByText('in attesa della rete')).toHaveCount(1)
  await bruno.page.reload()
  await expect(textsWith(bruno.page, mark)).toHaveText([`prima ${mark}`, `poi ${mark}`])
  await expect(box(bruno.page)).toHaveValue(`bozza ${mark}`)

  await bruno.page.unrouteAll()
  await expect(textsWith(anna.page, mark)).toHaveText([`prima ${mark}`, `poi ${mark}`])
  await expect(bruno.page.getByText('invio in corso')).toHaveCount(0)
  await bruno.page.reload()
  await expect(textsWith(bruno.page, mark)).toHaveText([`prima ${mark}`, `poi ${mark}`])
})

test('a message that is refused stays, is sent again by hand, or copied and given up for good', async ({
  anna,
  announced,
}) => {
  announced.push(/429|500/)
  const mark = randomUUID()
  const clientIds: string[] = []
  const refusals = [
    { status: 429, json: { code: 'chat.too_fast', params: { seconds: 7 }, requestId: 'x' } },
    { status: 429, json: { code: 'chat.too_many_links', params: { seconds: 500 }, requestId: 'x' } },
    { status: 500, json: { code: 'common.internal', requestId: 'x' } },
  ]
  await anna.page.route('**/api/chat/generale/messages', (route) => {
    if (route.request().method() !== 'POST') return route.continue()
    clientIds.push((route.request().postDataJSON() as { clientId: string }).clientId)
    const refusal = refusals.shift()
    return refusal ? route.fulfill(refusal) : route.continue()
  })
  const { page } = anna
  await page.context().grantPermissions(['clipboard-read', 'clipboard-write'])
  await open(anna)
  await write(anna, `in fretta ${mark}`)
  await expect(list(page).getByText('Stai scrivendo troppo in fretta. Riprova tra 7 secondi.')).toBeVisible()
  await anna.page.getByRole('button', { name: 'Riprova' }).click()
  await expect(page.getByText('Stai scrivendo troppo in fretta.')).toHaveCount(0)
  const links = 'Per le prime 24 ore puoi inviare pochi link. Riprova più tardi.'
  await expect(list(page).getByText(links)).toBeVisible()
  await anna.page.getByRole('button', { name: 'Riprova' }).click()
  await expect(page.getByText(links)).toHaveCount(0)
  await expect(list(page).getByText('non inviato')).toBeVisible()
  await anna.page.getByRole('button', { name: 'Riprova' }).click()
  await expect(anna.page.getByText('non inviato')).toHaveCount(0)
  await expect(textsWith(anna.page, mark)).toHaveText([`in fretta ${mark}`])
  await expect.poll(() => clientIds.length).toBe(4)
  expect(new Set(clientIds).size).toBe(1)
  refusals.push({ status: 429, json: { code: 'chat.too_fast', params: { seconds: 7 }, requestId: 'x' } })
  await write(anna, `mai ${mark}`)
  await list(page).getByRole('button', { name: 'Copia testo' }).click()
  await expect.poll(() => page.evaluate(() => navigator.clipboard.readText())).toBe(`mai ${mark}`)
  await list(page).getByRole('button', { name: 'Scarta' }).click()
  await expect(textsWith(page, `mai ${mark}`)).toHaveCount(0)
  await expect(box(page)).toBeFocused()
  await page.reload()
  await write(anna, `questo sì ${mark}`)
  await expect(textsWith(page, `questo sì ${mark}`)).toHaveCount(1)
  await expect(textsWith(page, `mai ${mark}`)).toHaveCount(0)
})

test('older messages come while scrolling up, and do not move the text being read', async ({
  anna,
  bruno,
  carla,
  dario,
}) => {
  const mark = randomUUID()
  for (let number = 1; number <= 120; number += 4)
    for (const [index, writer] of [anna, bruno, carla, dario].entries())
      await writer.writes(`${mark} numero ${number + index}.`)
  const { page } = dario
  const message = (number: number) => textsWith(page, `${mark} numero ${number}.`)
  let release: (() => void) | null = null
  await page.route('**/messages?before=*', async (route) => {
    await new Promise<void>((resolve) => {
      release = resolve
    })
    await route.continue()
  })
  await open(dario)
  await expect(message(120)).toBeInViewport()

  const yOf = async (text: string) => (await textsWith(page, text).boundingBox())?.y ?? 0
  const numberOf = (text: string) => Number(/(\d+)\.$/.exec(text)?.[1])
  /** Lets the requested page come; the older messages then stand above. */
  async function receive(asked: Promise<Request>) {
    const before = new URL((await asked).url()).searchParams.get('before')
    const arrived = page.waitForResponse((response) => response.url().includes(`before=${before}`))
    await expect.poll(() => release).not.toBeNull()
    release?.()
    release = null
    await arrived
  }

  // In the middle of scrolling the text being read moves with the wheel alone.
  const askedOnTheWay = page.waitForRequest('**/messages?before=*')
  await list(page).hover()
  await expect(async () => {
    await page.mouse.wheel(0, -200)
    expect(await list(page).evaluate((element) => element.scrollTop)).toBeLessThan(600)
  }).toPass({ intervals: [100] })
  await askedOnTheWay
  const read = (await textsWith(page, mark).evaluateAll((all) => {
    const top = document.querySelector('[role=log]')?.getBoundingClientRect().top ?? 0
    return all.find((one) => one.getBoundingClientRect().top > top)?.textContent
  })) as string
  const y = await yOf(read)
  await page.mouse.wheel(0, -100)
  await receive(askedOnTheWay)
  await page.mouse.wheel(0, -100)
  await expect.poll(async () => Math.abs((await yOf(read)) - y - 200)).toBeLessThanOrEqual(2)

  // And nothing moves for a reader who waits at the start.
  const askedAtStart = page.waitForRequest('**/messages?before=*')
  await scrollToStart(page)
  const oldest = (await textsWith(page, mark).first().textContent()) ?? ''
  await expect(textsWith(page, oldest)).toBeInViewport()
  const place = await yOf(oldest)
  await receive(askedAtStart)
  await expect(message(numberOf(oldest) - 1)).toHaveCount(1)
  await expect.poll(async () => Math.abs((await yOf(oldest)) - place)).toBeLessThanOrEqual(2)

  await list(page).press('End')
  await expect(message(120)).toBeInViewport()
})

test('Enter sends, Shift+Enter goes to a new line, what is blank or too long is not sent', async ({
  anna,
}) => {
  const mark = randomUUID()
  await open(anna)
  const send = anna.page.getByRole('button', { name: 'Invia' })
  await expect(send).toBeDisabled()
  await box(anna.page).fill('   \n ')
  await expect(send).toBeDisabled()
  await box(anna.page).press('Enter')
  await box(anna.page).fill(`  una riga ${mark}`)
  await box(anna.page).press('Shift+Enter')
  await box(anna.page).pressSequentially("e un'altra  ")
  await expect(textsWith(anna.page, mark)).toHaveCount(0)
  await box(anna.page).press('Enter')
  await expect(textsWith(anna.page, mark)).toHaveText(`una riga ${mark}\ne un'altra`, { useInnerText: true })
  await box(anna.page).fill(`col pulsante ${mark}`)
  await send.click()
  await expect(textsWith(anna.page, `col pulsante ${mark}`)).toHaveCount(1)
  await box(anna.page).fill('b'.repeat(2001))
  await box(anna.page).press('Enter')
  await expect(anna.page.getByRole('alert')).toHaveText('Il messaggio può avere al massimo 2000 caratteri.')
  await expect(box(anna.page)).toHaveValue('b'.repeat(2001))
  await expect(textsWith(anna.page, 'bbbbbbbb')).toHaveCount(0)
})

test(
  'a burst of messages keeps a list at its end; a list scrolled up stays, and its button leads to the newest',
  long,
  async ({ anna, bruno, carla, dario }) => {
    const mark = randomUUID()
    await open(bruno)
    const write = async (writer: Actor) => {
      for (let number = 1; number <= 6; number++) await writer.writes(`${mark} ${number}`)
    }
    await Promise.all([anna, carla, dario].map(write))
    await anna.writes(`${mark} ultimo`)
    await expect(textsWith(bruno.page, `${mark} ultimo`)).toBeInViewport()
    const pill = bruno.page.getByRole('button', { name: /nuov(o|i) messagg(io|i)$/ })
    await expect(pill).toHaveCount(0)
    await scrollToStart(bruno.page)
    await anna.writes(`${mark} e un altro`)
    await expect(pill).toBeVisible()
    await expect(textsWith(bruno.page, `${mark} e un altro`)).not.toBeInViewport()
    await pill.click()
    await expect(textsWith(bruno.page, `${mark} e un altro`)).toBeInViewport()
    await expect(pill).toHaveCount(0)
  },
)

test(
  'without a session, sending leads to the login, and the message goes after it',
  long,
  async ({ anna, bruno, announced }) => {
    announced.push(/401/)
    const { page } = anna
    const text = `rimasta qui ${randomUUID()}`
    await page.goto('/app/chat-generale')
    await bruno.page.goto('/app/chat-generale')
    await page.getByPlaceholder('Scrivi un messaggio...').fill(text)
    await loseSession(anna)
    await page.getByRole('button', { name: 'Invia' }).click()
    await expect(page).toHaveURL('/Login')
    await page.unrouteAll()
    await expect(page.getByRole('alert')).toContainText('Effettua il login per chattare')
    await page.getByLabel('Email').fill(anna.email)
    await page.getByLabel('Password', { exact: true }).fill(anna.password)
    await page.getByRole('button', { name: 'Accedi', exact: true }).click()
    await page.getByRole('link', { name: 'Chat Generale', exact: true }).first().click()
    await expect(list(bruno.page).getByText(text)).toHaveCount(1)
  },
)

test(
  'a link leads to a message far up, from where scrolling and a press lead to the end',
  long,
  async ({ anna, bruno, carla, dario }) => {
    const { page } = anna
    const mark = randomUUID()
    const article = (text: string) => list(page).getByRole('article').filter({ hasText: text })
    const newest = page.getByRole('button', { name: 'Vai ai messaggi più recenti' })
    const { sequence } = await sendMessage(anna, 'generale', `${mark} il primo.`)
    for (let number = 1; number <= 100; number += 4)
      for (const [index, writer] of [anna, bruno, carla, dario].entries())
        await writer.writes(`${mark} numero ${number + index}.`)
    const link = `/app/chat-generale?messaggio=${sequence}`
    await sendMessage(bruno, 'generale', `guarda ${new URL(link, originOf())}`)
    await open(anna)
    await list(page)
      .getByRole('link', { name: `messaggio=${sequence}` })
      .click()
    await expect(page).toHaveURL(link)
    const target = article(`${mark} il primo.`)
    await expect(target).toBeFocused()
    await expect(target).toBeInViewport()

    // A message that comes meanwhile moves nothing, and the end is a press away.
    await carla.writes(`${mark} nel frattempo`)
    await expect(newest).toBeVisible()
    await expect(target).toBeInViewport()
    await newest.click()
    await expect(article(`${mark} nel frattempo`)).toBeInViewport()
    await expect(list(page)).toBeFocused()
    await expect(newest).toHaveCount(0)

    // A page that is loaded on the way down moves nothing, though one's own message is its last.
    await anna.writes(`${mark} di passaggio`)
    let hasLoaded = false
    page.on('response', (response) => {
      if (response.url().includes('?after=')) hasLoaded = true
    })
    await page.goto(`/app/chat-generale?messaggio=${sequence + 20}`)
    await expect(article(`${mark} numero 20.`)).toBeFocused()
    await list(page).hover()
    await expect(async () => {
      await page.mouse.wheel(0, 100)
      expect(hasLoaded).toBe(true)
    }).toPass({ intervals: [50] })
    await expect(async () => {
      await page.mouse.wheel(0, 100)
      await expect(article(`${mark} numero 46.`)).toBeVisible({ timeout: 50 })
    }).toPass({ intervals: [50] })

    // Scrolling down from the middle leads through all messages to the end, which is then followed.
    await page.goto(`/app/chat-generale?messaggio=${sequence + 20}`)
    await expect(article(`${mark} numero 20.`)).toBeFocused()
    await list(page).hover()
    await expect(async () => {
      await page.mouse.wheel(0, 4000)
      await expect(article(`${mark} di passaggio`)).toBeInViewport({ timeout: 300 })
    }).toPass()
    await expect(newest).toHaveCount(0)
    await carla.writes(`${mark} e ancora`)
    await expect(article(`${mark} e ancora`)).toBeInViewport()

    // Sending a message scrolls to the end, from any place.
    await page.goto(link)
    await expect(target).toBeFocused()
    await write(anna, `${mark} eccomi`)
    await expect(article(`${mark} eccomi`)).toBeInViewport()
    await expect(target).toHaveCount(0)
  },
)
