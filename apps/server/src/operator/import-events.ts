import {
  defaultEventCategory,
  eventCategories,
  maximumEventDescriptionBytes,
  maximumEventDurationLength,
  maximumEventTitleLength,
  parseEvent,
} from '@covo/contract/events/events.rules'
import type pg from 'pg'
import { type Members, memberId } from './import-members.ts'
import type { ImportReport } from './import-report.ts'
import { instantOf, shortened, textOf, textsOf, uuidOf } from './original-values.ts'
import { pagesOf } from './rows.ts'
import { type IncomingDocument, incomingOf } from './staging.ts'

const kind = 'events'

/** Adds the events that are not there yet, with who takes part in them. */
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
      duration text, organizer_id uuid, created_at timestamptz, updated_at timestamptz, participants uuid[]
    )
  ),
  stored as (
    insert into events (
      id, title, description, starts_at, ends_at, link, category, duration, organizer_id, participant_count,
      created_at, updated_at
    )
    select
      id, title, description, starts_at, ends_at, link, category, duration, organizer_id, cardinality(participants),
      coalesce(created_at, now()), coalesce(updated_at, created_at, now())
    from incoming
    on conflict do nothing
    returning id
  ),
  joined as (
    insert into event_participants (event_id, user_id)
    select id, participant from incoming join stored using (id) cross join unnest(participants) as participant
  )
  select from stored`

function eventRow({ id: original, document }: IncomingDocument, all: Set<string>, report: ImportReport) {
  const organizer_id = memberId(textOf(document.organizerId))
  const category = textOf(document.category)
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
  }
  // The past is where most of them are; and what was made before a bound stays as it is.
  const problem = parseEvent(form, null).problem?.code
  const refusal = all.has(organizer_id) ? problem : 'the organizer is no member'
  if (refusal) {
    report.refused(kind, refusal, original)
    return null
  }
  for (const field of ['title', 'description', 'duration'] as const)
    if (form[field] !== textOf(document[field])) report.putRight(kind, `${field} was cut`, original)
  if (!isKnownCategory) report.putRight(kind, `category is none: now ${form.category}`, original)

  const participants = new Set<string>()
  for (const uid of textsOf(document.participantUids)) {
    if (all.has(memberId(uid))) participants.add(memberId(uid))
    else report.refused('participants', 'somebody who is no member', `${original} ${uid}`)
  }
  const { dateTime, deadline, ...fields } = form
  return {
    ...fields,
    id: uuidOf('events', original),
    starts_at: dateTime,
    ends_at: deadline,
    organizer_id,
    created_at: instantOf(document.createdAt),
    updated_at: instantOf(document.updatedAt),
    participants: [...participants],
  }
}
