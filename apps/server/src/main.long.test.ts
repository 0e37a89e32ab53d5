import { randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { existsSync } from 'node:fs'
import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { type AddressInfo, createServer } from 'node:net'
import { hostname, networkInterfaces, tmpdir } from 'node:os'
import { join } from 'node:path'
import { closeCodes } from '@covo/contract/realtime'
import { anna } from '@covo/testing/cast'
import { openLive } from '@covo/testing/live'
import { sendMessage } from '@covo/testing/member-actions'
import { type ServerProcess, startServerProcess } from '@covo/testing/server-process'
import { type Member, register, visit } from '@covo/testing/visitor'
import pg from 'pg'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { mount } from '../test/mount.ts'
import { readSettings } from './environment.ts'

let folder: string
const started: ServerProcess[] = []

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'covo-main-'))
})

afterAll(async () => {
  await Promise.all(started.map((server) => server.stop()))
  await rm(folder, { recursive: true, force: true })
})

function start(settings: Record<string, string>): ServerProcess {
  const server = startServerProcess({ PORT: '0', ...settings })
  started.push(server)
  return server
}

async function send(member: Member, text: string): Promise<number> {
  const answer = await sendMessage(member, 'generale', text)
  return answer.status
}

/** The lines of its log. */
function linesOf(server: ServerProcess): Record<string, unknown>[] {
  return server
    .output()
    .split('\n')
    .filter((line) => line.startsWith('{'))
    .map((line) => JSON.parse(line) as Record<string, unknown>)
}

/** Why it said that it stops. */
function causesOf(server: ServerProcess): unknown[] {
  return linesOf(server)
    .filter(({ msg }) => msg === 'stopping')
    .map(({ cause }) => cause)
}

