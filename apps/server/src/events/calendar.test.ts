import ICAL from 'ical.js'
import { expect, it } from 'vitest'
import { type CalendarEvent, writeEvent, writeFrame } from './calendar.ts'

const event: CalendarEvent = {
  id: '11111111-2222-4333-8444-555555555555',
  title: 'Notte delle Bandiere',
  description: 'Ventiquattro ore di sfide.',
  dateTime: '2026-12-05T17:00:00.000Z',
  deadline: '2026-12-06T17:00:00.000Z',
  link: 'https://ctf.esempio.it',
  category: 'ctf',
  duration: '24 ore',
  timeZone: 'Europe/Rome',
  isAllDay: false,
  venue: 'none',
  address: '',
  mapLink: '',
  capacity: null,
  teamSize: null,
  joinDeadline: null,
  ctftimeId: '',
  status: 'planned',
  cancelReason: '',
  version: 3,
  versionAt: '2026-11-20T10:00:00.000Z',
  canManage: false,
  organizerId: '99999999-2222-4333-8444-555555555555',
  organizerName: 'Anna Bassi',
  participantsCount: 3,
  waitingCount: 0,
  isParticipating: false,
  participation: 'none',
  revision: 3,
  createdAt: '2026-11-20T10:00:00.000Z',
  updatedAt: '2026-11-21T10:00:00.000Z',
}
const head = { origin: 'https://covo.example', name: 'Covo', path: '/eventi.ics' }

function writeCalendar(events: CalendarEvent[], of: typeof head): string {
  const frame = writeFrame(of)
  return [frame.head, ...events.map((one) => writeEvent(one, of.origin)), frame.foot].join('')
}

function read(text: string): { calendar: ICAL.Component; events: ICAL.Component[] } {
  const calendar = new ICAL.Component(ICAL.parse(text))
  return { calendar, events: calendar.getAllSubcomponents('vevent') }
}

function readOne(changes: Partial<CalendarEvent>): ICAL.Component {
  const { events } = read(writeCalendar([{ ...event, ...changes }], head))
  expect(events).toHaveLength(1)
  return events[0] as ICAL.Component
}

const firstOf = (component: ICAL.Component, name: string) => component.getFirstPropertyValue(name)

/** The instant of a DATE-TIME in UTC. */
function instantOf(component: ICAL.Component, name: string): string {
  const time = firstOf(component, name) as ICAL.Time
  expect(time.zone).toBe(ICAL.Timezone.utcTimezone)
  return time.toJSDate().toISOString()
}

it('says what calendar it is, and where and how often it is read', () => {
  const { calendar } = read(writeCalendar([], { ...head, name: 'Covo, la tana; \\o/' }))
  // The parser knows neither property of it, and reads both as they are written.
  const name = 'Eventi di Covo\\, la tana\\; \\\\o/'
  expect(
    Object.fromEntries(calendar.getAllProperties().map((one) => [one.name, String(one.getFirstValue())])),
  ).toEqual({
    version: '2.0',
    prodid: '-//Covo//Covo//IT',
    name,
    'x-wr-calname': name,
    'x-wr-timezone': 'Europe/Rome',
    source: 'https://covo.example/eventi.ics',
    'refresh-interval': 'PT1H',
    'x-published-ttl': 'PT1H',
  })
})

it.each([
  ['none', '', null],
  ['online', '', 'Online'],
  ['place', 'Via Roma 1, Milano; piano 2', 'Via Roma 1, Milano; piano 2'],
  ['both', 'Via Roma 1', 'Online · Via Roma 1'],
] as const)('says where an event takes place: %s', (venue, address, expected) => {
  expect(firstOf(readOne({ venue, address }), 'location')).toBe(expected)
})

