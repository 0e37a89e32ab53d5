import { describe, expect, it } from 'vitest'
import {
  areWeighty,
  type EventChanges,
  type EventEdit,
  parseCancelReason,
  parseEventEdit,
  parseEventMessage,
  type StoredEvent,
  sumChanges,
} from './event-changes.rules.ts'

const now = Date.parse('2026-12-01T12:00:30Z')
const day = 86_400_000
const inDays = (days: number) => new Date(now + days * day).toISOString()

/** An event that begins and ends so many days from now. */
function storedAt(start: number, end: number): StoredEvent {
  return {
    title: 'Notte',
    description: 'Sfide',
    dateTime: inDays(start),
    deadline: inDays(end),
    link: 'https://esempio.it',
    category: 'ctf',
    duration: '1 giorno',
    timeZone: 'Europe/Rome',
    isAllDay: false,
    venue: 'none',
    address: '',
    mapLink: '',
    capacity: null,
    teamSize: null,
    joinDeadline: '',
    ctftimeId: '',
  }
}

const upcoming = storedAt(1, 2)
const running = storedAt(-1, 1)
const over = storedAt(-3, -1)
const longOver = storedAt(-40, -31)

const fieldsOf = (stored: StoredEvent, edit: EventEdit) =>
  Object.keys(parseEventEdit(stored, edit, now).value?.changes ?? { refused: true })

describe('an edit', () => {
  it.each<[string, StoredEvent, EventEdit, string[]]>([
    [
      'everything before the start',
      upcoming,
      { title: 'Altra', dateTime: inDays(1.5) },
      ['title', 'dateTime'],
    ],
    [
      'nothing that stays as it is',
      upcoming,
      { title: ' Notte ', deadline: upcoming.deadline.replace('Z', '+00:00') },
      [],
    ],
    [
      'the address with the venue',
      upcoming,
      { venue: 'place', address: 'Via Zamboni' },
      ['venue', 'address'],
    ],
    ['players of a team', upcoming, { category: 'ctf', teamSize: 4 }, ['teamSize']],
    ['seats and deadline', upcoming, { capacity: 9, joinDeadline: inDays(1) }, ['capacity', 'joinDeadline']],
    [
      'the title with a deadline that is past',
      { ...running, joinDeadline: inDays(-2) },
      { title: 'Altra' },
      ['title'],
    ],
    ['the end while it runs', running, { deadline: inDays(2) }, ['deadline']],
    ['the title while it runs, begun long ago', running, { title: 'Altra' }, ['title']],
    ['the end to this minute', running, { deadline: '2026-12-01T12:00:00Z' }, ['deadline']],
    [
      'description and link when it is over',
      over,
      { description: 'Risultati', link: 'https://a.it' },
      ['description', 'link'],
    ],
  ])('may change %s', (_, stored, edit, fields) => {
    expect(fieldsOf(stored, edit)).toEqual(fields)
  })

  it.each<[string, StoredEvent, EventEdit, string, string | null]>([
    ['a start that is past', upcoming, { dateTime: inDays(-1) }, 'events.start_in_past', 'dateTime'],
    ['a start too far', upcoming, { dateTime: inDays(1000) }, 'events.start_too_far', 'dateTime'],
    ['a length beyond the bound', running, { deadline: inDays(70) }, 'events.too_long', 'deadline'],
    [
      'the deadline to one that is past',
      running,
      { joinDeadline: inDays(-2) },
      'events.join_deadline_invalid',
      'joinDeadline',
    ],
    ['no players of a team', upcoming, { teamSize: 0 }, 'events.team_size_invalid', 'teamSize'],
    ['the seats to none', upcoming, { capacity: 0 }, 'events.capacity_invalid', 'capacity'],
    ['the start while it runs', running, { dateTime: inDays(0.5) }, 'events.start_in_past', 'dateTime'],
    ['the zone while it runs', running, { timeZone: 'UTC' }, 'events.start_in_past', 'dateTime'],
    ['whole days while it runs', running, { isAllDay: true }, 'events.start_in_past', 'dateTime'],
    ['the end before now', running, { deadline: inDays(-0.1) }, 'events.ended', 'deadline'],
    ['a title when it is over', over, { title: 'Altra' }, 'events.ended', 'title'],
    ['anything a month later', longOver, { description: 'Risultati' }, 'events.ended', null],
    ['a field to nothing', upcoming, { title: ' ' }, 'events.required_fields_missing', 'title'],
    ['the venue without an address', upcoming, { venue: 'both' }, 'events.address_missing', 'address'],
    ['the category to none', upcoming, { category: 'gara' }, 'events.required_fields_missing', 'category'],
    ['the link to one that runs', over, { link: 'javascript:alert(1)' }, 'events.link_invalid', 'link'],
    ['the start to no time', upcoming, { dateTime: 'domani' }, 'events.required_fields_missing', 'dateTime'],
  ])('may not change %s', (_, stored, edit, code, field) => {
    expect(parseEventEdit(stored, edit, now).problem).toEqual({ code, field })
  })

  it('holds the values before and after, and of a description only that it changed', () => {
    expect(parseEventEdit(upcoming, { title: 'Altra', description: 'Nuova' }, now).value?.changes).toEqual({
      title: { before: 'Notte', after: 'Altra' },
      description: { before: null, after: null },
    })
  })

  it.each<[EventEdit, boolean]>([
    [{ title: 'Altra' }, true],
    [{ dateTime: inDays(1.5) }, true],
    [{ link: 'https://a.it' }, true],
    [{ venue: 'online' }, true],
    [{ description: 'Nuova' }, false],
    [{ category: 'contest', duration: '2 ore' }, false],
    [{ category: 'contest', title: 'Altra' }, true],
    [{}, false],
  ])('%o is weighty: %s', (edit, isWeighty) => {
    const { value } = parseEventEdit(upcoming, edit, now)
    expect(value && areWeighty(value.changes)).toBe(isWeighty)
  })
})

it('sums what several edits changed, without what is as it was', () => {
  const edits: EventChanges[] = [
    { title: { before: 'Notte', after: 'Giorno' }, category: { before: 'ctf', after: 'other' } },
    {
      dateTime: { before: '2026-11-28T13:00:00Z', after: inDays(2) },
      description: { before: null, after: null },
    },
    { title: { before: 'Giorno', after: 'Alba' }, venue: { before: 'none', after: 'online' } },
    { dateTime: { before: inDays(2), after: '2026-11-28T13:00:00.000Z' } },
  ]
  expect(sumChanges(edits)).toEqual([
    { field: 'title', before: 'Notte', after: 'Alba' },
    { field: 'venue', before: 'none', after: 'online' },
  ])
  expect(sumChanges(edits.slice(1, 2)).map(({ field }) => field)).toEqual(['dateTime'])
  expect(sumChanges([])).toEqual([])
})

it('a reason and a message are trimmed, not empty, and so long at most', () => {
  expect(parseCancelReason(' Piove. ').value).toBe('Piove.')
  expect(parseCancelReason(' \n').problem?.code).toBe('events.reason_missing')
  expect(parseCancelReason('à'.repeat(300)).problem).toBeNull()
  expect(parseCancelReason('à'.repeat(301)).problem?.code).toBe('events.field_too_long')
  expect(parseEventMessage(' Ciao. ').value).toBe('Ciao.')
  expect(parseEventMessage('').problem?.code).toBe('events.message_empty')
  expect(parseEventMessage('😀'.repeat(1000)).problem).toBeNull()
  expect(parseEventMessage('😀'.repeat(1001)).problem?.code).toBe('events.message_too_long')
})
