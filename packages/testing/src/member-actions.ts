import { randomUUID } from 'node:crypto'
import type { Event } from '@covo/contract/events/events.routes'
import type { Upload } from '@covo/contract/files/files.routes'
import type { File } from '@covo/contract/files/message-files'
import type { Scope } from '@covo/contract/scopes'
import type { MadeBot } from '@covo/contract/tokens/bots.routes'
import { botScopes, webhookPath } from '@covo/contract/tokens/bots.rules'
import type { Token } from '@covo/contract/tokens/tokens.routes'
import { eventForm } from './event-form.ts'
import { type Member, type Visitor, visit } from './visitor.ts'

/** Makes two members friends: a request of the first, accepted by the second. */
export async function befriend(one: Member, other: Member): Promise<void> {
  await succeed(one.post('/api/friends/requests', { uid: other.uid }))
  await succeed(other.post(`/api/friends/requests/${one.uid}/accept`))
}

/** Opens the private chat of two friends; answers the conversation's id. */
export async function openPrivateChat(one: Visitor, other: { uid: string }): Promise<string> {
  const answer = await succeed(one.post('/api/chat/private', { uid: other.uid }))
  const { conversationId } = (await answer.json()) as { conversationId: string }
  return conversationId
}

/** Sends a new message, under a client id of its own. */
export function sendMessage(by: Visitor, conversationId: string, text: string): Promise<Response> {
  return by.post(`/api/chat/${conversationId}/messages`, { clientId: randomUUID(), text })
}

/** Creates an event from a valid form with these changes. */
export async function createEvent(
  by: Visitor,
  changes: Partial<ReturnType<typeof eventForm>> & { capacity?: number; ctftimeId?: string } = {},
): Promise<Event> {
  const answer = await succeed(by.post('/api/events', { ...eventForm(), ...changes }))
  return (await answer.json()) as Event
}

/** Makes a token of a member who has just signed in, with these scopes and without an end. */
export async function makeToken(by: Visitor, ...scopes: Scope[]): Promise<{ token: Token; secret: string }> {
  const form = { name: 'Bot', scopes, expiresInDays: null }
  return (await (await succeed(by.post('/api/tokens', form))).json()) as { token: Token; secret: string }
}

/** Makes a bot of a member who has just signed in, which may do all that bots may; its program is a visitor. */
export async function makeBot(by: Visitor, name: string): Promise<Member & { secret: string }> {
  const form = { name, scopes: botScopes, expiresInDays: null }
  const { bot, secret } = (await (await succeed(by.post('/api/bots', form))).json()) as MadeBot
  return { ...visit(by.origin, { token: secret }), uid: bot.uid, secret }
}

/** Makes a webhook of a bot of the member, for a room by subject or the public one; answers the path that posts. */
export async function makeWebhook(
  by: Visitor,
  bot: { uid: string },
  room: string | null = null,
): Promise<string> {
  const answer = await succeed(by.post(`/api/bots/${bot.uid}/webhooks`, { name: 'GitHub', room }))
  return `${webhookPath}${((await answer.json()) as MadeBot).secret}`
}

/** Starts the upload of a file of so many bytes to a conversation, under a client id of its own. */
export async function startUpload(
  by: Visitor,
  conversationId: string,
  { name, size }: { name: string; size: number },
): Promise<Upload> {
  const given = { clientId: randomUUID(), name, size }
  return (await (await succeed(by.post(`/api/chat/${conversationId}/uploads`, given))).json()) as Upload
}

/** Sends a part of an upload. */
export function storePart(by: Visitor, id: string, number: number, bytes: Uint8Array): Promise<Response> {
  return by.fetch(`/api/uploads/${id}/parts/${number}`, {
    method: 'PUT',
    headers: { 'content-type': 'application/octet-stream' },
    body: bytes,
  })
}

/** Uploads a file to a conversation. */
export async function uploadFile(
  by: Visitor,
  conversationId: string,
  { name, bytes }: { name: string; bytes: Uint8Array },
): Promise<File> {
  const { id, partBytes } = await startUpload(by, conversationId, { name, size: bytes.length })
  for (let number = 0; number * partBytes < bytes.length; number += 1)
    await succeed(storePart(by, id, number, bytes.subarray(number * partBytes, (number + 1) * partBytes)))
  return (await (await succeed(by.post(`/api/uploads/${id}/finish`))).json()) as File
}

async function succeed(sent: Promise<Response>): Promise<Response> {
  const answer = await sent
  if (!answer.ok) throw new Error(`${answer.status} ${await answer.text()}`)
  return answer
}
