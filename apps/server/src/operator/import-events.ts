import { maximumAddedOrganizers, maximumCancelReasonLength } from '@covo/contract/events/event-changes.rules'
import {
  defaultEventCategory,
  isCapacity,
  maximumEventDescriptionBytes,
  maximumEventDurationLength,
  maximumEventTitleLength,
  parseEvent,
} from '@covo/contract/events/event-form.rules'
import {
  defaultTimeZone,
  eventCategories,
  eventVenues,
  isCtftimeId,
} from '@covo/contract/events/events.rules'
import { shortened } from '@covo/contract/text'
import { isTimeZone } from '@covo/contract/time-zones'
import type pg from 'pg'
import { type Members, memberId } from './import-members.ts'
import type { ImportReport } from './import-report.ts'
import { instantOf, textOf, textsOf, uuidOf } from './original-values.ts'
import { pagesOf } from './rows.ts'
import { type IncomingDocument, incomingOf } from './staging.ts'

const kind = 'events'

/** Adds the events that are not there yet, with their participants. */
export async function importEvents(
  client: pg.ClientBase,
  { all }: Members,
  report: ImportReport,
): Promise<void> {
  for await (const page of pagesOf<IncomingDocument>(client, incomingOf('events'))) {
    const rows = page.flatMap((incoming) => eventRow(incoming, all, report) ?? [])
    const { rowCount } = await client.query(insertEvents, [JSON.stringify(rows)])
    report.imported(kind, rowCount ?? 0)
    report.present(kind, rows.length - (rowCount ?? 0))
  }
}

const insertEvents = `
  with incoming as (
    select * from jsonb_to_recordset($1::jsonb) as row (
      id uuid, title text, description text, starts_at timestamptz, ends_at timestamptz, link text, category text,
      duration text, time_zone text, is_all_day boolean, venue text, address text, organizer_id uuid, created_at timestamptz,
      updated_at timestamptz, map_link text, capacity integer, join_deadline timestamptz, ctftime_id text, status text,
      cancel_reason text, version integer, organizers uuid[], participants uuid[], waiting uuid[]
    )
  ),
  stored as (
    insert into events (
      id, title, description, starts_at, ends_at, link, category, duration, time_zone, is_all_day, venue, address,
      map_link, capacity, join_deadline, ctftime_id, status, cancel_reason, cancelled_at, version, version_at, organizer_id,
      participant_count, waiting_count, next_queue_number, had_participants, created_at, updated_at
    )
    select
      id, title, description, starts_at, ends_at, link, category, duration, time_zone, is_all_day, venue, address,
      map_link, capacity, join_deadline, ctftime_id, status, cancel_reason,
      case when status = 'cancelled' then coalesce(updated_at, now()) end, version,
      coalesce(updated_at, created_at, now()), organizer_id, cardinality(participants), cardinality(waiting),
      cardinality(waiting) + 1, cardinality(participants) + cardinality(waiting) > 0, coalesce(created_at, now()),
      coalesce(updated_at, created_at, now())
    from incoming
    on conflict do nothing
    returning id
  ),
  organizing as (
    insert into event_organizers (event_id, user_id)
    select id, organizer from incoming join stored using (id) cross join unnest(organizers) as organizer
  ),
  joined as (
    insert into event_participants (event_id, user_id, is_shown)
    select id, participant, case when ends_at >= now() then false end from incoming join stored using (id) cross join unnest(participants) as participant
  ),
  queued as (
    insert into event_participants (event_id, user_id, state, queue_number)
    select id, member, 'waiting', place from incoming join stored using (id)
    cross join unnest(waiting) with ordinality as queue (member, place)
  )
  select from stored`

function eventRow({ id: original, document }: IncomingDocument, all: Set<string>, report: ImportReport) {
  const organizer_id = memberId(textOf(document.organizerId))
  const category = textOf(document.category)
  const namedZone = textOf(document.timeZone)
  const isKnownCategory = eventCategories.some((known) => known === category)
  const form = {
    title: shortened(textOf(document.title), maximumEventTitleLength),
    description: shortened(
      textOf(document.description),
      maximumEventDescriptionBytes,
      maximumEventDescriptionBytes,
    ),
    dateTime: instantOf(document.dateTime) ?? '',
    deadline: instantOf(document.deadline) ?? '',
    link: textOf(document.link),
    category: isKnownCategory ? category : category ? 'other' : defaultEventCategory,
    duration: shortened(textOf(document.duration), maximumEventDurationLength),
    timeZone: isTimeZone(namedZone) ? namedZone : defaultTimeZone,
    isAllDay: document.isAllDay === true,
    venue: eventVenues.find((known) => known === textOf(document.venue)) ?? 'none',
    address: textOf(document.address),
    mapLink: textOf(document.mapLink),
    capacity:
      typeof document.capacity === 'number' && isCapacity(document.capacity) ? document.capacity : null,
    joinDeadline: instantOf(document.joinDeadline) ?? '',
    ctftimeId: isCtftimeId(textOf(document.ctftimeId)) ? textOf(document.ctftimeId) : '',
  }
  // The past is where most of them are; and an event from before a bound stays as it is.
  const problem = parseEvent(form, null).problem?.code
  const refusal = all.has(organizer_id) ? problem : 'the organizer is no member'
  if (refusal) {
    report.refused(kind, refusal, original)
    return null
  }
  for (const field of ['title', 'description', 'duration'] as const)
    if (form[field] !== textOf(document[field])) report.putRight(kind, `${field} was cut`, original)
  if (!isKnownCategory) report.putRight(kind, `category is none: now ${form.category}`, original)

  const membersOf = (uids: string[]) => {
    const members = new Set<string>()
    for (const uid of uids) {
      if (all.has(memberId(uid))) members.add(memberId(uid))
      else report.refused('participants', 'somebody who is no member', `${original} ${uid}`)
    }
    return members
  }
  const organizers = membersOf(textsOf(document.organizerUids).slice(0, maximumAddedOrganizers))
  organizers.delete(organizer_id)
  const isCancelled = textOf(document.status) === 'cancelled'
  const participants = membersOf(textsOf(document.participantUids))
  const waiting = membersOf(textsOf(document.waitingUids)).difference(participants)
  const {
    dateTime,
    deadline,
    timeZone: time_zone,
    isAllDay: is_all_day,
    mapLink,
    joinDeadline,
    ctftimeId,
    ...fields
  } = form
  return {
    ...fields,
    time_zone,
    is_all_day,
    map_link: mapLink,
    join_deadline: joinDeadline || null,
    ctftime_id: ctftimeId,
    id: uuidOf('events', original),
    starts_at: dateTime,
    ends_at: deadline,
    organizer_id,
    status: isCancelled ? 'cancelled' : 'planned',
    cancel_reason: isCancelled ? shortened(textOf(document.cancelReason), maximumCancelReasonLength) : '',
    version: isVersion(document.version) ? document.version : 0,
    organizers: [...organizers],
    created_at: instantOf(document.createdAt),
    updated_at: instantOf(document.updatedAt),
    participants: [...participants],
    waiting: [...waiting],
  }
}

function isVersion(value: unknown): value is number {
  return Number.isInteger(value) && Number(value) >= 0 && Number(value) < 2 ** 31
}
