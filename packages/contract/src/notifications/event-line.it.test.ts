import { expect, it } from 'vitest'
import { eventLine } from './event-line.it.ts'

const line = { title: 'Torneo', author: { uid: '', displayName: 'Anna' }, fields: [], text: '' }

it.each([
  [0, 'Anna partecipa a "Torneo".'],
  [1, 'Anna e un\'altra persona partecipano a "Torneo".'],
  [3, 'Anna e altre 3 persone partecipano a "Torneo".'],
])('tells an organizer of one who joined and %i others', (others, sentence) => {
  expect(eventLine({ ...line, kind: 'joined', others })).toBe(sentence)
})
