import {
  defaultEventCategory,
  type EventForm,
  type EventOptions,
} from '@covo/contract/events/event-form.rules'
import type { Event } from '@covo/contract/events/events.routes'
import { ctftimePage } from '@covo/contract/events/events.rules'
import { readerZone } from '../platform/format.ts'
import { hasFields, tabStore } from '../platform/stores.ts'
import { localOf } from './event-dates.ts'

/** An event as the form's fields hold it: times are those of a clock in its zone, 'yyyy-mm-ddThh:mm', also for whole days. */
export type EventFields = Omit<Required<EventForm>, keyof EventOptions> & {
  [Option in Exclude<keyof EventOptions, 'capacity' | 'teamSize' | 'ctftimeId'>]-?: NonNullable<
    EventOptions[Option]
  >
} & {
  /** As it is typed. */
  capacity: string
  /** As it is typed. */
  teamSize: string
  /** The address of a page at CTFtime, as it is typed. */
  ctftimeId: string
}

const emptyForm = (): EventFields => ({
  title: '',
  description: '',
  dateTime: '',
  deadline: '',
  link: '',
  category: defaultEventCategory,
  duration: '',
  timeZone: readerZone(),
  isAllDay: false,
  venue: 'none',
  address: '',
  mapLink: '',
  capacity: '',
  teamSize: '',
  joinDeadline: '',
  ctftimeId: '',
})

/** The fields of an event that is there. */
export function fieldsOf(event: Event): EventFields {
  const local = (instant: string) => localOf(new Date(instant), event.timeZone)
  return {
    title: event.title,
    description: event.description,
    dateTime: local(event.dateTime),
    deadline: local(event.deadline),
    link: event.link,
    category: event.category,
    duration: event.duration,
    timeZone: event.timeZone,
    isAllDay: event.isAllDay,
    venue: event.venue,
    address: event.address,
    mapLink: event.mapLink,
    capacity: event.capacity === null ? '' : String(event.capacity),
    teamSize: event.teamSize === null ? '' : String(event.teamSize),
    joinDeadline: event.joinDeadline === null ? '' : local(event.joinDeadline),
    ctftimeId: event.ctftimeId && ctftimePage(event.ctftimeId),
  }
}

// By member, so that nobody reads another's.
const draftKey = (memberId: string) => `covo.event.${memberId}`

/** The event that the member has begun to enter, times as their fields hold them. It outlives a reload and a login. */
export function readEventDraft(memberId: string): EventFields {
  // An older page saved fewer fields.
  return { ...emptyForm(), ...tabStore.readValue(draftKey(memberId), areFields) }
}

export function saveEventDraft(memberId: string, form: EventFields): void {
  tabStore.keep(draftKey(memberId), JSON.stringify(form))
}

export function forgetEventDraft(memberId: string): void {
  tabStore.remove(draftKey(memberId))
}

function areFields(stored: unknown): stored is Partial<EventFields> {
  if (!hasFields(stored, {})) return false
  return Object.entries(emptyForm()).every(([name, value]) =>
    [typeof value, 'undefined'].includes(typeof (stored as Partial<EventFields>)[name as keyof EventFields]),
  )
}
