import { expect, it } from 'vitest'
import { isPushService } from './push-hosts.ts'

const usual = { added: [], isLocal: false }
const local = { added: ['127.0.0.1', 'push.esempio.it'], isLocal: true }

it.each([
  'https://fcm.googleapis.com/fcm/send/abc',
  'https://fcm.googleapis.com:443/fcm/send/abc',
  'https://FCM.googleapis.com/wp/abc',
  'https://updates.push.services.mozilla.com/wpush/v2/abc',
  'https://wns2-par02p.notify.windows.com/w/?token=abc',
  'https://web.push.apple.com/abc',
])('sends to %s', (endpoint) => {
  expect(isPushService(endpoint, usual)).toBe(true)
})

it.each([
  'http://fcm.googleapis.com/fcm/send/abc',
  'https://fcm.googleapis.com:8443/abc',
  'https://anna@fcm.googleapis.com/abc',
  'https://:x@fcm.googleapis.com/abc',
  'https://fcm.googleapis.com@169.254.169.254/abc',
  'https://fcm.googleapis.com./abc',
  'https://fcm.googleapis.com.esempio.it/abc',
  'https://evilfcm.googleapis.com/abc',
  'https://x/?.push.apple.com',
  'https://x/#.push.apple.com',
  'https://x\\.push.apple.com/abc',
  'https://evilpush.apple.com/abc',
  'https://push.apple.com/abc',
  'https://.push.apple.com/abc',
  'https://169.254.169.254/latest/meta-data/',
  'http://169.254.169.254/',
  'https://127.0.0.1/abc',
  'http://127.0.0.1:8080/abc',
  'https://[::1]/abc',
  'https://localhost/abc',
  'ftp://fcm.googleapis.com/abc',
  'data:text/plain,fcm.googleapis.com',
  'fcm.googleapis.com',
  '',
])('never sends to %s', (endpoint) => {
  expect(isPushService(endpoint, usual)).toBe(false)
})

it('sends to hosts that the operator adds, over plain http on the own machine alone', () => {
  expect(isPushService('https://push.esempio.it/abc', local)).toBe(true)
  expect(isPushService('http://127.0.0.1:8080/abc', local)).toBe(true)
  expect(isPushService('http://push.esempio.it/abc', local)).toBe(false)
  expect(isPushService('http://127.0.0.2:8080/abc', local)).toBe(false)
  expect(isPushService('http://127.0.0.1:8080/abc', { ...local, isLocal: false })).toBe(false)
})
