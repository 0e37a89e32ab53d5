import { randomUUID } from 'node:crypto'
import type { Message, MessagePage } from '@covo/contract/chat/chat.routes'
import { seenMessages } from '@covo/contract/chat/history.fold'
import type { Upload } from '@covo/contract/files/files.routes'
import { bytesOfPart, countParts, partBytes } from '@covo/contract/files/files.rules'
import type { File } from '@covo/contract/files/message-files'
import type { Page } from '@playwright/test'
import { greyPng } from '../../apps/server/test/pictures.ts'
import { type Actor, expect } from '../actors.ts'
import { originOf, post } from './talk.ts'

/** The list of files above the box. */
export const attached = (page: Page) => page.getByRole('list', { name: 'Allegati' })
export const file = (page: Page, name: string) =>
  attached(page).getByRole('listitem').filter({ hasText: name })
/** A file to choose. */
export const bytes = (name: string, size: number, mimeType = 'application/octet-stream') => ({
  name,
  mimeType,
  buffer: Buffer.alloc(size, name),
})

/** Attaches files by the button. */
export async function choose(page: Page, ...files: { name: string; mimeType: string; buffer: Buffer }[]) {
  const chooser = page.waitForEvent('filechooser')
  await page.getByRole('button', { name: 'Allega', exact: true }).click()
  await (await chooser).setFiles(files)
}

/** The newest message that a member reads. */
export async function newest({ context }: Actor, conversationId: string) {
  const answer = await context.request.get(`/api/chat/${conversationId}/messages`)
  return seenMessages(((await answer.json()) as MessagePage).messages).at(-1)
}

/** A file of a message that is sent: what it is, and how it is shown. */
type Shown = { alt?: string; isSpoiler?: boolean }
type Sent = { name: string; bytes: Buffer } & Shown

/** Uploads a file to a conversation through the API. */
async function upload(actor: Actor, conversationId: string, { name, bytes }: Sent): Promise<File> {
  const { id } = await post<Upload>(actor, `/api/chat/${conversationId}/uploads`, {
    clientId: randomUUID(),
    name,
    size: bytes.length,
  })
  for (let number = 0; number < countParts(bytes.length); number += 1) {
    const start = number * partBytes
    const answer = await actor.context.request.put(`/api/uploads/${id}/parts/${number}`, {
      headers: { origin: originOf(), 'content-type': 'application/octet-stream' },
      data: bytes.subarray(start, start + bytesOfPart(bytes.length, number)),
    })
    expect(answer.status()).toBe(204)
  }
  return await post<File>(actor, `/api/uploads/${id}/finish`, {})
}

/** Sends a message with files through the API. */
export async function sendFiles(
  actor: Actor,
  conversationId: string,
  files: Sent[],
  text = '',
): Promise<Message> {
  const named: ({ id: string } & Shown)[] = []
  for (const { alt, isSpoiler, ...file } of files) {
    const { id } = await upload(actor, conversationId, { ...file })
    named.push({ id, ...(alt ? { alt } : {}), ...(isSpoiler ? { isSpoiler } : {}) })
  }
  return await post<Message>(actor, `/api/chat/${conversationId}/messages`, {
    clientId: randomUUID(),
    text,
    files: named,
  })
}

/** Sends one message with a file of each kind: a picture, a hidden one, a text that can be read, a program. */
export const sendSamples = (actor: Actor, conversationId: string) =>
  sendFiles(actor, conversationId, [
    { name: 'sala.png', bytes: greyPng(400, 300), alt: 'La sala' },
    { name: 'flag.png', bytes: greyPng(300, 400), isSpoiler: true },
    { name: 'solve.py', bytes: Buffer.from('print(1)\n') },
    { name: 'installa.exe', bytes: Buffer.from([77, 90, 0, 1]) },
  ])
