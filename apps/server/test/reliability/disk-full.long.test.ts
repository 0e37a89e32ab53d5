import { randomBytes } from 'node:crypto'
import { mkdtemp, rm, statfs, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { anna } from '@covo/testing/cast'
import { figure } from '@covo/testing/figure'
import { sendMessage } from '@covo/testing/member-actions'
import { startServerProcess } from '@covo/testing/server-process'
import { register } from '@covo/testing/visitor'
import { expect, it, onTestFinished } from 'vitest'
import { mount } from '../mount.ts'

it('answers that it is unavailable while the disk is full, reports that to its probes, and heals with room (R-17)', async ({
  skip,
}) => {
  const folder = await mkdtemp(join(tmpdir(), 'covo-full-'))
  onTestFinished(() => rm(folder, { recursive: true, force: true, maxRetries: 10 }))
  skip(!(await mount(folder, 'size=110m')), 'this user may not mount a file system')
  const server = startServerProcess({
    PORT: '0',
    COVO_DATA_DIR: folder,
    COVO_LIMIT_MESSAGE_BURST: '1000000/1',
    COVO_LIMIT_MESSAGES_SUSTAINED: '1000000/1',
  })
  onTestFinished(server.stop)
  const origin = await server.ready()
  const member = await register(origin, anna)
  let acknowledged = 0

  async function write(): Promise<Response> {
    const answer = await sendMessage(member, 'generale', randomBytes(1400).toString('base64'))
    if (answer.ok) acknowledged += 1
    return answer
  }

  const { bavail, bsize } = await statfs(folder)
  const ballast = join(folder, 'ballast')
  await writeFile(ballast, Buffer.alloc((bavail - 50) * bsize))
  const refusals: string[] = []
  for (let sent = 0; refusals.length < 100 && sent < 2000; sent += 1) {
    const answer = await write()
    if (answer.ok) continue
    const { code } = (await answer.json()) as { code: string }
    refusals.push(`${answer.status} ${code}, Retry-After ${answer.headers.get('retry-after')}`)
  }
  expect(refusals).toHaveLength(100)
  expect(new Set(refusals)).toEqual(new Set(['503 common.unavailable, Retry-After 5']))
  expect(await readiness(origin)).toEqual([503, { status: 'unavailable', database: 'ok', writable: false }])
  const failures = server.output().match(/^.*request\.failed.*$/gm) ?? []
  expect(failures.join('\n')).toContain('"code":"53100"')
  expect(failures.length).toBeLessThan(10)
  expect(failures.join('')).not.toContain('"stack"')

  await rm(ballast)
  await expect.poll(() => readiness(origin)).toEqual([200, { status: 'ok', database: 'ok', writable: true }])
  expect((await write()).status).toBe(201)
  const answer = await member.fetch('/api/chat/generale/messages')
  expect(await answer.json()).toMatchObject({ head: acknowledged })
  figure(
    'R-17',
    `disk full: ${acknowledged} messages acknowledged, 100 refused as unavailable with ${failures.join('').length} bytes of log, none lost`,
  )
})

async function readiness(origin: string): Promise<[number, unknown]> {
  const answer = await fetch(`${origin}/health/ready`)
  return [answer.status, await answer.json()]
}
