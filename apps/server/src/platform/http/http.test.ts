import { Validator } from '@seriousme/openapi-schema-validator'
import { describe, expect, it } from 'vitest'
import { runTestApp } from '../../../test/test-app.ts'

const app = runTestApp()

describe('the API', () => {
  it('describes itself with a valid OpenAPI document that names every route', async () => {
    const answer = await app.visit().fetch('/api/openapi.json')
    const document = (await answer.json()) as { paths: Record<string, unknown> }
    const { valid, errors } = await new Validator().validate(document)
    expect(errors).toBeUndefined()
    expect(valid).toBe(true)
    expect(Object.keys(document.paths)).toContain('/api/chat/{conversationId}/messages')
  })

  it('answers failures with a code and a request id, never with prose', async () => {
    const answer = await app.visit().fetch('/api/altro')
    expect(answer.status).toBe(404)
    expect(answer.headers.get('content-type')).toBe('application/json')
    expect(answer.headers.get('cache-control')).toBe('no-store')
    expect(await answer.json()).toEqual({ code: 'common.not_found', requestId: expect.any(String) })
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
  it('names each operation, says what it does, and all that it can answer', async () => {
    type Described = { operationId?: string; summary?: string; security?: unknown; responses: object }
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
    for (const { path, operationId, summary, security, responses } of operations) {
      expect([path, operationId]).toEqual([path, expect.stringMatching(/^[a-z][A-Za-z]+$/)])
      expect([path, summary]).toEqual([path, expect.stringMatching(/^.{5,}[^.]$/)])
      expect([path, security]).toEqual([path, expect.any(Array)])
      if (path.startsWith('/api/'))
        for (const status of ['400', '401', '403', '429', '500', '503'])
          expect([path, Object.keys(responses)]).toEqual([path, expect.arrayContaining([status])])
    }
    for (const [, status] of JSON.stringify(paths).matchAll(/#\/components\/responses\/(\w+)/g))
      expect(components.responses).toHaveProperty(status ?? '')
  })

  it('is not sent again to who has it', async () => {
    const first = await app.visit().fetch('/api/openapi.json')
    const tag = first.headers.get('etag') ?? ''
    expect([first.status, first.headers.get('cache-control')]).toEqual([200, 'no-cache'])
    const again = await app.visit().fetch('/api/openapi.json', { headers: { 'if-none-match': tag } })
    expect([again.status, again.headers.get('etag'), await again.text()]).toEqual([304, tag, ''])
    const changed = await app.visit().fetch('/api/openapi.json', { headers: { 'if-none-match': '"a"' } })
    expect(changed.status).toBe(200)
  })
})

describe('health', () => {
  it.each(['/health/live', '/health/ready'])('answers at %s', async (path) => {
    const answer = await app.visit().fetch(path)
    expect([answer.status, await answer.json()]).toMatchObject([200, { status: 'ok' }])
  })
})

describe('behind https', () => {
  const publicOrigin = 'https://covo.example'
  const secure = runTestApp({ publicOrigin })

  it('keeps the session in a cookie of this host alone, and asks browsers to stay on https', async () => {
    const form = { email: 'sicura@esempio.it', password: 'Tana-rossa1', passwordConfirmation: 'Tana-rossa1' }
    const register = (origin: string) => secure.visit().post('/api/auth/register', form, { origin })
    expect((await register(secure.origin)).status).toBe(403)
    const answer = await register(publicOrigin)
    expect(answer.status).toBe(201)
    const cookie = answer.headers.get('set-cookie') ?? ''
    expect(cookie).toMatch(/^__Host-covo\.session_token=/)
    for (const attribute of ['Secure', 'HttpOnly', 'Path=/', 'SameSite=Lax'])
      expect(cookie).toContain(attribute)
    expect(cookie).not.toMatch(/domain/i)
    expect(answer.headers.get('strict-transport-security')).toContain('max-age=31536000')
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

  it('may run scripts of its own origin only', async () => {
    const { headers } = await app.visit().fetch('/Login')
    expect(headers.get('content-security-policy')).toContain("default-src 'none'; script-src 'self'")
    expect(headers.get('content-security-policy')).not.toContain('unsafe')
    expect(headers.get('content-security-policy')).toContain("frame-ancestors 'none'")
    expect(headers.get('x-content-type-options')).toBe('nosniff')
    expect(headers.get('referrer-policy')).toBe('no-referrer')
    expect(headers.get('cross-origin-opener-policy')).toBe('same-origin-allow-popups')
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
