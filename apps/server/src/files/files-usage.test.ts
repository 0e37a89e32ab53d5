import { randomBytes, randomUUID } from 'node:crypto'
import { publicRoomId } from '@covo/contract/chat/chat.rules'
import { uploadFile } from '@covo/testing/member-actions'
import { expect, it } from 'vitest'
import { runTestApp } from '../../test/test-app.ts'
import { AppError } from '../platform/app-error.ts'
import { createLog } from '../platform/log/log.ts'
import { createFilesUsage } from './files-usage.ts'

const metricsToken = 'a token for the scraper: 32 letters'
const app = runTestApp({ metricsToken })

async function scrape(): Promise<string[]> {
  const headers = { authorization: `Bearer ${metricsToken}` }
  return (await (await app.visit().fetch('/metrics', { headers })).text()).split('\n')
}

it('are counted, refusals of them by their reasons, and the acts of their store', async () => {
  const anna = await app.newcomer()
  const start = (size: number) =>
    anna.post(`/api/chat/${publicRoomId}/uploads`, { clientId: randomUUID(), name: 'x', size })
  for (const size of [0, 0, 1e9]) expect((await start(size)).status).toBe(422)
  expect((await anna.fetch(`/api/files/${randomUUID()}`)).status).toBe(404)
  const { id } = await uploadFile(anna, publicRoomId, { name: 'x', bytes: randomBytes(9) })
  await anna.fetch(`/api/files/${id}`)
  const lines = await scrape()
  for (const line of [
    'covo_files 0',
    'covo_uploads_open 0',
    'covo_file_refusals_total{reason="empty"} 2',
    'covo_file_refusals_total{reason="too_big"} 1',
    'covo_file_refusals_total{reason="not_found"} 1',
    'covo_file_refusals_total{reason="full"} 0',
    // The part, and the file that it was joined to.
    'covo_file_store_acts_total{act="put"} 2',
  ])
    expect(lines).toContain(line)
  expect(lines.find((line) => line.startsWith('covo_file_store_seconds_total{act="put"} '))).not.toMatch(
    / 0$/,
  )
})

it('are warned of once at 80 and at 95 % of their room, and again when they were below', async () => {
  const { database } = app
  const anna = await app.newcomer()
  const { id } = await uploadFile(anna, publicRoomId, { name: 'x', bytes: randomBytes(800) })
  await anna.post(`/api/chat/${publicRoomId}/messages`, { clientId: randomUUID(), text: '', files: [{ id }] })
  await database.deleteFrom('uploads').execute()
  const warnings: string[] = []
  const log = createLog('warn', { write: (line) => warnings.push(JSON.parse(line).msg) })
  let free = 1e9
  const requireRoom = async () => {
    if (free === 0) throw new AppError('files.full')
    return free
  }
  const { measure, metrics } = createFilesUsage({ database, log, store: { requireRoom }, ceiling: 1000 })
  const measureWith = async (size: number, bytesFree = 1e9) => {
    free = bytesFree
    await database.updateTable('files').set({ size }).execute()
    warnings.length = 0
    await measure()
    return warnings
  }
  expect(await measureWith(799)).toEqual([])
  expect(await measureWith(800)).toEqual(['files have 80 % of the room that they may take'])
  expect(await measureWith(900)).toEqual([])
  expect(await measureWith(950)).toEqual(['files have 95 % of the room that they may take'])
  expect(await measureWith(900)).toEqual([])
  expect(await measureWith(100)).toEqual([])
  // The disk has less than the ceiling.
  expect(await measureWith(100, 20)).toEqual(['files have 80 % of the room that they may take'])
  expect(await measureWith(100, 0)).toEqual(['files have 95 % of the room that they may take'])
  const values = metrics.map((metric) =>
    'queue' in metric || metric.label !== undefined ? null : metric.read(),
  )
  expect(values).toEqual([1, 100, 1, 0, 0])
})
