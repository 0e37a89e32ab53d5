import { randomUUID } from 'node:crypto'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { closeCodes } from '@covo/contract/realtime'
import { anna } from '@covo/testing/cast'
import { openLive } from '@covo/testing/live'
import { type ServerProcess, startServerProcess } from '@covo/testing/server-process'
import { type Member, register, visit } from '@covo/testing/visitor'
import pg from 'pg'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { readEnvironment } from './environment.ts'

let folder: string
const started: ServerProcess[] = []

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'covo-main-'))
})

afterAll(async () => {
  for (const { child } of started) child.kill('SIGTERM')
  await Promise.all(started.map((server) => server.ended()))
  await rm(folder, { recursive: true, force: true })
})

function start(settings: Record<string, string>): ServerProcess {
  const server = startServerProcess({ PORT: '0', ...settings })
  started.push(server)
  return server
}

async function send(member: Member, text: string): Promise<number> {
  const answer = await member.fetch('/api/chat/generale/messages', {
    method: 'POST',
    body: JSON.stringify({ clientId: randomUUID(), text }),
  })
  return answer.status
}

describe('settings that are wrong get one sentence and a non-zero exit', () => {
  it.each([
    ['PORT', 'molti'],
    ['PORT', '70000'],
    ['COVO_URL', 'esempio.it'],
    ['COVO_URL', 'https://esempio.it/covo'],
    ['COVO_DATABASE_URL', 'mysql://localhost/covo'],
    ['COVO_REDIS_URL', 'memcached://localhost'],
    ['COVO_TRUSTED_PROXIES', 'proxy.example'],
    ['COVO_LIMIT_MESSAGE_BURST', '30'],
    ['COVO_LIMIT_MESSAGES', '30/10'],
    ['COVO_SECRET', 'corto'],
    ['COVO_NAME', ' '],
  ])('%s=%s', async (name, value) => {
    const server = start({ COVO_DATA_DIR: join(folder, 'unused'), [name]: value })
    expect(await server.ended()).toBe(1)
    expect(server.output().trim()).toMatch(new RegExp(`^The setting ${name} is not valid: .+\\.$`))
  })

  it.each([
    ['http://127.0.0.1:9', 'https://covo.example'],
    ['https://provider.localhost', 'http://covo.example'],
    ['http://provider.example', 'http://localhost:9'],
    ['gitlab', 'https://covo.example'],
  ])('a provider to sign in at that is %s, on %s', async (issuer, url) => {
    const server = start({
      COVO_DATA_DIR: join(folder, 'unused'),
      COVO_URL: url,
      COVO_OIDC_ISSUER: issuer,
      COVO_OIDC_CLIENT_ID: 'covo',
      COVO_OIDC_CLIENT_SECRET: 'segreto',
    })
    expect(await server.ended()).toBe(1)
    expect(server.output().trim()).toMatch(/^The setting COVO_OIDC_ISSUER is not valid: .+\.$/)
  })

  it('a data directory that cannot be one', async () => {
    const file = join(folder, 'file')
    await writeFile(file, '')
    const server = start({ COVO_DATA_DIR: file })
    expect(await server.ended()).toBe(1)
    expect(server.output()).toContain('set COVO_DATA_DIR to another')
    expect(server.output().trim().split('\n')).toHaveLength(1)
  })

  it('a database that does not answer', async () => {
    const server = start({ COVO_DATA_DIR: folder, COVO_DATABASE_URL: 'postgres://127.0.0.1:1/covo' })
    expect(await server.ended()).toBe(1)
    expect(server.output()).toContain("The database of COVO_DATABASE_URL can't be reached")
  })

  it('a port that is taken, and the data stay usable', async () => {
    const taken = createServer().listen(0)
    const { port } = taken.address() as { port: number }
    const settings = { COVO_DATA_DIR: join(folder, 'port') }
    const server = start({ ...settings, PORT: String(port) })
    expect(await server.ended()).toBe(1)
    expect(server.output()).toContain(
      `Port ${port} is taken by another program. Stop it, or set PORT to a free one.`,
    )
    taken.close()
    await start(settings).ready()
  })
})

