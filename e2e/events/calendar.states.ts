import type { CalendarFeed } from '@covo/contract/events/calendar-feed.routes'
import type { Page } from '@playwright/test'
import { all, change, fail, hold, idOf, refuse, type ScreenState } from '../screens/state.ts'

const calendar = { screen: 'calendario', viewer: 'anna', path: '/app/eventi/calendario' } as const
const feedPath = '/api/events/feed'
const feed = (changes: Partial<CalendarFeed>) =>
  change<CalendarFeed>(feedPath, () => ({
    url: null,
    scope: 'own',
    categories: ['ctf', 'hackathon', 'contest', 'other'],
    lastReadAt: null,
    ...changes,
  }))
const withAddress = feed({
  url: `https://un-indirizzo-molto-lungo.covo.esempio.it/calendario/${idOf(1)}-${'x'.repeat(22)}.ics`,
  lastReadAt: '2026-11-20T10:00:00.000Z',
})
const openOptions = (page: Page) => page.getByText('Opzioni', { exact: true }).click()
const copy = (page: Page) => page.getByRole('button', { name: 'Copia indirizzo del calendario' })

export const calendarStates: ScreenState[] = [
  { ...calendar, state: 'as it opens', arrange: feed({}), shows: copy },
  {
    ...calendar,
    state: 'options',
    arrange: withAddress,
    act: openOptions,
    shows: (page) => page.getByRole('button', { name: 'Revoca' }),
  },
  {
    ...calendar,
    state: 'options without an address',
    arrange: feed({}),
    act: openOptions,
    shows: (page) => page.getByRole('checkbox').last(),
  },
  {
    ...calendar,
    state: 'another address asked for',
    arrange: withAddress,
    act: async (page) => {
      await openOptions(page)
      await page.getByRole('button', { name: 'Rigenera' }).click()
    },
    shows: (page) => page.getByRole('alertdialog'),
  },
  {
    ...calendar,
    state: 'address not made',
    arrange: all(feed({}), refuse(feedPath, 429, 'events.too_many_feeds', { seconds: 1200 })),
    act: (page) => copy(page).click(),
    shows: (page) => page.getByRole('alert'),
  },
  {
    ...calendar,
    state: 'loading',
    arrange: hold(feedPath),
    act: openOptions,
    shows: (page) => page.getByRole('heading', { name: 'Calendari pubblici' }),
  },
  {
    ...calendar,
    state: 'failed',
    arrange: fail(feedPath),
    act: openOptions,
    shows: (page) => page.getByRole('main').getByRole('alert'),
  },
  {
    ...calendar,
    screen: 'eventi',
    path: '/app/eventi',
    state: 'the own ones, with their calendar',
    act: (page) => page.getByRole('combobox', { name: 'Filtra eventi' }).selectOption('I miei eventi'),
    shows: copy,
  },
]
