import { expect, it } from 'vitest'
import { readUnsubscribeToken } from './notifications.rules.ts'

const uid = '0b0e6a52-6d1c-4b0e-9f64-3a2f5c9d7e10'
const signature = 'abcdefghijklmnopqrst-_'

it.each(['changes', 'messages', 'reminders'])('a token of the kind %s is read', (kind) => {
  expect(readUnsubscribeToken(`${kind}-${uid}-${signature}`)).toEqual({ kind, uid, signature })
})

it.each([
  '',
  'inventato',
  `others-${uid}-${signature}`,
  `changes-${uid}-${signature}x`,
  `changes-${uid}-${signature.slice(1)}`,
  `changes-${uid.toUpperCase()}-${signature}`,
  `changes-${uid}-${signature}\n`,
  `reminders-${uid.slice(1)}-${signature}`,
])('«%s» is none', (text) => {
  expect(readUnsubscribeToken(text)).toBeNull()
})
