import { describe, expect, it } from 'vitest'
import { isWebLink } from '../addresses.ts'
import {
  cleanEvent,
  type EventForm,
  findEventProblems,
  parseEvent,
  readCtftimePage,
} from './event-form.rules.ts'

const now = Date.parse('2026-11-22T10:30:45.678Z')

const form: EventForm = {
  title: 'Notte delle Bandiere',
  description: 'Ventiquattro ore di sfide.',
  dateTime: '2026-12-01T18:00:00.000Z',
  deadline: '2026-12-02T18:00:00.000Z',
  link: 'https://ctf.esempio.it/notte',
  category: 'ctf',
  duration: '24 ore',
}

const problemOf = (changes: Partial<EventForm>, at: number | null = now) =>
  parseEvent({ ...form, ...changes }, at).problem
const codeOf = (changes: Partial<EventForm>, at?: number | null) => problemOf(changes, at)?.code ?? null

describe('a time', () => {
  it.each([
    ['2026-12-01T18:00Z'],
    ['2026-12-01T18:00:00Z'],
    ['2026-12-01T18:00:00.123456Z'],
    ['2026-12-01T19:00+01:00'],
    ['2026-12-01T08:00:00-10:00'],
    ['2028-02-29T12:00Z'],
  ])('is ISO 8601 with an offset: %s', (dateTime) => {
    expect(codeOf({ dateTime, deadline: dateTime })).toBe(null)
  })

  it.each([
    ['anything 2026-12-01'],
    ['2026-12-01'],
    ['2026-12-01T18:00'],
    ['2026-12-01T18:00:00'],
    ['2026-12-01 18:00Z'],
    ['2026-12-01T18:00+0100'],
    ['2026-12-01T18:00 GMT'],
    ['2026-12-01T18Z'],
    ['20261201T180000Z'],
    ['2026-W49-2T18:00Z'],
    ['2026-02-30T18:00Z'],
    ['2027-02-29T18:00Z'],
    ['2026-13-01T18:00Z'],
    ['2026-12-01T25:00Z'],
    ['2026-12-01T18:00+25:00'],
    ['+002026-12-01T18:00Z'],
    ['Tue, 01 Dec 2026 18:00:00 GMT'],
    ['1796148000000'],
    [''],
  ])('is nothing else: %s', (time) => {
    for (const changes of [{ dateTime: time }, { deadline: time }])
      expect(codeOf(changes)).toBe('events.required_fields_missing')
  })
})

describe('a start', () => {
  it.each([
    ['the minute before', '2026-11-22T10:29:59.999Z', 'events.start_in_past'],
    ['this minute', '2026-11-22T10:30:00Z', null],
    ['this minute in another zone', '2026-11-22T11:30+01:00', null],
    ['two years ahead', '2028-11-22T10:30:45.678Z', null],
    ['more than two years ahead', '2028-11-22T10:30:45.679Z', 'events.start_too_far'],
    ['two years ahead in another zone, and an hour', '2028-11-22T13:30+02:00', 'events.start_too_far'],
    ['in 9999', '9999-12-31T23:59:59Z', 'events.start_too_far'],
  ])('may be %s or may not', (_, dateTime, problem) => {
    expect(codeOf({ dateTime, deadline: dateTime })).toBe(problem)
  })

  it('may be the first of March where two years after a 29th of February are meant', () => {
    const leapDay = Date.parse('2028-02-29T12:00Z')
    const at = (dateTime: string) => codeOf({ dateTime, deadline: dateTime }, leapDay)
    expect(at('2030-03-01T12:00Z')).toBe(null)
    expect(at('2030-03-01T12:01Z')).toBe('events.start_too_far')
  })
})

describe('an end', () => {
  it.each([
    ['before the start', '2026-12-01T17:59:59.999Z', 'events.end_before_start'],
    ['at the start', '2026-12-01T18:00Z', null],
    ['sixty days after the start', '2027-01-30T18:00Z', null],
    ['more than sixty days after the start', '2027-01-30T18:00:00.001Z', 'events.too_long'],
    ['in 9999', '9999-12-31T00:00Z', 'events.too_long'],
  ])('may be %s or may not', (_, deadline, problem) => {
    expect(codeOf({ deadline })).toBe(problem)
  })
})

