import { describe, expect, it } from 'vitest'
import {
  googleCalendarLink,
  googleSubscriptionLink,
  outlookCalendarLink,
  outlookSubscriptionLink,
  webcalLink,
} from './calendar-links.ts'

const page = 'https://covo.esempio.it/app/eventi/e1'
const event = {
  title: 'Notte & bandiere',
  description: 'Sfide\nper tutti',
  dateTime: '2026-11-28T13:00:00.000Z',
  deadline: '2026-11-29T13:00:00.000Z',
  timeZone: 'Europe/Rome',
  isAllDay: false,
  venue: 'both' as const,
  address: 'Via Roma 1, Torino',
}
const queryOf = (link: string) => Object.fromEntries(new URL(link).searchParams)

describe('Google', () => {
  it('gets times in UTC and the zone', () => {
    const link = googleCalendarLink(event, page)
    expect(link.startsWith('https://calendar.google.com/calendar/render?')).toBe(true)
    expect(queryOf(link)).toEqual({
      action: 'TEMPLATE',
      text: 'Notte & bandiere',
      dates: '20261128T130000Z/20261129T130000Z',
      details: `Sfide\nper tutti\n\n${page}`,
      location: 'Online · Via Roma 1, Torino',
      ctz: 'Europe/Rome',
    })
  })

  it.each([
    ['Europe/Rome', '2026-11-27T23:00:00.000Z', '2026-11-29T22:59:00.000Z', '20261128/20261130'],
    ['Asia/Kolkata', '2026-11-27T18:30:00.000Z', '2026-11-28T18:29:00.000Z', '20261128/20261129'],
    ['America/New_York', '2026-10-31T04:00:00.000Z', '2026-11-02T04:59:00.000Z', '20261031/20261102'],
  ])('gets whole days of %s, the last one excluded', (timeZone, dateTime, deadline, dates) => {
    const allDay = { ...event, isAllDay: true, timeZone, dateTime, deadline }
    expect(queryOf(googleCalendarLink(allDay, page))).toMatchObject({ dates })
  })
})

describe('Outlook', () => {
  it('gets instants, or days', () => {
    expect(queryOf(outlookCalendarLink({ ...event, venue: 'none', address: '' }, page))).toEqual({
      path: '/calendar/action/compose',
      rru: 'addevent',
      subject: 'Notte & bandiere',
      startdt: '2026-11-28T13:00:00.000Z',
      enddt: '2026-11-29T13:00:00.000Z',
      body: `Sfide\nper tutti\n\n${page}`,
    })
    const allDay = {
      ...event,
      isAllDay: true,
      dateTime: '2026-11-27T23:00:00.000Z',
      deadline: '2026-11-28T22:59:00.000Z',
    }
    expect(queryOf(outlookCalendarLink(allDay, page))).toMatchObject({
      startdt: '2026-11-28',
      enddt: '2026-11-29',
      allday: 'true',
    })
  })
})

it.each([
  ['letters', 'a'.repeat(4000)],
  ['accents', 'à'.repeat(2000)],
  ['emoji', '🏁'.repeat(1000)],
])('cuts a description of %s, so that the address stays short and whole', (_, description) => {
  for (const linkOf of [googleCalendarLink, outlookCalendarLink]) {
    const link = linkOf({ ...event, description }, page)
    expect(link.length).toBeLessThanOrEqual(2000)
    const { details, body } = queryOf(link)
    expect(details ?? body).toMatch(new RegExp(`^${description.slice(0, 2)}.*\n\n${page}$`, 'su'))
    expect([...(details ?? body ?? '')].length).toBeLessThanOrEqual(502 + page.length)
  }
})

it.each(['https', 'http'])('subscribes to a calendar by %s', (protocol) => {
  const calendar = `${protocol}://covo.esempio.it/eventi.ics?categoria=ctf`
  const app = 'webcal://covo.esempio.it/eventi.ics?categoria=ctf'
  expect(webcalLink(calendar)).toBe(app)
  expect(googleSubscriptionLink(calendar)).toBe(
    `https://calendar.google.com/calendar/render?cid=${encodeURIComponent(app)}`,
  )
  expect(outlookSubscriptionLink(calendar)).toBe(
    `https://outlook.live.com/calendar/0/addfromweb?url=${encodeURIComponent(calendar)}`,
  )
})
