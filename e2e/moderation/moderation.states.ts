import type { Statement } from '@covo/contract/moderation/moderation.routes'
import { fulfil, holdWriting, longWord, refuse, type ScreenState } from '../screens/state.ts'

export const statement: Statement = {
  kind: 'message',
  action: 'remove',
  rule: 3,
  facts: 'Vende cose a tutti, ogni giorno.',
  decidedAt: '2026-11-28T10:00:00.000Z',
  suspendedUntil: null,
  where: 'nella Chat Generale',
  quoted: 'Compra subito!',
  botName: null,
  appealableUntil: '2027-05-28T09:00:00.000Z',
}

const appeal = { screen: 'reclamo', viewer: 'visitor', path: '/reclamo#token=abc' } as const
const reading = '/api/appeals/statement'

export const moderationStates: ScreenState[] = [
  {
    ...appeal,
    state: 'as it opens',
    arrange: fulfil(reading, statement),
    shows: (page) => page.getByRole('region', { name: /^Decisione/ }),
  },
  {
    ...appeal,
    state: 'a suspension, long texts',
    arrange: fulfil(reading, {
      ...statement,
      action: 'suspend',
      suspendedUntil: '2026-12-03T10:00:00.000Z',
      facts: `${longWord} ${'Vende cose a tutti, ogni giorno. '.repeat(40)}`,
      quoted: longWord,
      botName: longWord.slice(0, 50),
    }),
    shows: (page) => page.getByRole('region', { name: /^Decisione/ }),
  },
  {
    ...appeal,
    state: 'loading',
    arrange: holdWriting(reading),
    // The start of the program has a status too.
    shows: (page) => page.getByText('Leggo la decisione...'),
  },
  {
    ...appeal,
    state: 'without its decision',
    arrange: refuse(reading, 500, 'common.internal'),
    shows: (page) => page.getByRole('button', { name: 'Riprova' }),
  },
  {
    ...appeal,
    state: 'too short',
    arrange: fulfil(reading, statement),
    act: (page) => page.getByRole('button', { name: 'Invia reclamo' }).click(),
    shows: (page) => page.getByRole('alert'),
  },
  {
    ...appeal,
    state: 'a used link',
    arrange: refuse(reading, 410, 'auth.reset_link_invalid'),
    shows: (page) => page.getByText('Il link non è valido'),
  },
]
