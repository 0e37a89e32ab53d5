import { type NextEvent, nextEventsElement } from '@covo/contract/events/public-events'
import { longWord, type ScreenState, writeData } from '../screens/state.ts'

const landing = { screen: 'landing', viewer: 'visitor', path: '/' } as const

export const landingStates: ScreenState[] = [
  {
    ...landing,
    state: 'as it opens',
    shows: (page) => page.getByRole('heading', { name: 'Prossimi eventi' }),
  },
  {
    ...landing,
    state: 'no event',
    arrange: writeData<NextEvent[]>(nextEventsElement, () => []),
    shows: (page) => page.getByRole('link', { name: 'Tutti gli eventi' }),
  },
  {
    ...landing,
    state: 'events with long texts',
    arrange: writeData<NextEvent[]>(nextEventsElement, (events) =>
      events.map((event, index) => ({
        ...event,
        title: index % 2 ? longWord : 'Una notte di bandiere '.repeat(5),
        duration: 'W'.repeat(60),
      })),
    ),
    shows: (page) => page.getByRole('heading', { name: 'Prossimi eventi' }),
  },
]
