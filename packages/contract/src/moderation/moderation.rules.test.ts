import { expect, it } from 'vitest'
import { maximumReasonsLength, parseReasons } from './moderation.rules.ts'

it.each([
  ['', null],
  ['diciannove lettere ', null],
  [`  ${'a'.repeat(20)}  `, 'a'.repeat(20)],
  ['a'.repeat(maximumReasonsLength), 'a'.repeat(maximumReasonsLength)],
  ['a'.repeat(maximumReasonsLength + 1), null],
])('takes the reasons %j as %j', (typed, expected) => {
  const { value, problem } = parseReasons(typed)
  expect(value).toBe(expected)
  expect(problem?.code ?? null).toBe(expected === null ? 'moderation.text_required' : null)
})
