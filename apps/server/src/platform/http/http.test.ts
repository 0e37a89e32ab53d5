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
