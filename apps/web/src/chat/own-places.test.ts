import type { Room } from '@covo/contract/rooms/rooms.routes'
import { expect, it } from 'vitest'
import { groupPlaces, nextEnd } from './own-places.ts'

const room = (slug: string, group = ''): Room => ({
  conversationId: `stanza-${slug}`,
  slug,
  name: slug.toUpperCase(),
  purpose: '',
  group,
  members: 1,
  archivedAt: null,
  version: 1,
})
const uuid = '11111111-1111-4111-8111-111111111111'
const own = (conversationId: string, mutedUntil: string | null = null) => ({
  conversationId,
  eventId: conversationId.startsWith('evento-') ? uuid : null,
  title: 'Titolo',
  head: 2,
  readUpTo: 1,
  newest: 2,
  mutedUntil,
})

it('lists the own rooms by group, muted ones last, and others with unread mentions', () => {
  const rooms = [
    room('web', 'Sviluppo'),
    room('rust', 'Sviluppo'),
    room('altro'),
    room('altrui'),
    room('ciao'),
  ]
  const groups = groupPlaces(
    rooms,
    [
      own(`evento-${uuid}`),
      own('stanza-web', 'always'),
      own('stanza-rust'),
      own('stanza-ciao'),
      own(`squadra-${uuid}`),
    ],
    { 'stanza-altro': 3, 'stanza-web': 1 },
    0,
  )
  expect(groups.map(({ heading, places }) => [heading, ...places.map(({ name }) => name)])).toEqual([
    ['', 'ALTRO', 'CIAO'],
    ['Sviluppo', 'RUST', 'WEB'],
    ['Squadre', 'Titolo'],
    ['Chat degli eventi', 'Titolo'],
  ])
  const [others, development] = groups
  expect(others?.places[0]).toMatchObject({ forYou: 3, isMarked: false, isMuted: false })
  expect(development?.places[0]).toMatchObject({ forYou: 0, isMarked: true, isMuted: false })
  expect(development?.places[1]).toMatchObject({ forYou: 1, isMarked: false, isMuted: true })
})

it('knows when the next muting ends', () => {
  const at = (time: number) => new Date(time).toISOString()
  const rooms = [own('a', at(30)), own('b', at(20)), own('c', at(10)), own('d', 'always'), own('e')]
  expect(nextEnd(rooms, 10)).toBe(20)
  expect(nextEnd(rooms, 30)).toBeNull()
})
