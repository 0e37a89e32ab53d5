import { readConversation } from '@covo/testing/chat-client'
import { figure, repetitions } from '@covo/testing/figure'
import { createHistory, type Entry, faultless, type Sending } from '@covo/testing/history'
import { randomFrom } from '@covo/testing/random'
import { visit } from '@covo/testing/visitor'
import type { Page } from '@playwright/test'
import { type Actor, expect, test } from '../actors.ts'
import { befriend, list, networkOf, originOf, textsWith, uidOf, write } from './talk.ts'

/** A fault of Anna's network in the middle of a conversation, with her message, and its end. */
type Mishap = { name: string; around: (laptop: Laptop, say: () => Promise<void>) => Promise<void> }
type Laptop = { page: Page; network: Awaited<ReturnType<typeof networkOf>> }

const mishaps: Mishap[] = [
  {
    name: 'written offline',
    async around({ network }, say) {
      await network.cut()
      await say()
      await network.restore()
    },
  },
  {
    name: 'cut while it is sent',
    async around({ network }, say) {
      await say()
      await network.cut()
      await network.restore()
    },
  },
  {
    name: 'reloaded while it is sent',
    async around({ page }, say) {
      await say()
      await page.reload()
    },
  },
  {
    name: 'its answer lost',
    async around({ page }, say) {
      // A request of another kind, or an answer that came, lets the next one be lost.
      let isLost = false
      await page.route('**/messages', async (route) => {
        if (isLost || route.request().method() !== 'POST') return route.continue()
        isLost = true
        await route.fetch()
        await route.abort()
      })
      await say()
      await expect.poll(() => isLost).toBe(true)
      await page.unrouteAll({ behavior: 'wait' })
    },
  },
]

test('through cuts, reloads and lost answers each message is shown once and in order, in every tab (R-21)', async ({
  anna,
  bruno,
  announced,
}) => {
  announced.push(/ERR_INTERNET_DISCONNECTED|ERR_FAILED|ERR_NETWORK|WebSocket|fetching the script/)
  const rounds = repetitions('R-21', 20, 200)
  test.setTimeout(rounds * 20_000)
  const seed = Date.now() % 1_000_000
  const random = randomFrom(seed)
  const history = createHistory()
  const conversationId = await befriend(anna, bruno)
  const network = await networkOf(anna)
  const secondTab = await anna.context.newPage()
  const pages = [anna.page, secondTab, bruno.page]
  for (const member of [anna, bruno]) await recordSendings(member, conversationId)
  for (const page of pages) {
    await page.goto(`/app/chat/${conversationId}`)
    await expect(page.getByText('connesso')).toBeVisible()
  }

  const shown: { from: string; mishap: string; tab: number; texts: string[] }[] = []
  const happened: Record<string, number> = {}
  // The browser reports its requests some time after it made them.
  const writtenAt = new Map<string, number>()
  for (let round = 1; round <= rounds; round += 1) {
    const mark = `giro ${round}.`
    const mishap = mishaps[Math.floor(random() * mishaps.length)] as Mishap
    happened[mishap.name] = (happened[mishap.name] ?? 0) + 1
    const say = (who: { page: Page }, name: string) => {
      const text = `${mark} ${name}`
      writtenAt.set(text, history.now())
      return write(who, text)
    }
    await mishap.around({ page: anna.page, network }, async () => {
      await say(anna, 'Anna')
      await say(bruno, 'Bruno')
      await say({ page: secondTab }, 'Anna dall’altra scheda')
    })
    for (const page of pages) await expect(textsWith(page, mark)).toHaveCount(3)
    for (const page of pages) {
      await expect(page.getByText('invio in corso')).toHaveCount(0)
      await expect(list(page).getByText('in attesa della rete')).toHaveCount(0)
    }
    for (const [tab, page] of pages.entries()) {
      const texts = await textsWith(page, mark).allTextContents()
      shown.push({ from: mark, mishap: mishap.name, tab, texts })
    }
  }

  const reader = visit(originOf(), { cookie: await cookieOf(bruno) })
  const { messages: stored } = await readConversation(reader, conversationId)
  history.keep(conversationId, stored)
  const different: typeof shown = []
  for (const round of shown) {
    const { from, texts } = round
    const kept = stored.filter(({ text }) => text.startsWith(from))
    const entries = texts.map((text): Entry => {
      const nothing = { sequence: 0, clientId: '', userId: '', text }
      return stored.find((one) => one.text === text) ?? nothing
    })
    // A round ends when everybody shows it: the next one's messages are not in it yet.
    const upTo = kept.at(-1)?.sequence ?? 0
    history.show(conversationId, (kept[0]?.sequence ?? 1) - 1, entries, { upTo })
    if (kept.map(({ text }) => text).join() !== texts.join()) different.push(round)
  }
  figure(
    'R-21',
    `${rounds} rounds, seed ${seed}: ${JSON.stringify(happened)}, ${history.countSent()} sent from 3 tabs: ${JSON.stringify(history.check())}`,
  )
  expect(history.check(), `shown in another way than stored: ${JSON.stringify(different)}`).toEqual(faultless)
  expect(stored).toHaveLength(rounds * 3)

  /** Everything that a member's tabs send, and the answers. */
  async function recordSendings(member: Actor, id: string): Promise<void> {
    const uid = await uidOf(member)
    const sendings = new Map<string, Sending>()
    member.context.on('request', (request) => {
      const body = request.method() === 'POST' ? (request.postDataJSON() as unknown) : null
      if (!isDraft(body) || sendings.has(body.clientId)) return
      sendings.set(body.clientId, history.send(id, uid, body.clientId, body.text, writtenAt.get(body.text)))
    })
    member.context.on('response', async (response) => {
      if (response.request().method() !== 'POST' || !response.ok()) return
      // A page that was reloaded meanwhile never read it.
      const message = await response.json().catch(() => null)
      const sending = message && sendings.get(message.clientId)
      if (sending) history.acknowledge(sending, message)
    })
  }
})

function isDraft(body: unknown): body is { clientId: string; text: string } {
  return typeof body === 'object' && body !== null && 'clientId' in body && 'text' in body
}

async function cookieOf({ context }: Actor): Promise<string> {
  return (await context.cookies()).map(({ name, value }) => `${name}=${value}`).join('; ')
}
