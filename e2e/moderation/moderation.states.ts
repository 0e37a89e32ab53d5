import { refuse, type ScreenState } from '../screens/state.ts'

const appeal = { screen: 'reclamo', viewer: 'visitor', path: '/reclamo#token=abc' } as const

export const moderationStates: ScreenState[] = [
  { ...appeal, state: 'as it opens', shows: (page) => page.getByRole('textbox') },
  {
    ...appeal,
    state: 'too short',
    act: (page) => page.getByRole('button', { name: 'Invia reclamo' }).click(),
    shows: (page) => page.getByRole('alert'),
  },
  {
    ...appeal,
    state: 'a used link',
    arrange: refuse('/api/appeals', 410, 'auth.reset_link_invalid'),
    act: async (page) => {
      await page.getByRole('textbox').fill('Non è andata così, davvero.')
      await page.getByRole('button', { name: 'Invia reclamo' }).click()
    },
    shows: (page) => page.getByRole('alert'),
  },
]
