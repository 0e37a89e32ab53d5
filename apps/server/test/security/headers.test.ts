import { once } from 'node:events'
import { readdir } from 'node:fs/promises'
import { request as send } from 'node:http'
import { connect } from 'node:net'
import { resolve } from 'node:path'
import { figure } from '@covo/testing/figure'
import { visit } from '@covo/testing/visitor'
import { describe, expect, it } from 'vitest'
import { runTestApp } from '../test-app.ts'

const publicOrigin = 'https://covo.example'
const app = runTestApp({ publicOrigin, securityContact: 'mailto:sicurezza@covo.example' })
const plain = runTestApp()

type Answer = { status: number; headers: Headers; body: string }

/** The server's bytes on a connection after it has read `text`, up to its end. */
async function answerTo(text: string): Promise<Answer> {
  const socket = connect(Number(new URL(app.origin).port), 'localhost')
  let received = ''
  socket.on('data', (chunk) => {
    received += String(chunk)
  })
  socket.write(text)
  await once(socket, 'close')
  const [head = '', body = ''] = received.split(/\r\n\r\n(.*)/s)
  const [statusLine = '', ...lines] = head.split('\r\n')
  const headers = new Headers(
    lines.map((line): [string, string] => [
      line.slice(0, line.indexOf(':')),
      line.slice(line.indexOf(':') + 1).trim(),
    ]),
  )
  return { status: Number(statusLine.split(' ')[1] ?? 0), headers, body }
}

function request(line: string, headers: string[] = [], body = ''): Promise<Answer> {
  const fields = ['Host: covo.example', 'Connection: close', ...headers]
  if (body) fields.push(`Content-Length: ${Buffer.byteLength(body)}`)
  return answerTo(`${line} HTTP/1.1\r\n${fields.join('\r\n')}\r\n\r\n${body}`)
}

const own = `Origin: ${publicOrigin}`
const json = 'Content-Type: application/json'
const upgrade = [
  'Upgrade: websocket',
  'Connection: Upgrade',
  'Sec-WebSocket-Version: 13',
  'Sec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA==',
]

async function anAsset(): Promise<string> {
  const files = await readdir(resolve(import.meta.dirname, '../../../web/dist/assets'))
  return `/assets/${files.find((file) => file.endsWith('.js'))}`
}

const answers: [what: string, status: number, ask: () => Promise<Answer>][] = [
  ['a page', 200, () => request('GET /')],
  ['a page of the app', 200, () => request('GET /app/home')],
  ['an asset', 200, async () => request(`GET ${await anAsset()}`)],
  ['a missing asset', 404, () => request('GET /assets/none.js')],
  ['a public file', 200, () => request('GET /favicon.svg')],
  ['a success of the API', 200, () => request('GET /api/events')],
  ['wrong input', 400, () => request('GET /api/events?cursor=%21')],
  ['wrong JSON', 400, () => request('POST /api/auth/login', [own, json], '{')],
  ['a rule that was broken', 422, () => request('POST /api/auth/login', [own, json], '{}')],
  ['no session', 401, () => request('GET /api/profiles/me')],
  ['a foreign origin', 403, () => request('POST /api/auth/logout', ['Origin: https://evil.example'])],
  ['no such route', 404, () => request('GET /api/altro')],
  ['no such page', 404, () => request('POST /altro', [own])],
  ['too large a body', 413, () => request('POST /api/auth/login', [own, json], `"${'a'.repeat(600_000)}"`)],
  ['another media type', 415, () => request('POST /api/auth/login', [own, 'Content-Type: text/plain'], '{}')],
  ['a redirect', 302, () => request('GET /api/auth/provider?attempt=5f0c8e0e-51b4-4f4e-9d3f-3a52b9a8a111')],
  ['health', 200, () => request('GET /health/live')],
  ['readiness', 200, () => request('GET /health/ready')],
  ['the description of the API', 200, () => request('GET /api/openapi.json')],
  ['security.txt', 200, () => request('GET /.well-known/security.txt')],
  ['OPTIONS', 405, () => request('OPTIONS /api/events', [own])],
  ['HEAD of a page', 200, () => request('HEAD /')],
  ['HEAD of the API', 200, () => request('HEAD /api/events')],
  ['TRACE of the API', 403, () => request('TRACE /api/events')],
  ['TRACE of a page', 404, () => request('TRACE /', ['X-Canary: canarino'])],
  ['a refused socket', 403, () => request('GET /api/live?version=1', upgrade)],
  ['a socket elsewhere', 404, () => request('GET /altro', upgrade)],
  ['no host', 400, () => answerTo('GET / HTTP/1.1\r\n\r\n')],
  ['an unknown expectation', 417, () => request('GET /', ['Expect: miracles'])],
  ['too many headers', 431, () => request('GET /', [`X-Long: ${'a'.repeat(20_000)}`])],
  ['what is not HTTP', 400, () => answerTo('ciao\r\n\r\n')],
  [
    'two lengths',
    400,
    () => answerTo('POST / HTTP/1.1\r\nHost: a\r\nContent-Length: 1\r\nContent-Length: 2\r\n\r\n'),
  ],
]

