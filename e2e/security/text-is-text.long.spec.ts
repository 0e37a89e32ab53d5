import { randomUUID } from 'node:crypto'
import { plainDescription, plainText } from '@covo/contract/chat/markup.text'
import { parseProfileChanges } from '@covo/contract/profiles/profiles.rules'
import { figure } from '@covo/testing/figure'
import type { BrowserContext, Page } from '@playwright/test'
import { type Actor, expect, test } from '../actors.ts'
import { befriend, originOf, uidOf } from '../chat/talk.ts'
import { nextYear } from '../events/organise.ts'
import { directions, hostileTexts, misleadingLinks } from './hostile-texts.ts'

// Hundreds of texts a test.
test.setTimeout(300_000)

declare global {
  interface Window {
    caught: string[]
  }
}

/** Records in every page the effects that no text may have: a script of its own, a dialog, a breach of the content policy. */
async function setTrap(context: BrowserContext): Promise<string[]> {
  const dialogs: string[] = []
  context.on('dialog', (dialog) => {
    dialogs.push(dialog.message())
    void dialog.dismiss()
  })
  await context.addInitScript(() => {
    window.caught = []
    for (const name of ['alert', 'confirm', 'prompt', 'print'] as const)
      window[name] = (() => window.caught.push(`${name} was called`)) as never
    document.addEventListener('securitypolicyviolation', ({ violatedDirective, blockedURI }) =>
      window.caught.push(`${violatedDirective} ${blockedURI}`),
    )
  })
  return dialogs
}

/** The faults of the page: errors, texts that became elements, links that hide their targets. */
async function faultsOf(page: Page): Promise<string[]> {
  return await page.evaluate(() => {
    const faults = [...window.caught]
    for (const element of document.querySelectorAll('body *')) {
      if (
        element.matches(
          'iframe, object, embed, base, meta, math, marquee, video, template, select iframe, body script',
        )
      )
        faults.push(`a text became <${element.localName}>`)
      for (const { name } of element.attributes)
        if (name.startsWith('on')) faults.push(`a text became ${name}`)
    }
    for (const link of document.querySelectorAll<HTMLAnchorElement>('a[href]')) {
      if (!/^https?:$/.test(link.protocol)) faults.push(`a link to ${link.href}`)
      if (link.origin === location.origin) continue
      if (!link.relList.contains('noopener') || !link.relList.contains('noreferrer'))
        faults.push(`${link.href} keeps its opener`)
      const text = link.parentElement?.textContent?.toLowerCase() ?? ''
      const plain = link.origin.toLowerCase()
      const isPlain = text.startsWith(plain) && ['', '/', '?', '#', '…'].includes(text.charAt(plain.length))
      // A card may leave out the text after the last dot.
      const isBegun =
        text.endsWith('…') && plain.startsWith(text.slice(0, -1)) && text.length > plain.lastIndexOf('.') + 1
      if (!isPlain && !isBegun && !text.endsWith(`[${link.host}]`))
        faults.push(`${text} leads to ${link.host}`)
      if (/[\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]/.test(text)) faults.push(`${text} turns direction`)
    }
    return faults
  })
}

/** Unfolds the shown messages, and opens their spoilers. */
async function openAll(page: Page): Promise<void> {
  await page.evaluate(() => {
    for (const button of document.querySelectorAll<HTMLElement>('[role=log] [aria-expanded=false]'))
      button.click()
  })
}

function inPacks(longest: number, separator = '\n'): string[] {
  const packs: string[] = []
  for (const text of hostileTexts) {
    const last = packs.at(-1)
    const joined = last === undefined ? text : `${last}${separator}${text}`
    if (last !== undefined && joined.length <= longest) packs[packs.length - 1] = joined
    else packs.push(text)
  }
  return packs
}

async function send({ context }: Actor, method: 'post' | 'patch', path: string, data: object) {
  return await context.request[method](path, { headers: { origin: originOf() }, data })
}

const empty = { professione: '', citta: '', telefono: '', dataNascita: '', bio: '' }

/** Whether each character of a text stands on the screen right of the one before it, or on another line. */
async function isInOrder(page: Page, selector: string): Promise<boolean> {
  return await page
    .locator(selector)
    .last()
    .evaluate((element) => {
      const walker = document.createTreeWalker(element, NodeFilter.SHOW_TEXT)
      const places: DOMRect[] = []
      for (let node = walker.nextNode(); node; node = walker.nextNode())
        for (let index = 0; index < (node.textContent ?? '').length; index += 1) {
          const range = document.createRange()
          range.setStart(node, index)
          range.setEnd(node, index + 1)
          places.push(range.getBoundingClientRect())
        }
      const isAfter = (place: DOMRect, before: DOMRect) =>
        place.top >= before.bottom || (place.top === before.top && place.left >= before.left)
      return (
        places.length > 0 &&
        places.every((place, index) => index === 0 || isAfter(place, places[index - 1] ?? place))
      )
    })
}

