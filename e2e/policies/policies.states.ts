import type { ScreenState } from '../screens/state.ts'

const pages = [
  ['privacy policy', '/privacy', 'Privacy'],
  ['cookies', '/cookie', 'Cookie'],
  ['community rules', '/regole', 'Regole della community'],
] as const

export const policyStates: ScreenState[] = pages.map(([screen, path, name]) => ({
  screen,
  state: 'as it opens',
  viewer: 'visitor',
  path,
  shows: (page) => page.getByRole('heading', { name, level: 1 }),
}))
