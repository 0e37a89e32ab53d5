import { expect, it } from 'vitest'
import { CachingRouter } from './caching-router.ts'

type Match = [handler: string, parameters: Record<string, string>]

const matches = (router: CachingRouter<string>, method: string, path: string): Match[] =>
  router.match(method, path)[0].map(([handler, parameters]) => [handler, { ...parameters } as Match[1]])

it('finds the same handlers and parameters at each request, and routes that are added later', () => {
  const router = new CachingRouter<string>()
  router.add('ALL', '/*', 'middleware')
  router.add('GET', '/events/:id', 'event')
  router.add('GET', '/events/own', 'own events')
  router.add('PUT', '/events/:id', 'change')
  for (let request = 0; request < 2; request += 1) {
    expect(matches(router, 'GET', '/events/1')).toEqual([
      ['middleware', {}],
      ['event', { id: '1' }],
    ])
    expect(matches(router, 'GET', '/events/2')).toEqual([
      ['middleware', {}],
      ['event', { id: '2' }],
    ])
    expect(matches(router, 'GET', '/events/own').map(([handler]) => handler)).toContain('own events')
    expect(matches(router, 'PUT', '/events/1')).toEqual([
      ['middleware', {}],
      ['change', { id: '1' }],
    ])
    expect(matches(router, 'GET', '/absent')).toEqual([['middleware', {}]])
  }
  router.add('GET', '/absent', 'present')
  expect(matches(router, 'GET', '/absent').map(([handler]) => handler)).toEqual(['middleware', 'present'])
})

it('keeps 500 addresses at most, and no long one', () => {
  const router = new CachingRouter<string>()
  router.add('GET', '/events/:id', 'event')
  for (let id = 0; id < 700; id += 1) router.match('GET', `/events/${id}`)
  expect(router.size).toBe(500)
  expect(matches(router, 'GET', '/events/0')).toEqual([['event', { id: '0' }]])
  const other = new CachingRouter<string>()
  other.match('GET', `/${'a'.repeat(300)}`)
  expect(other.size).toBe(0)
})
