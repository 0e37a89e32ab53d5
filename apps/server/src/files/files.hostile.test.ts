import { randomUUID } from 'node:crypto'
import { gzipSync } from 'node:zlib'
import type { Message } from '@covo/contract/chat/chat.routes'
import { publicRoomId } from '@covo/contract/chat/chat.rules'
import { startUpload, storePart } from '@covo/testing/member-actions'
import { expect, it } from 'vitest'
import { greyPng } from '../../test/pictures.ts'
import { runTestApp, unlimited } from '../../test/test-app.ts'

const app = runTestApp({ limits: unlimited })

const script = '<script>alert(1)</script>'
const pdf = '%PDF-1.7\n1 0 obj<</OpenAction<</S/JavaScript/JS(app.alert(1))>>>>endobj'

it.each<[what: string, typed: string, name: string, bytes: string | Buffer]>([
  [
    'an SVG with a script',
    '../../x.svg',
    '_.._x.svg',
    `<svg xmlns="http://www.w3.org/2000/svg">${script}</svg>`,
  ],
  ['a page', 'CON.html', '_CON.html', `<!doctype html>${script}`],
  ['a PDF with a script', 'fattura\u202efdp.exe', 'fatturafdp.exe', pdf],
  ['a GIF that is a script', ' \u200b ', 'file', 'GIF89a=1;alert(1)//'],
  ['a JPEG’s beginning before a page', 'a\0b.jpg', 'a b.jpg', `\xff\xd8\xff\xe0${script}`],
  ['80 megapixels', `${'a'.repeat(300)}.png`, `${'a'.repeat(116)}.png`, greyPng(10_000, 8000)],
  ['a bomb', 'archivio.zip', 'archivio.zip', gzipSync(Buffer.alloc(30 * 2 ** 20))],
])('hands %s out as it came, to be saved alone', async (_, typed, name, content) => {
  const [anna, bruno] = [await app.newcomer(), await app.newcomer()]
  const bytes = Buffer.from(content as string, 'latin1')
  const { id } = await startUpload(anna, publicRoomId, { name: typed, size: bytes.length })
  await storePart(anna, id, 0, bytes)
  const finished = await anna.post(`/api/uploads/${id}/finish`, { asFile: true })
  expect(await finished.json()).toMatchObject({ kind: 'file', name, size: bytes.length })
  const form = { clientId: randomUUID(), text: '', files: [{ id }] }
  const sent = await anna.post(`/api/chat/${publicRoomId}/messages`, form)
  expect(((await sent.json()) as Message).files).toMatchObject([{ kind: 'file', name }])
  const answer = await bruno.fetch(`/api/files/${id}`)
  expect(Buffer.from(await answer.arrayBuffer()).equals(bytes)).toBe(true)
  expect(Object.fromEntries(answer.headers)).toMatchObject({
    'content-type': 'application/octet-stream',
    'content-disposition': `attachment; filename="${name}"; filename*=UTF-8''${encodeURIComponent(name)}`,
    'content-security-policy': "default-src 'none'; sandbox",
    'cross-origin-resource-policy': 'same-origin',
    'x-content-type-options': 'nosniff',
  })
  for (const size of ['large', 'small'])
    expect((await bruno.fetch(`/api/files/${id}/${size}`)).status).toBe(404)
})

it('takes no other type for a part', async () => {
  const anna = await app.newcomer()
  const { id } = await startUpload(anna, publicRoomId, { name: 'x', size: script.length })
  const path = `/api/uploads/${id}/parts/0`
  for (const type of ['text/html', 'image/svg+xml', 'multipart/form-data'])
    expect(
      (await anna.fetch(path, { method: 'PUT', headers: { 'content-type': type }, body: script })).status,
    ).toBe(415)
})
