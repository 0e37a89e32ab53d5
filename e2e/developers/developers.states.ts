import type { ScreenState } from '../screens/state.ts'

export const developersStates: ScreenState[] = [
  {
    screen: 'reference of the API',
    state: 'as it opens',
    viewer: 'visitor',
    path: '/sviluppatori',
    shows: (page) => page.getByRole('heading', { name: 'Prova con il tuo token' }),
  },
  {
    screen: 'reference of the API',
    state: 'an operation',
    viewer: 'visitor',
    path: '/sviluppatori',
    act: (page) => page.locator('#sendMessage summary').click(),
    shows: (page) => page.locator('#sendMessage').getByRole('button', { name: 'Prova' }),
  },
]
