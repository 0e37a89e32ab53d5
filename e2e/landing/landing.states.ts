import type { ScreenState } from '../screens/state.ts'

export const landingStates: ScreenState[] = [
  {
    screen: 'landing',
    state: 'as it opens',
    viewer: 'visitor',
    path: '/',
    shows: (page) => page.getByRole('link', { name: 'Registrati' }),
  },
]
