import { expect, it } from 'vitest'
import { isBot } from './is-bot.ts'

it.each([
  ['6f9619ff-8b86-8011-b42d-00c04fc964ff', true],
  ['6F9619FF-8B86-8011-B42D-00C04FC964FF', true],
  ['8f9619ff-8886-4011-8888-80c04fc964f8', false],
  ['6f9619ff-8b86-5011-b42d-00c04fc964ff', false],
  ['', false],
])('%j: %j', (uid, expected) => {
  expect(isBot(uid)).toBe(expected)
})
