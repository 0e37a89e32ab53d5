import {
  type PublicEvent,
  type PublicEventList,
  publicEventsElement,
} from '@covo/contract/events/public-events'
import { idOf, longName, longWord, repeat, type ScreenState, writeData } from '../screens/state.ts'

const list = { screen: 'eventi-pubblici', viewer: 'visitor', path: '/eventi' } as const

const write = (edit: (list: PublicEventList) => Partial<PublicEventList>) =>
  writeData<PublicEventList>(publicEventsElement, (written) => ({ ...written, ...edit(written) }))

const longTexts = (event: PublicEvent, index: number): PublicEvent => ({
  ...event,
  id: idOf(index),
  title: index % 2 ? 'W'.repeat(120) : 'Una notte di bandiere '.repeat(5),
  description: `${longWord}…`,
  duration: 'W'.repeat(60),
  venue: 'place',
  address: longWord,
  organizerName: longName(index),
  participantsCount: 123_456,
})

export const publicEventsStates: ScreenState[] = [
  { ...list, state: 'full', shows: (page) => page.getByRole('article').first() },
  {
    ...list,
    state: 'empty',
    arrange: write(() => ({ events: [], months: [] })),
    shows: (page) => page.getByText('Nessun evento in programma.'),
  },
  {
    ...list,
    state: 'nothing of a category',
    path: '/eventi?categoria=ctf',
    arrange: write(() => ({ events: [] })),
    shows: (page) => page.getByRole('link', { name: 'Togli i filtri' }),
  },
  {
    ...list,
    state: 'many months and long texts',
    arrange: write(({ events }) => ({
      events: repeat(events, 24, longTexts),
      months: Array.from({ length: 25 }, (_, index) => ({
        month: `20${27 + index}-09`,
        name: `settembre 20${27 + index}`,
      })),
      next: 'x',
    })),
    shows: (page) => page.getByRole('link', { name: 'Carica altri eventi' }),
  },
  {
    ...list,
    state: 'without its data',
    arrange: (page) =>
      page.route('**/eventi', async (route) => {
        const response = await route.fetch()
        const body = (await response.text()).replace(/<script type="application\/json".*?<\/script>/, '')
        await route.fulfill({ response, body })
      }),
    shows: (page) => page.getByRole('button', { name: 'Riprova' }),
  },
]
