import type { Event } from '@covo/contract/events/events.routes'
import { expect, it } from 'vitest'
import { agendaOf } from './agenda.ts'

const zoned = { timeZone: 'Europe/Rome', isAllDay: false }
const event = (title: string, dateTime: string, deadline: string, changes = zoned) =>
  ({ title, dateTime, deadline, ...changes }) as Event

it('has what goes on first, then each day with its events in their order', () => {
  const events = [
    event('lungo', '2026-12-01T09:00:00Z', '2026-12-09T09:00:00Z'),
    event('uno', '2026-12-05T12:00:00Z', '2026-12-05T13:00:00Z'),
    event('due', '2026-12-05T18:00:00Z', '2026-12-07T13:00:00Z'),
    event('tre', '2026-12-06T12:00:00Z', '2026-12-06T13:00:00Z'),
  ]
  const parts = agendaOf(events, Date.parse('2026-12-04T10:00:00Z'), 'Adesso')
  expect(parts.map((part) => [part.heading, part.events.map(({ title }) => title)])).toEqual([
    ['Adesso', ['lungo']],
    ['sabato 5 dicembre 2026', ['uno', 'due']],
    ['domenica 6 dicembre 2026', ['tre']],
  ])
})

it('puts what lasts all day under its own day, wherever the reader is', () => {
  const times = ['2026-12-04T15:00:00Z', '2026-12-05T14:59:00Z'] as const
  const [part] = agendaOf([event('Tokyo', ...times, { timeZone: 'Asia/Tokyo', isAllDay: true })], 0, '')
  expect(part?.heading).toBe('sabato 5 dicembre 2026')
})