describe('an event that lasts all day', () => {
  // In Auckland it is the 22nd since 11:00 UTC of the 21st, in Rome since 23:00.
  const allDay = (day: string, timeZone: string, lastDay = day) => ({
    ...form,
    isAllDay: true,
    timeZone,
    dateTime: `${day}T15:00Z`,
    deadline: `${lastDay}T15:00Z`,
  })

  it.each([
    ['Europe/Rome', '2026-12-01', '2026-12-02', '2026-11-30T23:00:00.000Z', '2026-12-02T22:59:00.000Z'],
    ['Pacific/Auckland', '2026-12-01', '2026-12-01', '2026-12-01T11:00:00.000Z', '2026-12-02T10:59:00.000Z'],
    ['Europe/Rome', '2027-03-28', '2027-03-28', '2027-03-27T23:00:00.000Z', '2027-03-28T21:59:00.000Z'],
  ])(
    'is stored in %s from the start of its first day to the end of its last',
    (timeZone, day, last, ...times) => {
      const { value } = parseEvent(allDay(day, timeZone, last), now)
      expect([value?.dateTime, value?.deadline]).toEqual(times)
      expect(value).toMatchObject({ timeZone, isAllDay: true })
    },
  )

  it.each([
    ['today', '2026-11-22', 'Europe/Rome', null],
    ['yesterday', '2026-11-21', 'Europe/Rome', 'events.start_in_past'],
    ['today where it is later', '2026-11-21', 'Pacific/Auckland', null],
  ])('may be %s or may not', (_, day, timeZone, problem) => {
    expect(parseEvent(allDay(day, timeZone), now).problem?.code ?? null).toBe(problem)
  })

  it('lasts sixty days at most, and does not end before it starts', () => {
    expect(codeOf(allDay('2026-12-01', 'Europe/Rome', '2027-01-29'))).toBe(null)
    expect(codeOf(allDay('2026-12-01', 'Europe/Rome', '2027-01-30'))).toBe('events.too_long')
    expect(codeOf(allDay('2026-12-02', 'Europe/Rome', '2026-12-01'))).toBe('events.end_before_start')
    expect(codeOf({ ...allDay('2026-12-02', 'Europe/Rome'), dateTime: 'domani' })).toBe(
      'events.required_fields_missing',
    )
  })
})

it('names a known zone, or is of Rome', () => {
  expect(parseEvent(form, now).value).toMatchObject({
    timeZone: 'Europe/Rome',
    isAllDay: false,
    venue: 'none',
    address: '',
  })
  expect(parseEvent({ ...form, timeZone: ' Asia/Kolkata ' }, now).value?.timeZone).toBe('Asia/Kolkata')
  for (const isAllDay of [false, true])
    expect(problemOf({ timeZone: 'Roma', isAllDay })).toEqual({
      code: 'events.time_zone_unknown',
      field: 'timeZone',
    })
})

describe('a venue', () => {
  it.each([
    [{}, 'none', ''],
    [{ venue: 'online', address: 'Via Zamboni 33' }, 'online', ''],
    [{ venue: 'place', address: ' Via Zamboni 33 ' }, 'place', 'Via Zamboni 33'],
    [{ venue: 'both', address: 'à'.repeat(200).normalize('NFD') }, 'both', 'à'.repeat(200)],
  ] as const)('keeps the address where one goes there: %#', (changes, venue, address) => {
    const { value } = parseEvent({ ...form, ...changes }, now)
    expect([value?.venue, value?.address.normalize('NFC')]).toEqual([venue, address])
  })

  it.each([
    [{ venue: 'place' }, 'events.address_missing'],
    [{ venue: 'both', address: ' ' }, 'events.address_missing'],
    [{ venue: 'place', address: 'a'.repeat(201) }, 'events.field_too_long'],
  ] as const)('is refused with a wrong address: %#', (changes, code) => {
    expect(problemOf(changes)).toEqual({ code, field: 'address' })
  })
})

