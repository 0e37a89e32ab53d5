import { randomUUID } from 'node:crypto'
import type { Message } from '@covo/contract/chat/chat.routes'
import type { Upload } from '@covo/contract/files/files.routes'
import { bytesOfPart, countParts, partBytes } from '@covo/contract/files/files.rules'
import type { File } from '@covo/contract/files/message-files'
import { greyPng } from '../../apps/server/test/pictures.ts'
import { type Actor, expect } from '../actors.ts'
import { originOf, post } from './talk.ts'

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
