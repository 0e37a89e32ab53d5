import { randomBytes, randomUUID } from 'node:crypto'
import { rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { publicRoomId } from '@covo/contract/chat/chat.rules'
import { startUpload, storePart, uploadFile } from '@covo/testing/member-actions'
import { afterAll, expect, it } from 'vitest'
import { operate } from '../../test/operate.ts'
import { operatorSettings } from '../../test/operator-settings.ts'
import { noise } from '../../test/pictures.ts'
import { startS3Server } from '../../test/s3-server.ts'
import { runTestApp } from '../../test/test-app.ts'
import { keyOf } from '../files/file-store.ts'
import { openS3Store } from '../files/s3-store.ts'

const app = runTestApp()
const server = await startS3Server()
afterAll(() => server.close())

const dataDirectory = () => join(app.outbox, '..')
const move = async (...words: string[]) =>
  await operate({ ...(await operatorSettings(app)), COVO_DATA_DIR: dataDirectory() }, 'move-files', ...words)

it('copies beside a running server what is not there as it should be', async () => {
  const nothing = await move(server.setting())
  expect(nothing).toEqual({ code: 1, output: expect.stringMatching(/^There are no files to move: /) })
  const anna = await app.newcomer()
  const bytes = randomBytes(300_000)
  const { id } = await uploadFile(anna, publicRoomId, { name: 'x.bin', bytes })
  const picture = await uploadFile(anna, publicRoomId, {
    name: 'foto.jpg',
    bytes: await noise(90, 60).jpeg().toBuffer(),
  })
  const files = [{ id }, { id: picture.id }]
  await anna.post(`/api/chat/${publicRoomId}/messages`, { clientId: randomUUID(), text: '', files })
  const begun = await startUpload(anna, publicRoomId, { name: 'y', size: 2 })
  await storePart(anna, begun.id, 0, Buffer.from('ab'))

  const first = await move(server.setting())
  expect(first.output).toMatch(
    /^Copied: 4 objects\nThere already: 0\nStill in use: .*files\. Stop all servers/,
  )
  const bucket = openS3Store(server.address(), join(dataDirectory(), 'files'))
  await bucket.put(keyOf(id, 'file'), [randomBytes(300_000)])
  await bucket.delete(keyOf(picture.id, 'small'))
  await storePart(anna, begun.id, 0, Buffer.from('cd'))
  const path = join(dataDirectory(), 'bucket')
  await writeFile(path, `${server.setting()}\n`)
  // The damaged one, the lost one, and the part, which may have come again.
  expect((await move(path)).output).toMatch(/^Copied: 3 objects\nThere already: 1\n/)
  const read = async (key: string) => Buffer.concat(await Array.fromAsync((await bucket.get(key)) ?? []))
  expect((await read(keyOf(id, 'file'))).equals(bytes)).toBe(true)
  expect(String(await read(keyOf(begun.id, 'part-0')))).toBe('cd')

  // As damaged as it is.
  await writeFile(join(dataDirectory(), 'files', keyOf(id, 'file')), randomBytes(300_001))
  expect((await move(path)).output).toContain(
    `Copied as it is, with other bytes than were sent: ${keyOf(id, 'file')}\n`,
  )
  await rm(join(dataDirectory(), 'files', keyOf(picture.id, 'small')))
  expect((await move(path)).code).toBe(0)
})

it('refuses in one sentence, and never repeats an address', async () => {
  const other = openS3Store(server.address('one'), join(dataDirectory(), 'files'))
  await other.put('database', [Buffer.from(randomUUID())])
  const refusals: [string[], RegExp][] = [
    [
      [server.setting(), '--finish'],
      /^A server runs on this database: stop all servers before --finish\.\n$/,
    ],
    [['folder'], /^The files of this database are in .*files already\.\n$/],
    [[server.setting('one')], /^The bucket http:.*\/one has the files of another database\. .*\n$/],
    [
      [server.setting('none')],
      /^Not everything is copied: there is no http:.*none\. Call the command again\.\n$/,
    ],
    [[server.setting().replace('127.0.0.1', 'esempio.it')], /^TO must be folder, an address such as .*\.\n$/],
    [['/nessuno'], /^TO must be folder, an address such as .*\.\n$/],
    [[], /^It is called like this: npm run covo -- move-files TO \[--finish\]\n$/],
  ]
  for (const [words, expected] of refusals) {
    const { code, output } = await move(...words)
    expect([code, output]).toEqual([1, expect.stringMatching(expected)])
    expect(output).not.toContain(server.address().secret)
  }
})
