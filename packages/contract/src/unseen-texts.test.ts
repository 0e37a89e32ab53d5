import { unseenTexts } from '@covo/testing/same-texts'
import { describe, expect, it } from 'vitest'
import { parseMessage } from './chat/chat.rules.ts'
import { parseCancelReason, parseEventMessage } from './events/event-changes.rules.ts'
import { type EventForm, parseEvent } from './events/event-form.rules.ts'
import { parseReasons } from './moderation/moderation.rules.ts'
import { seenLine } from './names.ts'
import { parseProfileChanges } from './profiles/profiles.rules.ts'
import { parseReport } from './reports/reports.rules.ts'
import { botProblem } from './tokens/bots.rules.ts'
import { nameProblem } from './tokens/tokens.rules.ts'

const event: EventForm = {
  title: 'Notte',
  description: 'Ventiquattro ore di sfide.',
  dateTime: '2030-01-01T10:00:00Z',
  deadline: '2030-01-01T20:00:00Z',
  link: 'https://ctf.esempio.it',
  category: 'ctf',
  duration: '10 ore',
  venue: 'place',
  address: 'Via Roma 1',
}
const codeOf = (changes: Partial<EventForm>) => parseEvent({ ...event, ...changes }, null).problem?.code

/** Each rule that takes a text, and its answer to one of which nothing is seen. */
const rules: [what: string, answer: (text: string) => unknown, expected: unknown][] = [
  ['a message', (text) => parseMessage(text).problem?.code, 'chat.message_empty'],
  ['the title of an event', (title) => codeOf({ title }), 'events.required_fields_missing'],
  ['its description', (description) => codeOf({ description }), 'events.required_fields_missing'],
  ['its duration', (duration) => codeOf({ duration }), 'events.required_fields_missing'],
  ['its address', (address) => codeOf({ address }), 'events.address_missing'],
  ['why it is cancelled', (text) => parseCancelReason(text).problem?.code, 'events.reason_missing'],
  ['a message of an organizer', (text) => parseEventMessage(text).problem?.code, 'events.message_empty'],
  [
    'the details of a report',
    (details) => parseReport({ reason: 'other', details }).problem?.code,
    'reports.details_required',
  ],
  [
    'reasons of a decision',
    (text) => parseReasons(text.repeat(25)).problem?.code,
    'moderation.text_required',
  ],
  ['a bio', (bio) => parseProfileChanges({ bio }).value?.bio, ''],
  ['a profession', (professione) => parseProfileChanges({ professione }).value?.professione, ''],
  ['the name of a token or webhook', (name) => nameProblem({ name })?.code, 'tokens.name_missing'],
  [
    'the name of a bot',
    (name) => botProblem({ name, scopes: ['chat:read'] })?.code,
    expect.stringMatching(/^profiles\.display_name_(empty|too_short|invalid)$/),
  ],
]

describe.each(rules)('%s', (_, answer, expected) => {
  it.each(unseenTexts)('is empty where it is %j', (text) => {
    expect(answer(text)).toEqual(expected)
  })
})

it.each([
  ['Notte\ndelle bandiere', 'Notte delle bandiere'],
  ['Notte\r\n\r\ndelle bandiere\n', 'Notte delle bandiere'],
  ['Notte\u2028delle\u2029bandiere', 'Notte delle bandiere'],
  ['Notte\u0085delle\tbandiere\u000b', 'Notte delle bandiere'],
  ['می\u200cخواهم 👩🏽\u200d💻', 'می\u200cخواهم 👩🏽\u200d💻'],
])('the title %j is stored in one line', (typed, title) => {
  expect(seenLine(typed)).toBe(title)
  expect(parseEvent({ ...event, title: typed }, null).value?.title).toBe(title)
})