describe('a start that fails gets one sentence and a non-zero exit', () => {
  // environment.test.ts tries all settings.
  it.each([
    ['PORT', 'molti'],
    ['COVO_DATABSE_URL', 'postgres://localhost/covo'],
    ['COVO_SECRET_FILE', '/nowhere'],
  ])('%s=%s', async (name, value) => {
    const server = start({ COVO_DATA_DIR: join(folder, 'unused'), [name]: value })
    expect(await server.ended()).toBe(1)
    expect(server.output().trim()).toMatch(new RegExp(`^The setting ${name} is not valid: .+\\.$`))
  })

  it.each([
    ['http://127.0.0.1:9', 'https://covo.example'],
    ['https://provider.localhost', 'http://covo.example'],
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

  it.each([
    ['a file', async () => await writeFile(join(folder, 'file'), ''), () => join(folder, 'file'), 'EEXIST'],
    // Node's recursive mkdir never ends there.
    ['below /proc', async () => {}, () => '/proc/covo/data', 'ENOENT'],
  ])('a data directory that cannot be one: %s', async (_what, prepare, path, code) => {
    await prepare()
    const server = start({ COVO_DATA_DIR: path() })
    expect(await server.ended()).toBe(1)
    expect(server.errors()).toContain('set COVO_DATA_DIR to another')
    expect(server.errors()).toContain(code)
    expect(server.errors().trim().split('\n')).toHaveLength(1)
    expect(causesOf(server)).toEqual(['the start failed'])
  })

  it('a read-only file system', async ({ skip }) => {
    const path = join(folder, 'read-only')
    await mkdir(path)
    const isMounted = await mount(path, 'size=1m,ro')
    skip(!isMounted, 'this user may not mount')
    const server = start({ COVO_DATA_DIR: join(path, 'covo/data') })
    expect(await server.ended()).toBe(1)
    expect(server.errors()).toContain('read-only file system')
  })

  it('a database that does not answer', async () => {
    const server = start({ COVO_DATA_DIR: folder, COVO_DATABASE_URL: 'postgres://127.0.0.1:1/covo' })
    expect(await server.ended()).toBe(1)
    expect(server.errors()).toContain("The database of COVO_DATABASE_URL can't be reached")
  })

  it('a port that is taken, at either address of loopback, and the data stay usable', async () => {
    const settings = { COVO_DATA_DIR: join(folder, 'port') }
    for (const host of ['127.0.0.1', '::1']) {
      const taken = createServer().listen(0, host)
      await once(taken, 'listening')
      const { port } = taken.address() as AddressInfo
      const server = start({ ...settings, PORT: String(port) })
      expect(await server.ended()).toBe(1)
      expect(server.errors().trim()).toBe(
        `Port ${port} is taken by another program. Stop it, or set PORT to a free one.`,
      )
      expect(linesOf(server).filter(({ level }) => level === 'warn')).toEqual([])
      expect(causesOf(server)).toEqual(['the start failed'])
      taken.close()
    }
    await start(settings).ready()
  })

  it('an address that is another machine', async () => {
    const server = start({ COVO_DATA_DIR: join(folder, 'elsewhere'), COVO_HOST: '192.0.2.1' })
    expect(await server.ended()).toBe(1)
    expect(server.errors().trim()).toBe(
      '192.0.2.1 is not an address of this machine. Set COVO_HOST to one that is.',
    )
  })
})

it('starts without its mail server and its provider, and warns of both', async () => {
  const server = start({
    COVO_DATA_DIR: join(folder, 'alone'),
    COVO_SMTP_URL: 'smtp://127.0.0.1:1',
    COVO_OIDC_ISSUER: 'http://127.0.0.1:1',
    COVO_OIDC_CLIENT_ID: 'covo',
    COVO_OIDC_CLIENT_SECRET: 'segreto',
  })
  await server.ready()
  const warnings = () => linesOf(server).filter(({ level }) => level === 'warn')
  await expect.poll(() => warnings().map(({ msg }) => msg)).toHaveLength(2)
  expect(warnings().map(({ msg }) => msg)).toEqual(
    expect.arrayContaining([expect.stringContaining('COVO_SMTP_URL'), 'provider not reached']),
  )
})

describe('the addresses that it listens on', () => {
  const elsewhere = Object.values(networkInterfaces())
    .flat()
    .find((address) => address && !address.internal && address.family === 'IPv4')?.address

  async function answers(server: ServerProcess, hosts: string[]): Promise<boolean[]> {
    const line = linesOf(server).find(({ msg }) => msg === 'started')
    return await Promise.all(
      hosts.map((host) =>
        fetch(`http://${host}:${line?.port}/health/live`).then(
          ({ ok }) => ok,
          () => false,
        ),
      ),
    )
  }

  it('are those of loopback while there is no public origin (S-18)', async ({ skip }) => {
    const server = start({ COVO_DATA_DIR: join(folder, 'host') })
    await server.ready()
    expect(await answers(server, ['127.0.0.1', '[::1]', 'localhost'])).toEqual([true, true, true])
    skip(!elsewhere, 'this machine has no other address')
    expect(await answers(server, [elsewhere ?? ''])).toEqual([false])
    // Also the second of the two stops taking connections, and lets its last request finish.
    server.child.kill('SIGTERM')
    expect(await server.ended()).toBe(0)
  })

  it.each([
    ['all with one', { COVO_URL: 'http://covo.example' }, [true, true]],
    ['the one that is set', { COVO_URL: 'http://covo.example', COVO_HOST: '127.0.0.1' }, [true, false]],
    ['all where it says so', { COVO_HOST: '0.0.0.0' }, [true, true]],
  ])('are %s', async (_which, settings, expected) => {
    const server = start({ COVO_DATA_DIR: join(folder, 'host'), ...settings })
    await server.ready()
    expect(await answers(server, ['127.0.0.1', ...(elsewhere ? [elsewhere] : [])])).toEqual(
      elsewhere ? expected : [true],
    )
    await server.stop()
  })
})

describe('the log', () => {
  it('is JSON alone, names the instance, and reports the start and the end', async () => {
    const server = start({ COVO_DATA_DIR: join(folder, 'log') })
    const origin = await server.ready()
    server.child.kill('SIGINT')
    expect(await server.ended()).toBe(0)
    const lines = server.output().trim().split('\n')
    expect(linesOf(server)).toHaveLength(lines.length)
    for (const line of linesOf(server))
      expect(line).toMatchObject({ level: 'info', instance: `${hostname()}:0`, time: expect.any(String) })
    expect(linesOf(server).find(({ msg }) => msg === 'started')).toMatchObject({
      version: expect.stringMatching(/^\d+\.\d+\.\d+/),
      node: process.versions.node,
      origin,
      host: 'localhost',
      port: Number(new URL(origin).port),
      database: 'embedded',
      redis: false,
      proxies: false,
    })
    expect(linesOf(server).at(-1)).toMatchObject({ msg: 'stopping', cause: 'SIGINT' })
  })

  it('reports that the database ended', async () => {
    const data = join(folder, 'log')
    const server = start({ COVO_DATA_DIR: data })
    await server.ready()
    const pid = Number.parseInt(await readFile(join(data, 'postgres/data/postmaster.pid'), 'utf8'), 10)
    process.kill(pid, 'SIGKILL')
    expect(await server.ended()).toBe(1)
    expect(causesOf(server)).toEqual(['the database ended'])
  })

  it('has the lines of COVO_LOG_LEVEL and above', async () => {
    const server = start({ COVO_DATA_DIR: join(folder, 'quiet'), COVO_LOG_LEVEL: 'warn' })
    await expect.poll(() => existsSync(join(folder, 'quiet/postgres'))).toBe(true)
    server.child.kill('SIGTERM')
    expect(await server.ended()).toBe(0)
    expect(server.output()).toBe('')
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
    expect(readSettings(settings).provider).toMatchObject({
      issuer: 'https://accounts.google.com',
      label: 'Google',
    })
    const labelled = readSettings({ ...settings, COVO_OIDC_LABEL: 'la scuola' })
    expect(labelled.provider).toMatchObject({ label: 'la scuola' })
  })
})

describe('a server that is stopped and started again', () => {
  it('closes its sockets first, and has everything after the restart', async () => {
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
    expect(await back.read('/api/chat/generale/messages')).toMatchObject({
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
