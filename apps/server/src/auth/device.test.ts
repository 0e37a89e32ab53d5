import { expect, it } from 'vitest'
import { deviceOf } from './device.ts'

it.each([
  ['Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0', 'Firefox su Linux'],
  [
    'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0.0.0 Safari/537.36',
    'Chrome su Windows',
  ],
  [
    'Mozilla/5.0 (iPhone; CPU iPhone OS 18_5 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.5 Mobile/15E148 Safari/604.1',
    'Safari su iOS',
  ],
  ['', ''],
  ['curl/8.5.0', ''],
  ['Anna Bassi/1.0 (Linux) ', ''],
  [`${'x'.repeat(5000)}/1.0 (X11; Linux) Firefox/140.0`, ''],
])('%s is %s', (userAgent, device) => {
  expect(deviceOf(new Headers(userAgent ? { 'user-agent': userAgent } : {}))).toBe(device)
})