describe('every answer', () => {
  it.each(answers)('%s (S-28)', async (_what, status, ask) => {
    const answer = await ask()
    expect(answer.status).toBe(status)
    const header = (name: string) => answer.headers.get(name) ?? ''
    expect(
      Number(/^max-age=(\d+); includeSubDomains$/.exec(header('strict-transport-security'))?.[1]),
    ).toBeGreaterThanOrEqual(31_536_000)
    const policy = header('content-security-policy').split('; ')
    for (const directive of [
      "default-src 'none'",
      "script-src 'self'",
      "img-src 'self'",
      "frame-ancestors 'none'",
      "base-uri 'none'",
      "require-trusted-types-for 'script'",
      'trusted-types covo',
      "worker-src 'self'",
      "manifest-src 'self'",
    ])
      expect(policy).toContain(directive)
    expect(header('content-security-policy')).not.toMatch(/unsafe|https?:|data:|\*/)
    expect(header('x-content-type-options')).toBe('nosniff')
    expect(header('x-frame-options')).toBe('DENY')
    expect(header('referrer-policy')).toBe('no-referrer')
    expect(header('permissions-policy')).toContain('camera=()')
    expect(header('cross-origin-opener-policy')).toBe('same-origin-allow-popups')
    expect(header('cross-origin-resource-policy')).toBe('same-origin')
    for (const name of ['server', 'x-powered-by', 'access-control-allow-origin', 'via'])
      expect(header(name)).toBe('')
    expect(answer.body).not.toContain('canarino')
  })

  it('of a server without https asks no browser to stay on it (S-28)', async () => {
    const { headers } = await plain.visit().fetch('/')
    expect(headers.get('strict-transport-security')).toBeNull()
    expect(headers.get('content-security-policy')).toContain("frame-ancestors 'none'")
    figure('S-28', `${answers.length} kinds of answer: each with all headers, 0 that name the server's make`)
  })

  it('has no tunnel (S-28)', async () => {
    const tunnel = send({ port: new URL(app.origin).port, method: 'CONNECT', path: 'localhost:5432' })
    tunnel.end()
    const [error] = await once(tunnel, 'error')
    expect((error as NodeJS.ErrnoException).code).toBe('ECONNRESET')
  })
})

/** Files that lie beside the pages on the disk, or often do, and the paths to them. */
const hidden = [
  ...[
    '/.git/config',
    '/.git/HEAD',
    '/.gitignore',
    '/.env',
    '/.env.production',
    '/.npmrc',
    '/.ci/run',
    '/.well-known/',
    '/.DS_Store',
  ],
  ...[
    '/package.json',
    '/package-lock.json',
    '/tsconfig.json',
    '/vite.config.ts',
    '/biome.json',
    '/README.md',
    '/LICENSE',
    '/SECURITY.md',
  ],
  ...[
    '/src/main.ts',
    '/src/main.tsx',
    '/apps/server/src/main.ts',
    '/node_modules/hono/package.json',
    '/data/secret',
    '/secret',
    '/assets/',
  ],
  ...[
    '/assets',
    '/assets/../index.html',
    '/index.html',
    '/assets/..',
    '/backup.sql',
    '/dump.tar.gz',
    '/server.js',
    '/web.config',
  ],
  ...[
    '/debug',
    '/debug/pprof',
    '/metrics',
    '/status',
    '/actuator/env',
    '/graphql',
    '/admin',
    '/phpinfo.php',
    '/swagger',
    '/api/',
    '/api/docs',
    '/api/debug',
  ],
]

