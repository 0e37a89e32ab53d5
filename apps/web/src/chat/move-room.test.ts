import { expect, it } from 'vitest'
import { orderAfterMove } from './move-room.ts'

const rooms = [
  { slug: 'web', group: 'Sviluppo' },
  { slug: 'ciao', group: '' },
  { slug: 'pwn', group: 'CTF' },
  { slug: 'rust', group: 'Sviluppo' },
]

it.each([
  ['rust', -1, 'ciao rust web pwn'],
  ['web', 1, 'ciao rust web pwn'],
  // With its group.
  ['pwn', -1, 'ciao pwn web rust'],
  ['web', -1, null],
  ['rust', 1, null],
  ['pwn', 1, null],
  ['ciao', 1, null],
  ['ciao', -1, null],
  ['nessuna', 1, null],
] as const)('moves %s by %i', (slug, step, order) => {
  expect(orderAfterMove(rooms, slug, step)?.join(' ') ?? null).toBe(order)
})