test('messages are text, live and in the history, in public and in private (S-09)', async ({
  anna,
  bruno,
}) => {
  const dialogs = await setTrap(anna.context)
  const { page } = anna
  const conversationId = await befriend(anna, bruno)
  const packs = inPacks(1900)
  for (const [conversation, path] of [
    ['generale', '/app/chat-generale'],
    [conversationId, `/app/chat/${conversationId}`],
  ] as const) {
    await page.goto(path)
    await expect(page.getByText('connesso')).toBeVisible()
    for (const [number, pack] of packs.entries()) {
      const mark = `fine-${conversation.slice(0, 8)}-${number}`
      const text = `${pack}\n${mark}`
      const answer = await send(bruno, 'post', `/api/chat/${conversation}/messages`, {
        clientId: randomUUID(),
        text,
      })
      expect(answer.status()).toBe(201)
      const bubble = page.getByRole('log').locator('p', { hasText: mark })
      await expect(async () => {
        await openAll(page)
        await expect(bubble).toHaveCount(1, { timeout: 100 })
      }).toPass()
      expect(await faultsOf(page)).toEqual([])
      // Word for word, but for marks, the hosts that stand behind links, and directions inside of these.
      const shown = (await bubble.textContent()) ?? ''
      for (const one of plainText(pack).split('\n'))
        if (!/https?:\/\//i.test(one)) expect(shown).toContain(one)
    }
    await page.reload()
    await expect(async () => {
      await openAll(page)
      await expect(
        page.getByText(`fine-${conversation.slice(0, 8)}-${packs.length - 1}`).first(),
      ).toBeVisible({ timeout: 100 })
    }).toPass()
    expect(await faultsOf(page)).toEqual([])
  }

  const links = misleadingLinks.filter((link) => URL.canParse(link) && /^https?:\/\//i.test(link))
  for (const link of links) {
    await send(bruno, 'post', '/api/chat/generale/messages', {
      clientId: randomUUID(),
      text: `\u202eprima ${link} dopo`,
    })
  }
  await page.goto('/app/chat-generale')
  await expect(page.getByRole('log').getByRole('link').last()).toBeVisible()
  await expect.poll(() => page.getByRole('log').locator('bdi').count()).toBeGreaterThan(3)
  expect(await faultsOf(page)).toEqual([])
  // An override before a link turns the text, not the link.
  expect(await isInOrder(page, '[role=log] bdi a')).toBe(true)

  await page.goto('/app/home')
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  expect(await faultsOf(page)).toEqual([])
  expect(dialogs).toEqual([])
  figure(
    'S-09',
    `${hostileTexts.length} texts as public and private messages, ${links.length} misleading links: 0 scripts, 0 dialogs, 0 breaches of the policy`,
  )
})

/** Each hostile text in the place of another part of the formatting. */
const formatted: ((text: string) => string)[] = [
  (text) => `**${text}** *${text}* ~~${text}~~`,
  (text) => `\`${text}\``,
  (text) => `[${text}](https://ladro.it/)`,
  (text) => `[banca](${text})`,
  (text) => `[https://banca.it](https://ladro.it/?${encodeURIComponent(text)})`,
  (text) => `||${text}||`,
  (text) => `||\n${text}\n||`,
  (text) => `> ${text}\n> > ${text}`,
  (text) => `- ${text}\n  1. ${text}`,
  (text) => `\`\`\`\n${text}\n\`\`\``,
  (text) => `\`\`\`${text.replaceAll(/[\s`]/g, '') || 'x'}\n${text}\n\`\`\``,
  (text) => `\`\`\`html\n${text}\n\`\`\``,
  (text) => `<@${text}>`,
]

/** The elements that a message may be drawn with. */
const elements =
  'a, article, bdi, blockquote, button, code, div, em, img, li, p, path, pre, s, span, strong, svg, time, ul, wbr'
const attributes =
  /^(aria-(busy|describedby|description|disabled|expanded|haspopup|hidden|label|labelledby|pressed)|class|d|data-[\w-]+|datetime|dir|fill|height|hidden|href|id|rel|role|src|alt|stroke[\w-]*|style|tabindex|target|type|viewBox|width|xmlns)$/

