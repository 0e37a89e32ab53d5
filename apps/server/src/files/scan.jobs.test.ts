import { randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { createServer, type Server } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Message, MessagePage } from '@covo/contract/chat/chat.routes'
import { publicRoomId } from '@covo/contract/chat/chat.rules'
import { uploadFile } from '@covo/testing/member-actions'
import type { Visitor } from '@covo/testing/visitor'
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'
import { greyPng } from '../../test/pictures.ts'
import { runTestApp, unlimited } from '../../test/test-app.ts'

const path = join(tmpdir(), `covo-clamd-${randomUUID()}`)
const sample = 'un campione di prova'
const warnings: string[] = []
const app = runTestApp({
  clamdUrl: { path },
  limits: unlimited,
  onLogLine(line) {
    const { level, msg } = JSON.parse(line)
    if (level === 'warn') warnings.push(msg)
  },
})

/** What the scanner was given, and until when it does not answer. */
const scanned: string[] = []
let hold = Promise.resolve()
const answerOf = (text: string) => (text === sample ? 'Prova.Campione\x1b[0m FOUND' : 'OK')
const warning = 'Prova.Campione_[0m'
let server: Server

/** A server that speaks clamd's INSTREAM. */
async function startClamd(): Promise<Server> {
  const clamd = createServer(async (socket) => {
    let given = Buffer.alloc(0)
    for await (const bytes of socket) {
      given = Buffer.concat([given, bytes as Buffer])
      const text = textOf(given)
      if (text === null) continue
      scanned.push(text)
      await hold
      return socket.end(`stream: ${answerOf(text)}\0`)
    }
  }).listen(path)
  await once(clamd, 'listening')
  return clamd
}

/** The text of all blocks; null until the empty one is there. */
function textOf(given: Buffer): string | null {
  let text = ''
  for (let place = 'zINSTREAM\0'.length; given.length >= place + 4; ) {
    const length = given.readUInt32BE(place)
    if (length === 0) return text
    text += given.toString('utf8', place + 4, place + 4 + length)
    place += 4 + length
  }
  return null
}

beforeAll(async () => {
  server = await startClamd()
})
beforeEach(() => {
  scanned.length = 0
  warnings.length = 0
})
afterAll(() => server.close())

const upload = (by: Visitor, text: string) =>
  uploadFile(by, publicRoomId, { name: 'campione.bin', bytes: Buffer.from(text) })

async function send(by: Visitor, id: string): Promise<Message> {
  const message = { clientId: randomUUID(), text: '', files: [{ id }] }
  return (await (await by.post(`/api/chat/${publicRoomId}/messages`, message)).json()) as Message
}

async function warningOf(reader: Visitor, { sequence }: Message): Promise<string | undefined> {
  const address = `/api/chat/${publicRoomId}/messages?after=${sequence - 1}&limit=1`
  const { messages } = await reader.read<MessagePage>(address)
  const [message] = messages as Message[]
  return message?.files?.[0]?.warning
}

const waiting = () => app.database.selectFrom('jobs').select('id').where('kind', '=', 'files.scan').execute()

it('marks a file that it finds something in, whenever the message is sent, for all readers at once', async () => {
  const [anna, bruno] = [await app.newcomer(), await app.newcomer()]
  const tab = app.live(bruno)
  await tab.watch(`chat:${publicRoomId}`)
  const held = Promise.withResolvers<void>()
  hold = held.promise
  const early = await send(anna, (await upload(anna, sample)).id)
  expect(await warningOf(bruno, early)).toBeUndefined()
  held.resolve()
  const { changed } = await tab.receive('chat.messages_changed')
  expect(changed).toMatchObject([{ sequence: early.sequence, files: [{ warning }] }])
  expect(await warningOf(bruno, early)).toBe(warning)
  const late = await upload(anna, sample)
  await expect
    .poll(async () => (await anna.post(`/api/uploads/${late.id}/finish`)).json())
    .toMatchObject({ warning })
  const sent = await send(anna, late.id)
  expect(sent.files).toMatchObject([{ warning }])
  expect(await (await bruno.fetch(`/api/files/${late.id}`)).text()).toBe(sample)
})

it('leaves other files and pictures as they are', async () => {
  const anna = await app.newcomer()
  await uploadFile(anna, publicRoomId, { name: 'a.png', bytes: greyPng(9, 9) })
  const sent = await send(anna, (await upload(anna, 'niente di strano')).id)
  await expect.poll(() => scanned).toEqual(['niente di strano'])
  await expect.poll(waiting).toEqual([])
  expect(await warningOf(anna, sent)).toBeUndefined()
})

it('leaves files without a mark while it is away, and says so once', async () => {
  server.close()
  const anna = await app.newcomer()
  for (let count = 0; count < 3; count += 1) {
    const sent = await send(anna, (await upload(anna, sample)).id)
    await expect.poll(waiting).toEqual([])
    expect(await warningOf(anna, sent)).toBeUndefined()
  }
  expect(warnings).toEqual(['files not scanned: clamd is away'])
})
