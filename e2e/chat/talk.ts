import { randomUUID } from 'node:crypto'
import type { Message } from '@covo/contract/chat/chat.routes'
import type { Page, WebSocketRoute } from '@playwright/test'
import { type Actor, expect, test } from '../actors.ts'

export const box = (page: Page) => page.getByPlaceholder('Scrivi un messaggio...')
export const list = (page: Page) => page.getByRole('log')

/** The texts in the list that contain a mark, in their order. */
export const textsWith = (page: Page, mark: string) => list(page).getByText(mark)

export const originOf = () => new URL(test.info().project.use.baseURL ?? '').origin

/** Sends JSON as the member's own page would; returns the body of the answer. */
export async function post<Answer>({ context }: Actor, path: string, data: object): Promise<Answer> {
  const answer = await context.request.post(path, { headers: { origin: originOf() }, data })
  expect(answer.ok(), `${path} answers ${answer.status()}`).toBe(true)
  return (answer.status() === 204 ? null : await answer.json()) as Answer
}

export async function uidOf({ context }: Actor): Promise<string> {
  const { uid } = (await (await context.request.get('/api/profiles/me')).json()) as { uid: string }
  return uid
}

/** Sends a friend request; sent in return, it accepts the other's. */
export async function ask(one: Actor, other: Actor): Promise<void> {
  await post(one, '/api/friends/requests', { uid: await uidOf(other) })
}

/** Makes friends of two members and opens their conversation; answers its id. */
export async function befriend(one: Actor, other: Actor): Promise<string> {
  await ask(one, other)
  await ask(other, one)
  const { conversationId } = await post<{ conversationId: string }>(one, '/api/chat/private', {
    uid: await uidOf(other),
  })
  return conversationId
}

/** Writes in a conversation through the API. */
export const sendMessage = (actor: Actor, conversationId: string, text: string) =>
  post<Message>(actor, `/api/chat/${conversationId}/messages`, { clientId: randomUUID(), text })

/** Replies in the public room through the API. */
export const replyTo = (actor: Actor, sequence: number, text: string) =>
  post<Message>(actor, '/api/chat/generale/messages', { clientId: randomUUID(), text, replyTo: sequence })

/** Writes in the conversation that a page shows. */
export async function write({ page }: { page: Page }, text: string) {
  await box(page).fill(text)
  await box(page).press('Enter')
}

/** A list that has just been filled is still finding its end: the key may have to be pressed again. */
export async function scrollToStart(page: Page) {
  await expect(async () => {
    await list(page).press('Home')
    expect(await list(page).evaluate((element) => element.scrollTop)).toBe(0)
  }).toPass({ intervals: [300] })
}

/** A tab that goes behind another one, or comes back. */
export const setVisibility = (page: Page, state: 'hidden' | 'visible') =>
  page.evaluate((visibility) => {
    Object.defineProperty(document, 'visibilityState', { value: visibility, configurable: true })
    document.dispatchEvent(new Event('visibilitychange'))
  }, state)

/**
 * Cuts and restores the network of all tabs that are opened from now on: an emulated loss leaves open sockets alone, so
 * they are closed here.
 */
export async function networkOf({ context }: Actor) {
  let isCut = false
  const sockets = new Set<WebSocketRoute>()
  await context.routeWebSocket('**/api/live**', (socket) => {
    if (isCut) return void socket.close()
    socket.connectToServer()
    sockets.add(socket)
  })
  async function drop() {
    isCut = true
    await Promise.all([...sockets].map((socket) => socket.close()))
    sockets.clear()
  }

  return {
    /** The live connection alone is lost, as when the server restarts. */
    drop,
    cut: async () => {
      await context.setOffline(true)
      await drop()
    },
    restore: async () => {
      isCut = false
      await context.setOffline(false)
    },
  }
}