const climbs = [
  ...['..', '%2e%2e', '%2E%2E', '.%2e', '%252e%252e', '..%00', '..;', '....', '%c0%ae%c0%ae', '\\..'].flatMap(
    (up) => [
      `/${up}/${up}/server/package.json`,
      `/assets/${up}/${up}/${up}/server/package.json`,
      `/assets/${up}%2f${up}%2f${up}%2fserver%2fpackage.json`,
      `/assets/${up}%5c${up}%5c${up}%5cserver%5cpackage.json`,
    ],
  ),
  ...['//etc/passwd', '/%2fetc%2fpasswd', '/file:///etc/passwd', '/assets//etc/passwd', '/assets/%00'],
]

describe('other paths', () => {
  it('of what lies on the disk, by whatever spelling (S-28)', async () => {
    // The page names the files of the screen at an address that has one.
    const pages = await Promise.all(
      ['/', '/nessuno'].map(async (path) => (await app.visit().fetch(path)).text()),
    )
    const kept =
      /"dependencies"|"name": "@?covo|root:|\[core\]|ref: refs|compilerOptions|PRIVATE KEY|import .* from|MIT License/
    let asked = 0
    for (const path of [...hidden, ...climbs]) {
      const answer = await request(`GET ${path}`)
      asked += 1
      expect(answer.body, path).not.toMatch(kept)
      // Other paths answer 404, or the one page without anything of the disk.
      if (answer.status === 200) expect(pages, path).toContain(answer.body)
      else expect([400, 404], path).toContain(answer.status)
      expect(answer.body, path).not.toContain('{{')
    }
    for (const path of hidden.filter((one) => one.includes('.') && !one.includes('..')))
      expect((await request(`GET ${path}`)).status, path).toBe(404)
    figure('S-28', `${asked} spellings of ${hidden.length} hidden files and of climbing out: 0 exposed`)
  })

  it('of the sources in what was built (S-28)', async () => {
    const folder = resolve(import.meta.dirname, '../../../web/dist')
    const files = await readdir(folder, { recursive: true, withFileTypes: true })
    const names = files.filter((file) => file.isFile()).map(({ name }) => name)
    expect(names.length).toBeGreaterThan(20)
    expect(
      names.filter(
        (name) =>
          !/^(index\.html|favicon\.svg|[\w-]+\.png|manifest\.webmanifest|robots\.txt|service-worker\.js|\.stamp|\.first-files\.json|[\w.-]+-[\w-]{7}\.(js|css|woff2|svg)(\.(br|gz))?)$/.test(
            name,
          ),
      ),
    ).toEqual([])
    const script = await request(`GET ${await anAsset()}`)
    expect(script.body).not.toContain('sourceMappingURL')
    expect((await request(`GET ${await anAsset()}.map`)).status).toBe(404)
    for (const own of ['.stamp', '.first-files.json'])
      expect((await request(`GET /${own}`)).status, own).toBe(404)
  })
})

describe('security.txt', () => {
  it('says where to report, until when that holds, and by what promises', async () => {
    const answer = await app.visit().fetch('/.well-known/security.txt')
    expect(answer.headers.get('content-type')).toMatch(/^text\/plain; charset=utf-8$/i)
    const fields = Object.fromEntries(
      (await answer.text())
        .trim()
        .split('\n')
        .map((line) => line.split(/: (.*)/s)),
    )
    expect(fields).toMatchObject({
      Contact: 'mailto:sicurezza@covo.example',
      'Preferred-Languages': 'it, en',
      Canonical: `${publicOrigin}/.well-known/security.txt`,
      Policy: `${publicOrigin}/security-policy.txt`,
    })
    const days = (Date.parse(fields.Expires ?? '') - Date.now()) / 86_400_000
    expect(days).toBeGreaterThan(90)
    expect(days).toBeLessThan(365)
    const policy = await app.visit().fetch('/security-policy.txt')
    expect(await policy.text()).toMatch(/^# Security\n/)
  })

  it('is not there without a contact', async () => {
    for (const path of ['/.well-known/security.txt', '/security-policy.txt'])
      expect((await visit(plain.origin).fetch(path)).status).toBe(404)
  })
})
