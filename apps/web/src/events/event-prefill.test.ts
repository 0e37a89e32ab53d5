import { describe, expect, it } from 'vitest'
import type { EventFields } from './event-draft.ts'
import { withPrefilled } from './event-prefill.ts'

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
  ctftimeId: '',
  capacity: '',
  teamSize: '',
  joinDeadline: '',
}

/** The form after one change after another. */
function fill(...changes: Partial<EventFields>[]): EventFields {
  let form = empty
  for (const change of changes) form = withPrefilled(form, { ...form, ...change })
  return form
}

describe('the end', () => {
  it.each<[string, Partial<EventFields>[], string]>([
    ['is a day after the start of a CTF', [{ dateTime: '2026-12-05T14:00' }], '2026-12-06T14:00'],
    [
      'is two hours after the start of anything else',
      [{ category: 'contest' }, { dateTime: '2026-12-31T23:00' }],
      '2027-01-01T01:00',
    ],
    [
      'follows a start that is corrected',
      [{ dateTime: '2026-12-05T14:00' }, { dateTime: '' }, { dateTime: '2026-12-07T14:00' }],
      '2026-12-08T14:00',
    ],
    ['follows the category', [{ dateTime: '2026-12-05T14:00' }, { category: 'other' }], '2026-12-05T16:00'],
    [
      'stays as it was typed',
      [{ dateTime: '2026-12-05T14:00' }, { deadline: '2026-12-05T20:00' }, { dateTime: '2026-12-04T14:00' }],
      '2026-12-05T20:00',
    ],
    [
      'stays as it was typed before the start',
      [{ deadline: '2026-12-05T20:00' }, { dateTime: '2026-12-04T14:00' }],
      '2026-12-05T20:00',
    ],
    [
      'that was deleted stays so until the start changes',
      [{ dateTime: '2026-12-05T14:00' }, { deadline: '' }, { title: 'Notte' }],
      '',
    ],
    [
      'that was deleted comes back with another start',
      [{ dateTime: '2026-12-05T14:00' }, { deadline: '' }, { dateTime: '2026-12-07T14:00' }],
      '2026-12-08T14:00',
    ],
    ['is 24 hours that pass', [{ dateTime: '2026-10-24T14:00' }], '2026-10-25T13:00'],
    ['is none that a field could not hold', [{ dateTime: '9999-12-31T14:00' }], ''],
    [
      'is the same day where it lasts all day',
      [{ isAllDay: true }, { dateTime: '2026-12-05T14:00' }],
      '2026-12-05T14:00',
    ],
    ['is none without a start', [{ title: 'Notte' }], ''],
  ])('%s', (_, changes, deadline) => {
    expect(fill(...changes).deadline).toBe(deadline)
  })
})

describe('the duration', () => {
  it.each([
    ['2026-12-05T14:00', '2026-12-06T14:00', '24 ore'],
    ['2026-12-05T14:00', '2026-12-05T16:00', '2 ore'],
    ['2026-12-05T14:00', '2026-12-05T15:00', '1 ora'],
    ['2026-12-05T14:00', '2026-12-05T15:31', '1 ora e 31 minuti'],
    ['2026-12-05T14:00', '2026-12-05T14:01', '1 minuto'],
    ['2026-12-05T14:00', '2026-12-07T14:00', '2 giorni'],
    ['2026-12-05T14:00', '2026-12-08T14:00', '3 giorni'],
    ['2026-12-05T14:00', '2026-12-07T02:00', '36 ore'],
    ['2026-12-05T09:00', '2026-12-14T18:20', '9 giorni e 9 ore'],
    ['2026-12-05T09:00', '2026-12-14T09:20', '9 giorni'],
    ['2026-10-23T14:00', '2026-10-26T14:00', '3 giorni'],
    ['2026-10-24T14:00', '2026-10-25T14:00', '25 ore'],
    ['2026-12-05T14:00', '2026-12-05T14:00', ''],
    ['2026-12-05T14:00', '2026-12-05T13:00', ''],
    ['2026-12-05T14:00', '2026-12-01T14:00', ''],
  ])('from %s to %s is %o', (dateTime, deadline, duration) => {
    expect(fill({ dateTime }, { deadline }).duration).toBe(duration)
  })

  it.each<[string, Partial<EventFields>[], string]>([
    ['comes with the start', [{ dateTime: '2026-12-05T14:00' }], '24 ore'],
    ['follows the category', [{ dateTime: '2026-12-05T14:00' }, { category: 'other' }], '2 ore'],
    [
      'stays as it was typed',
      [{ dateTime: '2026-12-05T14:00' }, { duration: 'una notte' }, { deadline: '2026-12-05T20:00' }],
      'una notte',
    ],
    [
      'stays as it was typed before the times',
      [{ duration: '90 minuti' }, { dateTime: '2026-12-05T14:00' }, { deadline: '2026-12-05T20:00' }],
      '90 minuti',
    ],
    [
      'counts whole days where it lasts all day',
      [{ dateTime: '2026-12-05T14:00' }, { deadline: '2026-12-07T09:00' }, { isAllDay: true }],
      '3 giorni',
    ],
    [
      'that was deleted stays so',
      [{ dateTime: '2026-12-05T14:00' }, { duration: '' }, { title: 'Notte' }],
      '',
    ],
  ])('%s', (_, changes, duration) => {
    expect(fill(...changes).duration).toBe(duration)
  })
})