describe('a provider that is set by its name', () => {
  const client = { COVO_OIDC_CLIENT_ID: 'covo', COVO_OIDC_CLIENT_SECRET: 'segreto' }

  it('github: its button, and the way there', async () => {
    const settings = { ...client, COVO_OIDC_ISSUER: 'github', COVO_DATA_DIR: join(folder, 'github') }
    const visitor = visit(await start(settings).ready())
    expect(await (await visitor.fetch('/Login')).text()).toContain('"GitHub"')
    const answer = await visitor.fetch(`/api/auth/provider?attempt=${randomUUID()}`)
    expect(answer.headers.get('location')).toMatch(/^https:\/\/github\.com\/login\/oauth\/authorize\?/)
  })

  it('google: the issuer that its ID tokens name, and another label where one is set', () => {
    const settings = { ...client, COVO_OIDC_ISSUER: 'google' }
    expect(readEnvironment(settings).provider).toMatchObject({
      issuer: 'https://accounts.google.com',
      label: 'Google',
    })
    const labelled = readEnvironment({ ...settings, COVO_OIDC_LABEL: 'la scuola' })
    expect(labelled.provider).toMatchObject({ label: 'la scuola' })
  })
})

describe('a server that is stopped and started again', () => {
  it('tells its sockets first, and has everything when it is back', async () => {
    const settings = { COVO_DATA_DIR: join(folder, 'stopped') }
    const first = start(settings)
    const member = await register(await first.ready(), anna)
    expect(await send(member, 'prima del riavvio')).toBe(201)
    const tab = openLive(member)
    await tab.watch('chat:generale')

    first.child.kill('SIGTERM')
    expect(await tab.closed()).toBe(closeCodes.reconnect)
    expect(await first.ended()).toBe(0)

    const second = await start(settings).ready()
    const back = visit(second, { cookie: member.cookie() })
    const page = await back.api.api.chat[':conversationId'].messages.$get({
      param: { conversationId: 'generale' },
      query: {},
    })
    expect(await page.json()).toMatchObject({
      head: 1,
      messages: [{ text: 'prima del riavvio', userId: member.uid }],
    })
  })

  it('refuses a second server on its folder', async () => {
    const settings = { COVO_DATA_DIR: join(folder, 'double') }
    await start(settings).ready()
    const second = start(settings)
    expect(await second.ended()).toBe(1)
    expect(second.output()).toContain('is in use by another Covo server')
  })
})

const externalUrl = process.env.COVO_TEST_DATABASE_URL

describe.skipIf(!externalUrl)('an external PostgreSQL', () => {
  const name = `covo_test_${randomUUID().replaceAll('-', '')}`
  const client = new pg.Client({ connectionString: externalUrl })

  beforeAll(async () => {
    await client.connect()
    await client.query(`create database ${name}`)
  })

  afterAll(async () => {
    await client.query(`drop database if exists ${name} with (force)`)
    await client.end()
  })

  it('gets the same migrations, from two servers at once, and both serve the same room', async () => {
    const url = new URL(externalUrl ?? '')
    url.pathname = `/${name}`
    const settings = { COVO_DATABASE_URL: url.href, COVO_SECRET: 'a secret that both servers share!' }
    const origins = await Promise.all(
      ['one', 'two'].map((data) => start({ ...settings, COVO_DATA_DIR: join(folder, data) }).ready()),
    )
    const [one = '', two = ''] = origins
    const member = await register(one, anna)
    expect(await send(member, 'dal primo')).toBe(201)
    const elsewhere = visit(two, { cookie: member.cookie() })
    const answer = await elsewhere.fetch('/api/chat/generale/messages')
    expect(await answer.json()).toMatchObject({ messages: [{ text: 'dal primo' }] })
  })
})
