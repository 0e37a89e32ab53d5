import { expect, it } from 'vitest'
import { stillSaid } from './still-said.ts'

const message = (sequence: number, text: string, isRemoved = false) => ({ sequence, text, isRemoved })
const announced = [message(8, 'uno'), message(9, 'due')]

it.each([
  ['all that stands as it was', [message(7, 'zero'), message(8, 'uno'), message(9, 'due')], [8, 9]],
  ['not what was edited', [message(8, 'uno'), message(9, 'altro')], [8]],
  ['not what was deleted', [message(8, '', true), message(9, 'due')], [9]],
  ['not what was deleted and keeps its text', [message(8, 'uno', true), message(9, 'due')], [9]],
  ['nothing of a part of the conversation that is no longer held', [message(2, 'uno')], []],
  ['nothing where nothing is held', [], []],
])('%s', (_, messages, said) => {
  expect(stillSaid(announced, messages).map(({ sequence }) => sequence)).toEqual(said)
})