it('has an event by its id, with its page, and nobody who could be mailed', () => {
  const written = readOne({})
  const texts = ['uid', 'summary', 'description', 'url', 'categories', 'status', 'transp', 'sequence']
  expect(texts.map((name) => firstOf(written, name))).toEqual([
    event.id,
    'Notte delle Bandiere',
    `Ventiquattro ore di sfide.\n\nhttps://covo.example/eventi/${event.id}`,
    `https://covo.example/eventi/${event.id}`,
    'CTF',
    'CONFIRMED',
    'TRANSPARENT',
    event.version,
  ])
  expect(['created', 'last-modified', 'dtstamp'].map((name) => instantOf(written, name))).toEqual([
    event.createdAt,
    event.versionAt,
    event.versionAt,
  ])
  const text = writeCalendar([event], head)
  expect(text).not.toMatch(/^(METHOD|ORGANIZER|ATTENDEE|BEGIN:VTIMEZONE|BEGIN:VALARM)/m)
  expect(text).not.toContain('Anna')
})

// The clocks change on these days in Rome or New York: an instant in UTC is the same for every reader.
it.each([
  ['2027-03-28T00:30:00.000Z', '2027-03-28T01:30:00.000Z'],
  ['2026-10-25T00:30:00.000Z', '2026-10-25T01:30:00.000Z'],
  ['2027-03-14T06:30:00.000Z', '2027-03-14T07:30:00.000Z'],
  ['2026-11-01T05:30:00.000Z', '2026-11-01T06:30:00.000Z'],
])('has the instants of an event from %s to %s', (dateTime, deadline) => {
  const written = readOne({ dateTime, deadline })
  expect(['dtstart', 'dtend'].map((name) => instantOf(written, name))).toEqual([dateTime, deadline])
})

it.each([
  ['Europe/Rome', '2027-03-26T23:00:00.000Z', '2027-03-28T21:59:00.000Z', '2027-03-27', '2027-03-29'],
  ['America/New_York', '2026-11-01T04:00:00.000Z', '2026-11-02T04:59:00.000Z', '2026-11-01', '2026-11-02'],
  ['Asia/Kolkata', '2026-12-30T18:30:00.000Z', '2026-12-31T18:29:00.000Z', '2026-12-31', '2027-01-01'],
])(
  'an event that lasts all day in %s is whole days, up to the one after it',
  (timeZone, dateTime, deadline, ...days) => {
    const written = readOne({ timeZone, dateTime, deadline, isAllDay: true })
    const times = ['dtstart', 'dtend'].map((name) => firstOf(written, name) as ICAL.Time)
    expect(times.map((time) => [time.isDate, time.toString()])).toEqual(days.map((day) => [true, day]))
  },
)

it('an event that ends as it begins has no end', () => {
  const written = readOne({ deadline: event.dateTime })
  expect([instantOf(written, 'dtstart'), firstOf(written, 'dtend')]).toEqual([event.dateTime, null])
})

it.each([
  ['a;b,c\\d "e" :f=g', 'a;b,c\\d "e" :f=g'],
  [
    'riga\r\nBEGIN:VEVENT\rEND:VEVENT\nATTENDEE:mailto:a@b.it',
    'riga BEGIN:VEVENT END:VEVENT ATTENDEE:mailto:a@b.it',
  ],
  ['\u0000a\u0007b\u001b[2Jc\u007f', 'ab[2Jc'],
  ['🏴‍☠️'.repeat(40), '🏴‍☠️'.repeat(40)],
  ['è'.repeat(120), 'è'.repeat(120)],
])('%j stays a title of one event', (title, shown) => {
  expect(firstOf(readOne({ title }), 'summary')).toBe(shown)
})

it('has lines of 75 octets at most, which end in CRLF and split no character', () => {
  const description = `${'🏴‍☠️è€a'.repeat(200)}\nseconda riga`
  const text = writeCalendar([{ ...event, description }], head)
  const lines = text.split('\r\n')
  expect(lines.pop()).toBe('')
  for (const line of lines) {
    expect(Buffer.byteLength(line)).toBeLessThanOrEqual(75)
    expect(line).not.toMatch(/[\r\n]/)
    expect(line.isWellFormed()).toBe(true)
  }
  expect(firstOf(readOne({ description }), 'description')).toContain(description)
})

it('is the same text for the same events', () => {
  expect(writeCalendar([event], head)).toBe(
    writeCalendar([{ ...event, participantsCount: 4, revision: 4 }], head),
  )
})