describe('seats and map', () => {
  it.each([
    [{}, { mapLink: '', capacity: null, teamSize: null, joinDeadline: '', ctftimeId: '' }],
    [{ ctftimeId: ' 2345 ' }, { ctftimeId: '2345' }],
    [{ capacity: 1 }, { capacity: 1 }],
    [
      { category: 'hackathon', teamSize: 50 },
      { category: 'hackathon', teamSize: 50 },
    ],
    [
      { category: 'other', teamSize: 0 },
      { category: 'other', teamSize: null },
    ],
    [
      { capacity: 100_000, joinDeadline: ` ${form.deadline} ` },
      { capacity: 100_000, joinDeadline: form.deadline },
    ],
    [{ venue: 'place', address: 'Via', mapLink: ' https://mappa.it/1 ' }, { mapLink: 'https://mappa.it/1' }],
    [{ venue: 'online', mapLink: 'javascript:alert(1)' }, { mapLink: '' }],
  ] as const)('are kept as they were entered: %#', (changes, kept) => {
    expect(parseEvent({ ...form, ...changes }, now).value).toMatchObject(kept)
  })

  const place = { venue: 'place', address: 'Via' } as const
  it.each([
    [{ ...place, mapLink: 'javascript:alert(1)' }, 'mapLink', 'events.map_link_invalid'],
    [{ ...place, mapLink: `https://a.it/${'a'.repeat(488)}` }, 'mapLink', 'events.field_too_long'],
    [{ ctftimeId: '0' }, 'ctftimeId', 'events.ctftime_link_invalid'],
    [{ ctftimeId: '02345' }, 'ctftimeId', 'events.ctftime_link_invalid'],
    [{ ctftimeId: '12345678' }, 'ctftimeId', 'events.ctftime_link_invalid'],
    [{ ctftimeId: '../1' }, 'ctftimeId', 'events.ctftime_link_invalid'],
    [{ teamSize: 0 }, 'teamSize', 'events.team_size_invalid'],
    [{ teamSize: 51 }, 'teamSize', 'events.team_size_invalid'],
    [{ teamSize: 2.5 }, 'teamSize', 'events.team_size_invalid'],
    [{ teamSize: Number.NaN }, 'teamSize', 'events.team_size_invalid'],
    [{ capacity: 0 }, 'capacity', 'events.capacity_invalid'],
    [{ capacity: 1.5 }, 'capacity', 'events.capacity_invalid'],
    [{ capacity: 100_001 }, 'capacity', 'events.capacity_invalid'],
    [{ capacity: Number.NaN }, 'capacity', 'events.capacity_invalid'],
    [{ joinDeadline: 'domani' }, 'joinDeadline', 'events.join_deadline_invalid'],
    [{ joinDeadline: new Date(now).toISOString() }, 'joinDeadline', 'events.join_deadline_invalid'],
    [
      { joinDeadline: new Date(Date.parse(form.deadline) + 1).toISOString() },
      'joinDeadline',
      'events.join_deadline_invalid',
    ],
  ] as const)('are refused where they are wrong: %#', (changes, field, code) => {
    expect(problemOf(changes)).toEqual({ code, field })
  })
})

it('takes an imported event at whatever time it was or is', () => {
  expect(codeOf({ dateTime: '2019-01-01T00:00Z', deadline: '9999-12-31T00:00Z' }, null)).toBe(null)
  expect(codeOf({ deadline: '2019-01-01T00:00Z' }, null)).toBe('events.end_before_start')
})

describe('a description', () => {
  it.each([
    ['4000 letters', 'a'.repeat(4000), null],
    ['4001 letters', 'a'.repeat(4001), 'events.description_too_long'],
    ['2000 letters with an accent', 'è'.repeat(2000), null],
    ['a byte more', `${'è'.repeat(2000)}a`, 'events.description_too_long'],
    ['1000 emoji', '🦊'.repeat(1000), null],
    ['1001 emoji', '🦊'.repeat(1001), 'events.description_too_long'],
    ['a letter with five marks', `a${'\u0301'.repeat(5)}`, 'events.description_too_long'],
    ['what is trimmed away', `${' '.repeat(9000)}a`, null],
  ])('has at most 4 kB: %s', (_, description, problem) => {
    expect(codeOf({ description })).toBe(problem)
  })
})

describe('other texts', () => {
  it.each([
    [{ title: 'à'.repeat(120).normalize('NFD') }, null],
    [{ title: 'a'.repeat(121) }, 'title'],
    [{ title: `a${'\u0301'.repeat(5)}` }, 'title'],
    [{ title: `a${'\u0301'.repeat(20)}`.repeat(100) }, 'title'],
    [{ link: `https://a.it/${'a'.repeat(487)}` }, null],
    [{ link: `https://a.it/${'a'.repeat(488)}` }, 'link'],
    [{ duration: 'a'.repeat(60) }, null],
    [{ duration: 'a'.repeat(61) }, 'duration'],
    [{ duration: `a${'\u0301'.repeat(20)}`.repeat(50) }, 'duration'],
  ])('have a length: %#', (changes, field) => {
    expect(problemOf(changes)).toEqual(field && { code: 'events.field_too_long', field })
  })
})

