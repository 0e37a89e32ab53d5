import type { CtftimeEvent } from '@covo/contract/events/ctftime.routes'
import { defaultEventCategory } from '@covo/contract/events/event-form.rules'
import { ctftimePage } from '@covo/contract/events/events.rules'
import { localOf } from './event-dates.ts'
import type { EventFields } from './event-draft.ts'
import { durationOf } from './event-prefill.ts'

/** The fields that a look-up fills. */
const filled = [
  'title',
  'description',
  'dateTime',
  'deadline',
  'timeZone',
  'isAllDay',
  'link',
  'category',
  'duration',
  'venue',
  'address',
] as const satisfies (keyof EventFields)[]

/**
 * The form with the found fields. Typed fields stay unless they are to be replaced; a duration that the form has filled in is
 * not typed. Where a time stays, so does its zone.
 */
export function withFound(fields: EventFields, found: CtftimeEvent, replaces: boolean): EventFields {
  const isWritten = writtenIn(fields)
  const keeps = (field: (typeof filled)[number]) => isWritten[field] && !replaces
  const timeZone = keeps('timeZone') ? fields.timeZone : found.timeZone
  const local = (instant: string) => instant && localOf(new Date(instant), timeZone)
  const next: EventFields = {
    ...fields,
    ctftimeId: ctftimePage(found.ctftimeId),
    title: keeps('title') ? fields.title : found.title,
    description: keeps('description') ? fields.description : found.description,
    timeZone,
    isAllDay: keeps('isAllDay') && fields.isAllDay,
    dateTime: keeps('dateTime') ? fields.dateTime : local(found.dateTime),
    deadline: keeps('deadline') ? fields.deadline : local(found.deadline),
    link: keeps('link') ? fields.link : found.link,
    category: keeps('category') ? fields.category : found.category,
    venue: keeps('venue') ? fields.venue : found.venue,
    address: keeps('address') ? fields.address : found.address,
    duration: fields.duration,
  }
  return keeps('duration') ? next : { ...next, duration: found.duration || durationOf(next) }
}

/** Whether something that was typed would be lost if all of it were replaced. */
export function wouldReplace(fields: EventFields, found: CtftimeEvent): boolean {
  const isWritten = writtenIn(fields)
  const replaced = withFound(fields, found, true)
  return filled.some((field) => isWritten[field] && replaced[field] !== fields[field])
}

function writtenIn(fields: EventFields): Record<(typeof filled)[number], boolean> {
  const isSomeTime = fields.dateTime !== '' || fields.deadline !== ''
  return {
    title: fields.title.trim() !== '',
    description: fields.description.trim() !== '',
    dateTime: fields.dateTime !== '',
    deadline: fields.deadline !== '',
    timeZone: isSomeTime,
    isAllDay: isSomeTime,
    link: fields.link.trim() !== '',
    category: fields.category !== defaultEventCategory,
    duration: fields.duration.trim() !== '' && fields.duration !== durationOf(fields),
    venue: fields.venue !== 'none',
    address: fields.address.trim() !== '',
  }
}
