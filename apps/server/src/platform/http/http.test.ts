import { gunzipSync } from 'node:zlib'
import type { Message } from '@covo/contract/chat/chat.routes'
import { apiVersion, type Problem } from '@covo/contract/http'
import { createEvent, sendMessage } from '@covo/testing/member-actions'
import { refusalOf } from '@covo/testing/refusal'
import { describe, expect, it } from 'vitest'
import { lintDescription } from '../../../test/lint-description.ts'
import { runTestApp } from '../../../test/test-app.ts'

const app = runTestApp()

describe('a failure of the API', () => {
  it('is a problem document (RFC 9457)', async () => {
    const answer = await app.visit().fetch('/api/altro')
    expect(answer.status).toBe(404)
    expect(answer.headers.get('content-type')).toBe('application/problem+json')
    expect(answer.headers.get('cache-control')).toBe('no-store')
    expect(await answer.json()).toEqual({
      type: 'urn:problem-type:covo:common.not_found',
      title: 'There is nothing at this address.',
      status: 404,
      detail: 'There is nothing at this address.',
      code: 'common.not_found',
      requestId: expect.any(String),
    })
  })

  it('points at the fields at fault', async () => {
    const anna = await app.as('anna')
    const faults = async (answer: Promise<Response>) => ((await (await answer).json()) as Problem).errors
    expect(await faults(anna.fetch('/api/chat/generale/messages?limit=0&after=x'))).toEqual([
      { pointer: '/after', code: 'invalid_type' },
      { pointer: '/limit', code: 'too_small' },
    ])
    expect(await faults(anna.post('/api/chat/generale/messages', { clientId: '1', text: 1 }))).toEqual([
      { pointer: '/clientId', code: 'invalid_format' },
      { pointer: '/text', code: 'invalid_type' },
    ])
    expect(await faults(anna.put('/api/events/feed', { categories: ['ctf', 'x'] }))).toEqual([
      { pointer: '/categories/1', code: 'invalid_value' },
    ])
    const cut = { method: 'POST', headers: { 'content-type': 'application/json' }, body: '{"text": ' }
    expect(await faults(anna.fetch('/api/chat/generale/messages', cut))).toEqual([
      { pointer: '', code: 'malformed' },
    ])
    const form = { email: 'bianca@esempio.it', password: 'corta', passwordConfirmation: 'corta' }
    expect(await faults(app.visit().post('/api/auth/register', form))).toEqual([
      { pointer: '/password', code: 'auth.password_too_short' },
    ])
  })
})

describe('a path of the API by another method', () => {
  it.each([
    ['PATCH', '/api/chat/generale/messages', 'GET, POST'],
    ['GET', '/api/auth/login', 'POST'],
    ['PUT', `/api/events/${crypto.randomUUID()}/participants.csv`, 'GET'],
  ])('%s %s is answered by what may be asked there', async (method, path, allowed) => {
    const answer = await app.visit().fetch(path, { method })
    expect([answer.status, answer.headers.get('allow')]).toEqual([405, allowed])
    expect(await answer.json()).toMatchObject({ code: 'common.method_not_allowed' })
  })

  it('is not there where no route is, and where an extension is off', async () => {
    for (const path of ['/api/niente', `/api/events/${crypto.randomUUID()}/participantsXcsv`])
      expect((await app.visit().post(path)).status).toBe(404)
    for (const method of ['GET', 'POST'])
      expect((await plain.visit().fetch('/api/account/email', { method })).status).toBe(404)
  })

  const plain = runTestApp({ extensions: 'off' })
})