test('formatted messages are drawn with a closed list of elements and attributes (S-09)', async ({
  anna,
  bruno,
}) => {
  const dialogs = await setTrap(anna.context)
  const { page } = anna
  const conversationId = await befriend(anna, bruno)
  await page.goto(`/app/chat/${conversationId}`)
  await expect(page.getByText('connesso')).toBeVisible()
  const sources = hostileTexts.map((text, index) => formatted[index % formatted.length]?.(text) ?? '')
  for (let begin = 0; begin < sources.length; begin += formatted.length) {
    const mark = `fine-${begin}`
    const text = `${sources.slice(begin, begin + formatted.length).join('\n\n')}\n\n${mark}`
    const path = `/api/chat/${conversationId}/messages`
    // More than one member may write in so short a time.
    const writer = (begin / formatted.length) % 2 ? anna : bruno
    expect((await send(writer, 'post', path, { clientId: randomUUID(), text })).status()).toBe(201)
    await expect(async () => {
      await openAll(page)
      await expect(page.getByRole('log').getByText(mark)).toBeVisible({ timeout: 100 })
    }).toPass()
    expect(await faultsOf(page)).toEqual([])
    const strangers = await page
      .getByRole('log')
      .evaluate(
        (log, [known, names]) =>
          [...log.querySelectorAll('*')].flatMap((element) => [
            ...(element.matches(known) ? [] : [element.localName]),
            ...[...element.attributes]
              .map(({ name }) => name)
              .filter((name) => !new RegExp(names).test(name)),
          ]),
        [elements, attributes.source] as const,
      )
    expect(strangers).toEqual([])
  }
  expect(dialogs).toEqual([])
})

test('names are text wherever they stand (S-09)', async ({ anna, bruno, carla }) => {
  const dialogs = await setTrap(anna.context)
  const { page } = anna
  const mark = randomUUID().slice(0, 6)
  const conversationId = await befriend(anna, bruno)
  await send(bruno, 'post', `/api/chat/${conversationId}/messages`, {
    clientId: randomUUID(),
    text: `nomi ${mark}`,
  })
  await page.goto(`/app/chat/${conversationId}`)
  await expect(page.getByText(`nomi ${mark}`).first()).toBeVisible()
  let taken = 0
  let last = ''
  for (const [number, text] of hostileTexts.entries()) {
    const answer = await send(bruno, 'patch', '/api/profiles/me', { ...empty, displayName: text })
    // Invisible characters are no part of a name.
    expect(answer.status(), text).toBe(parseProfileChanges({ displayName: text }).problem ? 422 : 200)
    if (answer.ok()) {
      taken += 1
      last = text.trim()
    }
    if (number % 25 !== 24) continue
    await expect.poll(() => page.getByRole('log').textContent()).toContain(last)
    expect(await faultsOf(page)).toEqual([])
  }
  expect(taken).toBeGreaterThan(0.9 * hostileTexts.length)

  for (const direction of directions) {
    const name = `Bob ${direction}moc.live ${mark}`
    expect((await send(bruno, 'patch', '/api/profiles/me', { ...empty, displayName: name })).status()).toBe(
      422,
    )
  }
  await send(bruno, 'patch', '/api/profiles/me', { ...empty, displayName: `<b>Bob</b> moc.live ${mark}` })
  await send(carla, 'patch', '/api/profiles/me', {
    ...empty,
    displayName: `"><img src=x onerror=alert(1)> ${mark} moc.live`,
  })
  for (const [tab, search] of [
    ['Cerca Utenti', mark],
    ['Richieste', ''],
    ['Amici', ''],
  ] as const) {
    if (tab === 'Richieste') await send(carla, 'post', '/api/friends/requests', { uid: await uidOf(anna) })
    await page.goto('/app/amici')
    await page.getByRole('tab', { name: tab }).click()
    if (search)
      for (const pack of [...inPacks(190).slice(0, 8), search]) await page.getByRole('searchbox').fill(pack)
    await expect(page.getByText('moc.live').first()).toBeVisible()
    expect(await faultsOf(page)).toEqual([])
  }

  expect(dialogs).toEqual([])
  figure(
    'S-09',
    `${taken} texts as names, live in a chat; friends, requests, search: 0 scripts, 0 dialogs, 0 breaches of the policy`,
  )
})

