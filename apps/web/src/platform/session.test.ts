import { afterEach, expect, it, vi } from 'vitest'

afterEach(() => vi.unstubAllGlobals())

it('is not ended by an answer to what was asked in the session before', async () => {
  const store = { getItem: () => null, setItem() {}, removeItem() {} }
  vi.stubGlobal('localStorage', store)
  vi.stubGlobal('sessionStorage', store)
  vi.stubGlobal('document', {
    documentElement: { dataset: { session: 'in' } },
    querySelector: () => null,
  })
  const unauthenticated = () => Response.json({ code: 'common.unauthenticated' }, { status: 401 })
  const first = Promise.withResolvers<Response>()
  // It is repeated once, which may still have carried the cookie of before.
  vi.stubGlobal('fetch', vi.fn(async () => unauthenticated()).mockReturnValueOnce(first.promise))
  const { call } = await import('./api.ts')
  const { endSession, isSignedIn, startSession } = await import('./session.ts')

  const before = call('GET /api/profiles/me')
  endSession()
  first.resolve(unauthenticated())
  startSession()
  await expect(before).rejects.toThrow('common.unauthenticated')
  expect(isSignedIn()).toBe(true)
})