describe('a form', () => {
  const worst = { title: 'a'.repeat(121), description: 'a'.repeat(4001), link: 'x', duration: 'a'.repeat(61) }
  const blank = {
    title: ' ',
    description: '\n',
    dateTime: '',
    deadline: '',
    link: ' ',
    category: '',
    duration: ' ',
  }
  it.each([
    ['events.required_fields_missing', 'title', blank],
    ['events.required_fields_missing', 'description', { ...blank, title: 'a' }],
    ['events.required_fields_missing', 'dateTime', { ...blank, ...worst, duration: '' }],
    ['events.required_fields_missing', 'deadline', { ...worst, deadline: '2026-12-02' }],
    ['events.required_fields_missing', 'link', { ...worst, link: '' }],
    ['events.required_fields_missing', 'category', { ...worst, category: 'gara', duration: '' }],
    ['events.required_fields_missing', 'duration', { ...worst, duration: ' ' }],
    [
      'events.start_in_past',
      'dateTime',
      { ...worst, dateTime: '2020-01-01T00:00Z', deadline: '2019-01-01T00:00Z' },
    ],
    [
      'events.start_too_far',
      'dateTime',
      { ...worst, dateTime: '2031-01-01T00:00Z', deadline: '2019-01-01T00:00Z' },
    ],
    ['events.end_before_start', 'deadline', { ...worst, deadline: '2019-01-01T00:00Z' }],
    ['events.too_long', 'deadline', { ...worst, deadline: '2027-03-01T00:00Z' }],
    ['events.link_invalid', 'link', worst],
    ['events.description_too_long', 'description', { ...worst, link: 'https://a.it' }],
    ['events.field_too_long', 'title', { ...worst, link: 'https://a.it', description: 'a' }],
  ])('is refused by %s at %s, before all that follows', (code, field, changes) => {
    expect(problemOf(changes)).toEqual({ code, field })
  })

  it.each([
    [
      'required field',
      blank,
      [
        ['title', 'events.required_fields_missing'],
        ['description', 'events.required_fields_missing'],
        ['dateTime', 'events.required_fields_missing'],
        ['deadline', 'events.required_fields_missing'],
        ['link', 'events.required_fields_missing'],
        ['category', 'events.required_fields_missing'],
        ['duration', 'events.required_fields_missing'],
      ],
    ],
    [
      'other rule',
      { ...worst, dateTime: '2020-01-01T00:00Z', deadline: '2019-01-01T00:00Z' },
      [
        ['dateTime', 'events.start_in_past'],
        ['deadline', 'events.end_before_start'],
        ['link', 'events.link_invalid'],
        ['description', 'events.description_too_long'],
        ['title', 'events.field_too_long'],
        ['duration', 'events.field_too_long'],
      ],
    ],
    [
      'rule, with a field missing',
      { title: '', link: 'x' },
      [
        ['title', 'events.required_fields_missing'],
        ['link', 'events.link_invalid'],
      ],
    ],
    ['rule that it keeps', {}, []],
  ])('reports each field that breaks a %s, once and in order', (_, changes, problems) => {
    const found = findEventProblems({ ...form, ...changes }, now)
    expect(found.map(({ field, code }) => [field, code])).toEqual(problems)
    const [first] = found
    expect(problemOf(changes)).toEqual(first ?? null)
  })

  it('is stored trimmed', () => {
    const typed = Object.fromEntries(Object.entries(form).map(([field, value]) => [field, ` ${value}\n`]))
    expect(parseEvent({ ...form, ...typed }, now)).toEqual({
      value: {
        ...form,
        timeZone: 'Europe/Rome',
        isAllDay: false,
        venue: 'none',
        address: '',
        mapLink: '',
        capacity: null,
        teamSize: null,
        joinDeadline: '',
        ctftimeId: '',
      },
      problem: null,
    })
  })
})

describe('a page at CTFtime', () => {
  it.each([
    'https://ctftime.org/event/2345',
    ' https://ctftime.org/event/2345/ ',
    'http://www.CTFtime.org/event/2345/tasks/',
    'ctftime.org/event/2345?x=1#y',
    'https://ctftime.org/event/0002345/',
  ])('is named by %s', (typed) => {
    expect(readCtftimePage(typed)).toBe('2345')
  })

  it.each([
    '',
    '2345',
    'https://ctftime.org/event/',
    'https://ctftime.org/event/0',
    'https://ctftime.org/event/12345678',
    'https://ctftime.org/event/2345x',
    'https://ctftime.org/team/2345',
    'https://ctftime.org/event/list/../2345',
    'https://ctftime.org.esempio.it/event/2345',
    'https://ctftime.org@esempio.it/event/2345',
    'https://esempio.it/https://ctftime.org/event/2345',
    'https://ctftime.org:8443/event/2345',
    'javascript:https://ctftime.org/event/2345',
  ])('is not named by %s', (typed) => {
    expect(readCtftimePage(typed)).toBe(null)
  })
})

it('a link that no page may open is refused', () => {
  expect(codeOf({ link: 'javascript:alert(1)' })).toBe('events.link_invalid')
})

it.each(['https://esempio.it/pagina”', '\u200bhttps://esempio.it/pagina', '„https://esempio.it/pagina…'])(
  'a link is stored without the quotes around it: %s',
  (link) => {
    expect(isWebLink(link)).toBe(false)
    expect(cleanEvent({ ...form, link })).toMatchObject({ link: 'https://esempio.it/pagina' })
  },
)
