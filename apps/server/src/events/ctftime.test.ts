import { findEventProblems, maximumEventDescriptionBytes } from '@covo/contract/events/event-form.rules'
import { countBytes, countCharacters } from '@covo/contract/text'
import { ctftimeEvent } from '@covo/testing/ctftime'
import { describe, expect, it } from 'vitest'
import { readCtftimeEvent } from './ctftime.ts'

const read = (changes: Record<string, unknown>) => readCtftimeEvent(ctftimeEvent('2345', changes), '2345')

describe('an event of CTFtime', () => {
  it('fills the fields of a form, and no others', () => {
    expect(read({})).toEqual({
      ctftimeId: '2345',
      title: 'Esempio CTF 2027',
      description: 'Sfide jeopardy per tutti.\n\nPremi per i primi tre.',
      dateTime: '2027-07-01T12:00:00.000Z',
      deadline: '2027-07-03T16:00:00.000Z',
      link: 'https://ctf.esempio.it/',
      category: 'ctf',
      duration: '2 giorni e 4 ore',
      timeZone: 'UTC',
      venue: 'online',
      address: '',
    })
  })

  it.each<[string, Record<string, unknown>, Record<string, string>]>([
    ['a title of several lines', { title: ' Esempio\r\n CTF\u0000 ' }, { title: 'Esempio CTF' }],
    ['no organizers', { organizers: [] }, { title: 'Esempio CTF 2027' }],
    ['fields that nobody knows', { boh: { x: 1 } }, { title: 'Esempio CTF 2027' }],
    ['HTML', { description: '<p>Uno</p>\r\n<b>due</b> &amp; tre' }, { description: 'Uno\n\ndue & tre' }],
    [
      'a script in its description',
      { description: 'Prima<script>alert(1)</script><img src=x onerror=alert(1)> dopo' },
      { description: 'Prima dopo' },
    ],
    ['no description', { description: '' }, { description: 'Dettagli sulla pagina di CTFtime.' }],
    [
      'a description of tags',
      { description: '<p></p>' },
      { description: 'Dettagli sulla pagina di CTFtime.' },
    ],
    ['an absent description', { description: null }, { description: 'Dettagli sulla pagina di CTFtime.' }],
    [
      'times of another zone',
      { start: '2027-07-01T14:00:00+02:00' },
      { dateTime: '2027-07-01T12:00:00.000Z' },
    ],
    ['equal times', { finish: '2027-07-01T12:00:00+00:00' }, { deadline: '2027-07-01T12:00:00.000Z' }],
    ['an end before its start', { finish: '2027-06-30T12:00:00+00:00' }, { deadline: '' }],
    ['an end that is none', { finish: 'mai' }, { deadline: '' }],
    ['a day', { duration: { days: 1, hours: 0 } }, { duration: '1 giorno' }],
    ['an hour', { duration: { days: 0, hours: 1 } }, { duration: '1 ora' }],
    ['hours', { duration: { days: 0, hours: 36 } }, { duration: '36 ore' }],
    ['no duration', { duration: { days: 0, hours: 0 } }, { duration: '' }],
    ['a duration that is none', { duration: 'due giorni' }, { duration: '' }],
    ['no link', { url: '' }, { link: 'https://ctftime.org/event/2345/' }],
    ['a link that runs', { url: 'javascript:alert(1)' }, { link: 'https://ctftime.org/event/2345/' }],
    [
      'no link that may be taken',
      { url: 'ftp://esempio.it', ctftime_url: 'data:x' },
      { link: 'https://ctftime.org/event/2345/' },
    ],
    [
      'a link that is too long',
      { url: `https://esempio.it/${'a'.repeat(500)}` },
      { link: 'https://ctftime.org/event/2345/' },
    ],
    [
      'a place',
      { onsite: true, location: ' Via Zamboni 33,\r\nBologna ' },
      { venue: 'place', address: 'Via Zamboni 33, Bologna' },
    ],
    ['a place without an address', { onsite: true, location: '' }, { venue: 'place', address: '' }],
    [
      'an address of nobody who comes',
      { onsite: false, location: 'Bologna' },
      { venue: 'online', address: '' },
    ],
  ])('with %s', (_, changes, fields) => {
    expect(read(changes)).toMatchObject(fields)
  })

  it.each([
    ['letters', 'a'],
    ['accents', 'è'],
    ['emoji', '👩‍👩‍👧‍👦'],
    ['piled marks', 'a\u0301\u0301\u0301\u0301\u0301\u0301'],
    ['lines', 'riga\r\n'],
  ])('is cut to what a form takes, with %s', (_, part) => {
    const long = part.repeat(5000)
    const found = read({ title: long, description: long, onsite: true, location: long })
    expect(countCharacters(found.title)).toBeLessThanOrEqual(120)
    expect(countBytes(found.description)).toBeLessThanOrEqual(maximumEventDescriptionBytes)
    expect(found.description).not.toBe('Dettagli sulla pagina di CTFtime.')
    expect(findEventProblems(found, Date.parse('2027-01-01T00:00:00Z'))).toEqual([])
  })

  it.each([
    ['nothing', null],
    ['a list', []],
    ['half of it', { title: 'Esempio' }],
    ['no title', ctftimeEvent('2345', { title: ' \n' })],
    ['a title that is no text', ctftimeEvent('2345', { title: 7 })],
    ['a start without its zone', ctftimeEvent('2345', { start: '2027-07-01T12:00:00' })],
    ['a start that is none', ctftimeEvent('2345', { start: 'domani' })],
  ])('is not understood where it is %s', (_, answer) => {
    expect(() => readCtftimeEvent(answer, '2345')).toThrow()
  })
})