test('events and profiles are text, and link to the web alone (S-09)', async ({ anna, bruno, carla }) => {
  const dialogs = await setTrap(anna.context)
  const { page } = anna
  await page.goto('/app/eventi')
  await expect(page.getByText('connesso')).toBeVisible()
  const titles = inPacks(115, ' ').slice(0, 38)
  const descriptions = inPacks(2600)
  const durations = inPacks(58, ' ')
  // Without an address's part before '@' that looks like a host: those are refused.
  const links = misleadingLinks.filter(
    (link) => /^https?:\/\/[^/\\?#@]+([/\\?#]|$)/i.test(link) && URL.canParse(link),
  )
  for (const [number, title] of titles.entries()) {
    const answer = await send(number % 2 ? bruno : carla, 'post', '/api/events', {
      title: `${String(number).padStart(3, '0')} ${title}`,
      description: descriptions[number % descriptions.length],
      dateTime: `${nextYear}-07-01T12:00:00.000Z`,
      deadline: `${nextYear}-07-02T12:00:00.000Z`,
      link: links[number % links.length],
      category: 'ctf',
      duration: durations[number],
    })
    expect(answer.status(), await answer.text()).toBe(201)
  }
  await page.reload()
  await expect(page.getByRole('article').first()).toBeVisible()
  // The list may grow after it was scrolled.
  await expect(async () => {
    await page.getByRole('article').last().scrollIntoViewIfNeeded()
    await expect(page.getByRole('article')).toHaveCount(titles.length, { timeout: 2000 })
  }).toPass()
  expect(await faultsOf(page)).toEqual([])
  const shown = await page.getByRole('article').allTextContents()
  for (const description of descriptions) {
    // Without marks and empty lines, as a card has it.
    const lines = plainDescription(description).replaceAll(/\n\s*\n/g, '\n')
    expect(shown.some((text) => text.includes(lines))).toBe(true)
  }
  for (const pack of inPacks(190).slice(0, 8))
    await page.getByRole('searchbox', { name: 'Cerca eventi' }).fill(pack)
  expect(await faultsOf(page)).toEqual([])
  for (const link of hostileTexts.filter((text) => !/^\s*https?:/i.test(text)).slice(0, 200)) {
    const form = {
      title: 'x',
      description: 'x',
      dateTime: `${nextYear}-07-01T12:00:00Z`,
      deadline: `${nextYear}-07-02T12:00:00Z`,
    }
    const answer = await send(anna, 'post', '/api/events', { ...form, link, category: 'ctf', duration: 'x' })
    expect(answer.status(), link).toBe(422)
  }

  const bios = inPacks(950)
  const lines = inPacks(95, ' ')
  for (const [number, bio] of bios.entries()) {
    const at = (offset: number) => lines[(3 * number + offset) % lines.length] ?? ''
    const answer = await send(anna, 'patch', '/api/profiles/me', {
      displayName: anna.name,
      bio,
      professione: at(0),
      citta: at(1),
      telefono: at(2),
      dataNascita: '',
    })
    expect(answer.status()).toBe(200)
    await page.goto('/app/profilo')
    await expect(
      page
        .getByRole('definition')
        .filter({ hasText: bio.split('\n')[0] ?? '' })
        .first(),
    ).toBeVisible()
    expect(await faultsOf(page)).toEqual([])
    if (number % 4 > 0) continue
    await page.getByRole('button', { name: 'Modifica Profilo' }).click()
    await expect(page.getByLabel('Bio')).toHaveValue(bio)
    expect(await faultsOf(page)).toEqual([])
  }
  expect(dialogs).toEqual([])
  figure(
    'S-09',
    `${titles.length} events and ${bios.length} profiles full of ${hostileTexts.length} texts: 0 scripts, 0 dialogs, 0 breaches of the policy`,
  )
})

test('addresses and the instance’s own names are text (S-09)', async ({ page, context, announced }) => {
  // The link of a reset is checked as the page opens.
  announced.push(/status of (400|410|413)/)
  const dialogs = await setTrap(context)
  await page.goto('/Login')
  await expect(
    page.getByRole('button', { name: 'Continua con "><img src=x onerror=alert(1)>$&' }),
  ).toBeVisible()
  await expect(page).toHaveTitle(/<svg onload=alert\(1\)>\$'/)
  for (const pack of inPacks(4000)) {
    const text = encodeURIComponent(pack)
    for (const path of [
      `/Login?from=${text}#${text}`,
      `/reset-password#token=${text}`,
      `/provider-popup?error=${text}`,
    ]) {
      await page.goto(path)
      await expect(page.locator('#root > *').first()).toBeAttached()
      expect(await faultsOf(page)).toEqual([])
    }
  }
  expect(dialogs).toEqual([])
})
