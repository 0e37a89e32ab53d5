import { afterEach, expect, it, vi } from 'vitest'
import { createKnownBrowsers } from './known-browsers.ts'

const secret = 'a secret for the tests, 32 letters'
const browsers = createKnownBrowsers(secret, 'https://covo.esempio.it')
const email = 'anna@esempio.it'
const line = browsers.cookieFor(email)
const pair = line.split(';')[0] ?? ''
const [name = '', value = ''] = pair.split('=')
const [id = '', end = '', signature = ''] = value.split('.')

afterEach(() => {
  vi.useRealTimers()
})

function find(cookie: string, account = email, known = browsers): string | null {
  return known.find(new Headers({ cookie }), account)
}

it('is a cookie of this host alone, unreadable for scripts and without an email', () => {
  expect(name).toBe('__Host-covo.known_browser')
  for (const attribute of ['Secure', 'HttpOnly', 'Path=/', 'SameSite=Lax', 'Max-Age=15552000'])
    expect(line.split('; ')).toContain(attribute)
  expect(line).not.toContain('anna')
})

it('is known for its account, beside other cookies, and each sign-in makes another', () => {
  expect(find(`altro=1; ${pair}; ancora=2`)).toBe(id)
  expect(find(browsers.cookieFor(email).split(';')[0] ?? '')).not.toBe(id)
})

it.each([
  ['another account', pair, 'bruno@esempio.it'],
  ['no cookie', ''],
  ['an empty one', `${name}=`],
  ['no signature', `${name}=${id}.${end}`],
  ['an empty signature', `${name}=${id}.${end}.`],
  ['another signature', `${name}=${id}.${end}.${'A'.repeat(43)}`],
  ['another id', `${name}=${id.replace(/^./, (digit) => (digit === '0' ? '1' : '0'))}.${end}.${signature}`],
  ['a later end', `${name}=${id}.${Number(end) + 1}.${signature}`],
  ['an end that is no number', `${name}=${id}.mai.${signature}`],
  ['the name that is for http', pair.replace('__Host-', '')],
])('is not known by %s', (_, cookie, account = email) => {
  expect(find(cookie, account)).toBeNull()
})

it('is not known by another secret, nor after 180 days', () => {
  const other = createKnownBrowsers('another secret, of 32 letters also', 'https://covo.esempio.it')
  expect(find(pair, email, other)).toBeNull()
  vi.useFakeTimers({ now: Number(end) * 1000 - 1 })
  expect(find(pair)).toBe(id)
  vi.setSystemTime(Number(end) * 1000)
  expect(find(pair)).toBeNull()
})
