import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { safePath } from './safe-path.ts'

beforeAll(() => {
  vi.stubGlobal('location', new URL('https://covo.example/Login'))
})

afterAll(() => {
  vi.unstubAllGlobals()
})

// All the tricks there are, in a real browser: e2e/auth/provider.spec.ts.
describe('where a sign-in leads', () => {
  it.each([
    'https://male.example',
    '//male.example',
    '/\\male.example',
    '/\t/male.example',
    '/..//male.example',
    '/app/../..//male.example',
    '/app/%2e%2e//male.example',
    '/app\\..\\..\\\\male.example',
    'javascript:alert(1)',
    'app/home',
    '',
  ])('not to %j (S-11)', (path) => {
    expect(safePath(path)).toBeNull()
  })

  it.each([undefined, null, 1, {}, ['/app/home'], { toString: () => '/app/home' }])(
    'not to what is no text: %s',
    (path) => {
      expect(safePath(path)).toBeNull()
    },
  )

  it.each(['/app/home', '/app/chat/a_b?da=qui#fine', '/app/eventi?cerca=//x'])('to %s', (path) => {
    expect(safePath(path)).toBe(path)
  })
})
