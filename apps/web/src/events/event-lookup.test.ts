import type { CtftimeEvent } from '@covo/contract/events/ctftime.routes'
import { expect, it } from 'vitest'
import type { EventFields } from './event-draft.ts'
import { withFound, wouldReplace } from './event-lookup.ts'

const empty: EventFields = {
  title: '',
  description: '',
  dateTime: '',
  deadline: '',
  link: '',
  category: 'ctf',
  duration: '',
  timeZone: 'Europe/Rome',
  isAllDay: false,
  venue: 'none',
  address: '',
  mapLink: '',
  ctftimeId: 'ctftime.org/event/2345',
  capacity: '20',
  teamSize: '',
  joinDeadline: '',
}

const found: CtftimeEvent = {
  ctftimeId: '2345',
  title: 'Esempio CTF',
  description: 'Sfide.',
  dateTime: '2027-07-01T12:00:00.000Z',
  deadline: '2027-07-03T16:00:00.000Z',
  link: 'https://ctf.esempio.it',
  category: 'ctf',
  duration: '2 giorni e 4 ore',
  timeZone: 'UTC',
  venue: 'place',
  address: 'Via Zamboni 33',
}

const whole: EventFields = {
  title: 'Esempio CTF',
  description: 'Sfide.',
  dateTime: '2027-07-01T12:00',
  deadline: '2027-07-03T16:00',
  link: 'https://ctf.esempio.it',
  category: 'ctf',
  duration: '2 giorni e 4 ore',
  timeZone: 'UTC',
  isAllDay: false,
  venue: 'place',
  address: 'Via Zamboni 33',
  mapLink: '',
  ctftimeId: 'https://ctftime.org/event/2345/',
  capacity: '20',
  teamSize: '',
  joinDeadline: '',
}

const inRome = { dateTime: '2027-08-01T10:00', deadline: '2027-08-02T10:00' }

it.each<[string, Partial<EventFields>, Partial<EventFields>, boolean]>([
  ['nothing', {}, whole, false],
  ['spaces', { title: '  ' }, whole, false],
  ['another title', { title: 'Mia' }, { ...whole, title: 'Mia' }, true],
  ['the same title', { title: 'Esempio CTF' }, whole, false],
  [
    'times, and what was filled in for them',
    { ...inRome, duration: '24 ore' },
    { ...whole, ...inRome, timeZone: 'Europe/Rome' },
    true,
  ],
  [
    'an end alone, whose zone stays',
    { deadline: '2027-08-02T10:00' },
    { ...whole, dateTime: '2027-07-01T14:00', deadline: '2027-08-02T10:00', timeZone: 'Europe/Rome' },
    true,
  ],
  ['whole days', { ...inRome, isAllDay: true }, { isAllDay: true, timeZone: 'Europe/Rome' }, true],
  ['a duration', { duration: 'un weekend' }, { duration: 'un weekend' }, true],
  ['another category', { category: 'contest' }, { category: 'contest', title: 'Esempio CTF' }, true],
  ['another venue', { venue: 'online' }, { venue: 'online', address: 'Via Zamboni 33' }, true],
])('over %s keeps it until it may be replaced', (_, typed, kept, asks) => {
  const fields = { ...empty, ...typed }
  expect(withFound(fields, found, false)).toMatchObject(kept)
  expect(wouldReplace(fields, found)).toBe(asks)
  expect(withFound(fields, found, true)).toEqual(whole)
})

it('leaves the end empty that CTFtime does not say, and computes a duration that it does not say', () => {
  expect(withFound(empty, { ...found, deadline: '', duration: '' }, false)).toMatchObject({
    deadline: '',
    duration: '',
  })
  expect(withFound(empty, { ...found, duration: '' }, false).duration).toBe('52 ore')
})