describe('the description of the API', () => {
  it('keeps the recommended rules of Redocly', async () => {
    const source = await (await app.visit().fetch('/api/openapi.json')).text()
    // The two operations of a sign-in's popup answer by redirects alone.
    expect(await lintDescription(source, '{ operation-2xx-response: off }')).toEqual([])
  })

  it('has the codes that an operation answers, the common ones too', async () => {
    type Answer = { content: Record<string, { schema: { allOf: { properties?: { code: object } }[] } }> }
    type Answers = { responses: Record<string, Answer> }
    const { paths } = await app
      .visit()
      .read<{ paths: Record<string, Record<string, Answers>> }>('/api/openapi.json')
    const send = paths['/api/chat/{conversationId}/messages']?.post?.responses['429']
    expect(send?.content['application/problem+json']?.schema.allOf[1]?.properties?.code).toEqual({
      type: 'string',
      enum: ['chat.too_fast', 'chat.too_many_links', 'common.rate_limited'],
    })
  })

  it('names each operation, says what it does, with an example of its body, and all that it can answer', async () => {
    type Described = {
      operationId?: string
      summary?: string
      description?: string
      requestBody?: { content: Record<string, { example?: unknown }> }
      security?: unknown
      responses: object
    }
    const { paths, components } = await app
      .visit()
      .read<{ paths: Record<string, Record<string, Described>>; components: { responses: object } }>(
        '/api/openapi.json',
      )
    const operations = Object.entries(paths).flatMap(([path, methods]) =>
      Object.values(methods).map((operation) => ({ path, ...operation })),
    )
    const names = operations.map(({ operationId }) => operationId)
    expect(names.length).toBeGreaterThan(100)
    expect(new Set(names).size).toBe(names.length)
    for (const operation of operations) {
      const { path, operationId, summary, description, requestBody, security, responses } = operation
      expect([path, operationId]).toEqual([path, expect.stringMatching(/^[a-z][A-Za-z]+$/)])
      expect([path, summary]).toEqual([path, expect.stringMatching(/^.{5,}[^.]$/)])
      expect([path, description]).toEqual([path, expect.stringMatching(/^.{5,}\.$/s)])
      if (requestBody?.content['application/json'])
        expect(requestBody.content['application/json']).toHaveProperty('example')
      expect([path, security]).toEqual([path, expect.any(Array)])
      if (path.startsWith('/api/'))
        for (const status of ['400', '401', '403', '429', '500', '503'])
          expect([path, Object.keys(responses)]).toEqual([path, expect.arrayContaining([status])])
    }
    for (const [, status] of JSON.stringify(paths).matchAll(/#\/components\/responses\/(\w+)/g))
      expect(components.responses).toHaveProperty(status ?? '')
  })

  it('is not sent again to a client that has it', async () => {
    const first = await app.visit().fetch('/api/openapi.json')
    const tag = first.headers.get('etag') ?? ''
    expect([first.status, first.headers.get('cache-control')]).toEqual([200, 'no-cache'])
    const again = await app.visit().fetch('/api/openapi.json', { headers: { 'if-none-match': tag } })
    expect([again.status, again.headers.get('etag'), await again.text()]).toEqual([304, tag, ''])
    const changed = await app.visit().fetch('/api/openapi.json', { headers: { 'if-none-match': '"a"' } })
    expect(changed.status).toBe(200)
  })
})

it.each([
  ['the description of the API', '/api/openapi.json', 8],
  ['the page', '/Login', 2],
])('%s is sent compressed to a client that accepts that', async (_, path, times) => {
  const plain = await (await app.visit().fetch(path)).text()
  for (const [accepted, isGzipped] of [
    ['gzip, deflate, br', true],
    ['br, gzip;q=0', false],
    ['', false],
  ] as const) {
    const answer = await app.visit().fetch(path, { headers: { 'accept-encoding': accepted } })
    expect([answer.headers.get('content-encoding'), answer.headers.get('vary')]).toEqual([
      isGzipped ? 'gzip' : null,
      'Accept-Encoding',
    ])
    const body = Buffer.from(await answer.arrayBuffer())
    expect(String(isGzipped ? gunzipSync(body) : body)).toBe(plain)
    if (isGzipped) expect(body.length).toBeLessThan(plain.length / times)
  }
})

it.each(['GET', 'HEAD'])(
  'a %s for the socket that asks for no upgrade is answered by 426 (RFC 9110, 15.5.22)',
  async (method) => {
    const answer = await app.visit().fetch('/api/live?version=1', { method })
    expect([answer.status, answer.headers.get('upgrade')]).toEqual([426, 'websocket'])
    expect(answer.headers.get('connection')).toMatch(/upgrade/i)
    if (method === 'GET') expect(await answer.json()).toMatchObject({ code: 'common.upgrade_required' })
  },
)

it('a request that offers HTTP/2 is answered by HTTP/1.1', async () => {
  const offer = {
    connection: 'Upgrade, HTTP2-Settings',
    upgrade: 'h2c',
    'http2-settings': 'AAMAAABkAAQAAP__',
  }
  const answers = await Promise.all([
    app.visit().fetch('/api/events', { headers: offer }),
    app.visit().post('/api/auth/login', {}, offer),
  ])
  expect(answers.map(({ status }) => status)).toEqual([200, 422])
})

it('every answer of the API names its version', async () => {
  const anna = await app.as('anna')
  const answers = await Promise.all([
    anna.fetch('/api/events'),
    anna.fetch('/api/niente'),
    anna.fetch('/api/chat/generale/messages?limit=0'),
    anna.fetch('/api/chat/%00/messages'),
    anna.post('/api/events', {}, { origin: 'https://altrove.example' }),
    app.visit().fetch('/api/account'),
    app.visit().fetch('/api/openapi.json'),
  ])
  expect(answers.map(({ status }) => status)).toEqual([200, 404, 400, 400, 403, 401, 200])
  for (const { headers } of answers) expect(headers.get('api-version')).toBe(apiVersion)
  const { info } = await app.visit().read<{ info: { version: string } }>('/api/openapi.json')
  expect(info.version).toBe(apiVersion)
})

describe('an answer with an ETag', () => {
  const from = new Date().toISOString()
  const paths = {
    '/api/chat/{conversationId}/messages': ['', '?after=0', '?before=9', '?around=1'],
    '/api/chat/{conversationId}/messages/{sequence}': [''],
    '/api/chat/{conversationId}/changes': ['?after=0'],
    '/api/events': [''],
    '/api/events/period': [`?from=${from}&to=${new Date(Date.now() + 40 * 86_400_000).toISOString()}`],
    '/api/events/{eventId}': [''],
    '/api/events/{eventId}/updates': [''],
  }

  it('is that of each operation whose description says so, and of no other', async () => {
    type Answers = Record<string, { headers?: object }>
    const { paths: described } = await app
      .visit()
      .read<{ paths: Record<string, { get?: { responses: Answers } }> }>('/api/openapi.json')
    const tagged = Object.entries(described).filter(([, { get }]) => get?.responses[304])
    // A file never changes.
    const files = [
      '/api/files/{fileId}',
      '/api/files/{fileId}/{size}',
      '/api/moderation/reports/{id}/files/{fileId}',
    ]
    // Nor does a member change the list of rooms.
    const expected = [...Object.keys(paths), ...files, '/api/rooms']
    expect(tagged.map(([path]) => path).toSorted()).toEqual(expected.toSorted())
    for (const [, { get }] of tagged) expect(get?.responses[200]?.headers).toHaveProperty('ETag')
    const anna = await app.as('anna')
    for (const path of ['/api/account', '/api/chat', '/api/tokens', '/api/friends', '/api/profiles/me'])
      expect((await anna.fetch(path)).headers.get('etag')).toBeNull()
  })

  it('is not sent again to a client that has it, until it changes', async () => {
    const [anna, bruno] = [await app.as('anna'), await app.as('bruno')]
    const { id } = await createEvent(anna)
    const { sequence } = (await (await sendMessage(anna, 'generale', 'la prima')).json()) as Message
    /** Two of these make answers of the same length. */
    const change = async (count: number, text: string) => {
      await anna.patch(`/api/events/${id}`, { version: count, title: text })
      await anna.put(`/api/chat/generale/messages/${sequence}`, { text, edits: count })
    }
    await change(0, 'prima')
    const filled = Object.entries(paths).flatMap(([path, queries]) =>
      queries.map((query) =>
        `${path}${query}`
          .replace('{conversationId}', 'generale')
          .replace('{eventId}', id)
          .replace('{sequence}', `${sequence}`)
          .replace('around=1', `around=${sequence}`),
      ),
    )
    const tags = new Map<string, string>()
    for (const path of filled) {
      const tag = (await bruno.fetch(path)).headers.get('etag') ?? ''
      expect([path, tag]).toEqual([path, expect.stringMatching(/^W\/"[\w-]{43}"$/)])
      for (const known of [tag, `"a", ${tag}`, tag.slice(2), '*']) {
        const again = await bruno.fetch(path, { headers: { 'if-none-match': known } })
        expect([path, again.status, again.headers.get('etag'), await again.text()]).toEqual([
          path,
          304,
          tag,
          '',
        ])
      }
      tags.set(path, tag)
    }
    await change(1, 'altra')
    for (const [path, tag] of tags) {
      const changed = await bruno.fetch(path, { headers: { 'if-none-match': tag } })
      expect([path, changed.status, changed.headers.get('cache-control')]).toEqual([path, 200, 'no-store'])
      expect(changed.headers.get('etag')).not.toBe(tag)
    }
  })

  it('is another one for a member who does not see somebody', async () => {
    const [anna, carla] = [await app.as('anna'), await app.as('carla')]
    const path = '/api/chat/generale/messages'
    await sendMessage(anna, 'generale', 'nascosta')
    const tag = (await carla.fetch(path)).headers.get('etag') ?? ''
    await carla.put(`/api/blocks/${anna.uid}`)
    const hidden = await carla.fetch(path, { headers: { 'if-none-match': tag } })
    expect([hidden.status, await hidden.text()]).toEqual([200, expect.not.stringContaining('nascosta')])
    await carla.delete(`/api/blocks/${anna.uid}`)
  })
})

describe('health', () => {
  it.each(['/health/live', '/health/ready'])('answers at %s', async (path) => {
    const answer = await app.visit().fetch(path)
    expect([answer.status, await answer.json()]).toMatchObject([200, { status: 'ok' }])
  })
})

describe('the page', () => {
  it('says whether the visitor is signed in, and nothing else of them', async () => {
    const signedOut = await app.visit().fetch('/')
    const anna = await app.as('anna')
    const signedIn = await anna.fetch('/app/home')
    expect(signedOut.headers.get('cache-control')).toBe('no-store')
    expect(await signedOut.text()).toContain('data-session="out"')
    const page = await signedIn.text()
    expect(page).toContain('data-session="in"')
    expect(page).not.toContain('anna')
    expect(page).not.toContain(anna.uid)
  })

  it('has no asset that was not built, and no file outside', async () => {
    for (const path of [
      '/assets/none.js',
      '/assets/../../package.json',
      '/assets/%2e%2e/%2e%2e/package.json',
    ]) {
      const answer = await app.visit().fetch(path)
      expect(await answer.text()).not.toContain('"dependencies"')
    }
    expect((await app.visit().fetch('/assets/none.js')).status).toBe(404)
  })
})

describe('what is no UTF-8', () => {
  const latin1 = (text: string) => new Uint8Array(Buffer.from(text, 'latin1'))

  it.each([
    ['of a Windows command line', 'application/json', latin1('{"clientId":"CLIENT","text":"città"}')],
    [
      'that names its encoding',
      'application/json; charset=iso-8859-1',
      latin1('{"clientId":"CLIENT","text":"è"}'),
    ],
    [
      'in UTF-16',
      'application/json',
      new Uint8Array(Buffer.from('{"clientId":"CLIENT","text":"ciao"}', 'utf16le').fill(0xff, 0, 1)),
    ],
    [
      'of half a letter',
      'application/json',
      new Uint8Array([...Buffer.from('{"text":"citt'), 0xc3, ...Buffer.from('"}')]),
    ],
    [
      'of a surrogate',
      'application/json',
      new Uint8Array([...Buffer.from('{"text":"'), 0xed, 0xa0, 0x80, ...Buffer.from('"}')]),
    ],
    [
      'of a letter written too long',
      'application/json',
      new Uint8Array([...Buffer.from('{"text":"'), 0xc0, 0xaf, ...Buffer.from('"}')]),
    ],
  ])('is refused as a body %s', async (_, type, body) => {
    const anna = await app.as('anna')
    for (const bytes of [body, new Blob([body]).stream()])
      expect(
        await refusalOf(
          await fetch(`${app.origin}/api/chat/generale/messages`, {
            method: 'POST',
            headers: { cookie: anna.cookie(), origin: app.origin, 'content-type': type },
            body: bytes,
            duplex: 'half',
          } as RequestInit),
        ),
      ).toEqual([400, 'common.not_utf8'])
  })

  it('is refused in an address, where a sign that escapes nothing stands for itself', async () => {
    for (const search of ['citt%E0', '%ff', 'a%C3', '%ed%a0%80', '%c0%af'])
      expect(await refusalOf(await fetch(`${app.origin}/api/events?search=${search}`))).toEqual([
        400,
        'common.not_utf8',
      ])
    for (const search of ['citt%C3%A0', '100%', '%zz', '%e', '%F0%9F%A6%8A'])
      expect((await fetch(`${app.origin}/api/events?search=${search}`)).status).toBe(200)
  })
})
