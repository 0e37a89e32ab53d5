import { seenText } from '../names.ts'
import { accepted, refused } from '../parsed.ts'
import { isLongerThan } from '../text.ts'
import { cleanEvent, type EventForm, parseEvent } from './event-form.rules.ts'

export const eventStatuses = ['planned', 'cancelled'] as const
export type EventStatus = (typeof eventStatuses)[number]

export const eventUpdateKinds = ['edited', 'cancelled', 'restored', 'handed_over', 'message'] as const
export type EventUpdateKind = (typeof eventUpdateKinds)[number]

/** The fields that an edit may change, in the order in which the history names them. */
export const eventFields = [
  'title',
  'description',
  'dateTime',
  'deadline',
  'timeZone',
  'isAllDay',
  'venue',
  'address',
  'mapLink',
  'link',
  'category',
  'duration',
  'capacity',
  'teamSize',
  'joinDeadline',
  'ctftimeId',
] as const satisfies (keyof EventForm)[]
export type EventField = (typeof eventFields)[number]

/** The fields of whose changes participants are notified. */
export const weightyFields = [
  'title',
  'dateTime',
  'deadline',
  'timeZone',
  'isAllDay',
  'venue',
  'address',
  'link',
] as const satisfies EventField[]
export type WeightyField = (typeof weightyFields)[number]

/** Fields that stay as they are once the event has begun. */
const fixedAtStart: ReadonlySet<string> = new Set(['dateTime', 'timeZone', 'isAllDay'] satisfies EventField[])
/** Fields that may still change when it is over, for a while. */
const openAfterEnd: ReadonlySet<string> = new Set(['description', 'link'] satisfies EventField[])

/** Days after its end in which an event may still be edited. */
const editableDays = 30

export const maximumCancelReasonLength = 300
export const maximumEventMessageLength = 1000
/** Organizers beside the owner. */
export const maximumAddedOrganizers = 5

type Value = string | boolean | number | null

/** The values before and after, by field; of a description, both are null. A hand-over changes the owner. */
export type EventChanges = { [Field in EventField | 'organizerId']?: { before: Value; after: Value } }

/** The event that an edit changes. */
export type StoredEvent = { [Field in EventField]: Exclude<EventForm[Field], undefined> }

/** The values of the fields that an edit names. */
export type EventEdit = { [Field in EventField]?: EventForm[Field] | undefined }

/**
 * The event as it is after an edit, with what changed; or the first problem. Everything may change before the start; after it
 * all but when it began, and the end can't be put into the past; after the end description and link, for 30 days.
 *
 * @param now milliseconds since the epoch; the minute that it is in counts as present
 */
export function parseEventEdit(stored: StoredEvent, edit: EventEdit, now: number) {
  const named = Object.fromEntries(Object.entries(edit).filter(([, value]) => value !== undefined))
  const form = { ...stored, ...named } as StoredEvent
  const changed = changedFields(stored, cleanEvent(form))
  const [start, end] = [Date.parse(stored.dateTime), Date.parse(stored.deadline)]
  const isOver = end < now
  if (isOver) {
    const closed = changed.find((field) => !openAfterEnd.has(field))
    if (closed || now > end + editableDays * 86_400_000) return refused('events.ended', closed ?? null)
  } else if (start <= now) {
    if (changed.some((field) => fixedAtStart.has(field))) return refused('events.start_in_past', 'dateTime')
    if (changed.includes('deadline') && Date.parse(form.deadline) < Math.floor(now / 60_000) * 60_000)
      return refused('events.ended', 'deadline')
  }
  const { value, problem } = parseEvent(form, isOver ? null : now, stored)
  if (problem) return refused(problem.code, problem.field)
  return accepted({ event: value, changes: changesOf(stored, value) })
}

/** The fields of an event that differ from another's. Instants are compared as such, however they are written. */
export function changedFields(one: StoredEvent, other: Partial<Record<EventField, Value | undefined>>) {
  return eventFields.filter(
    (field) => one[field] !== other[field] && !(times.has(field) && areSameTime(one[field], other[field])),
  )
}

const times: ReadonlySet<string> = new Set(['dateTime', 'deadline', 'joinDeadline'] satisfies EventField[])

function areSameTime(one: Value, other: Value | undefined): boolean {
  return Date.parse(String(one)) === Date.parse(String(other))
}

function changesOf(before: StoredEvent, after: StoredEvent): EventChanges {
  const changes = changedFields(before, after).map((field) => [
    field,
    field === 'description' ? { before: null, after: null } : { before: before[field], after: after[field] },
  ])
  return Object.fromEntries(changes) as EventChanges
}

/** Whether participants are notified of these changes. */
export function areWeighty(changes: EventChanges): boolean {
  return weightyOf(changes).length > 0
}

/** The changed fields of which participants are notified, in the order of the history. */
export function weightyOf(changes: EventChanges): WeightyField[] {
  return weightyFields.filter((field) => changes[field])
}

/** The sum of several edits of an event, the oldest first, in the fields of which participants are notified. */
export function sumChanges(edits: EventChanges[]): { field: WeightyField; before: Value; after: Value }[] {
  return weightyFields.flatMap((field) => {
    const changes = edits.flatMap((edit) => edit[field] ?? [])
    const [before, after] = [changes[0]?.before ?? null, changes.at(-1)?.after ?? null]
    const isSame = before === after || (times.has(field) && areSameTime(before, after))
    return isSame ? [] : [{ field, before, after }]
  })
}

/** Why an event is cancelled, as it is stored. */
export function parseCancelReason(typed: string) {
  const reason = seenText(typed)
  if (!reason) return refused('events.reason_missing', 'reason')
  if (isLongerThan(reason, maximumCancelReasonLength)) return refused('events.field_too_long', 'reason')
  return accepted(reason)
}

/** A message to those who take part, as it is stored. */
export function parseEventMessage(typed: string) {
  const text = seenText(typed)
  if (!text) return refused('events.message_empty', 'text')
  if (isLongerThan(text, maximumEventMessageLength)) return refused('events.message_too_long', 'text')
  return accepted(text)
}
