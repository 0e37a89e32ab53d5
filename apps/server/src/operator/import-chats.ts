import {
  maximumMessageBytes,
  maximumMessageLength,
  privateConversationId,
  publicRoomId,
  reactionKinds,
} from '@covo/contract/chat/chat.rules'
import { shortened } from '@covo/contract/text'
import type pg from 'pg'
import {
  recountAuthors,
  recountReactions,
  relistAuthors,
  renewPreviews,
  renewPreviewTimes,
  renewUnread,
} from './counts.ts'
import { type Members, memberId } from './import-members.ts'
import type { ImportReport } from './import-report.ts'
import { instantOf, textOf, textsOf, uuidOf } from './original-values.ts'
import { pagesOf } from './rows.ts'
import { type IncomingDocument, incomingOf } from './staging.ts'

/** The private conversations of the chats' ids, with their two members. */
type Conversations = Map<string, { id: string; pair: [string, string] }>

/** Adds the conversations and messages that are not there yet; messages go to the end of the present ones. */
export async function importChats(
  client: pg.ClientBase,
  members: Members,
  report: ImportReport,
): Promise<void> {
  await client.query(`
    create temp table incoming_messages (
      conversation_id text not null, id uuid not null, sender_id uuid not null, text text not null,
      sent_at timestamptz not null, sequence bigint, removed_at timestamptz, removed_by text, edits integer not null,
      edited_at timestamptz, reply_to uuid, reactions jsonb
    ) on commit drop`)
  await client.query(`
    create temp table fresh_messages (id uuid not null) on commit drop`)
  await client.query(`
    create temp table incoming_unread (conversation_id text not null, user_id uuid not null) on commit drop`)
  const conversations = await importConversations(client, members, report)
  await stageMessages(client, 'messages', report, (incoming) => publicMessage(incoming, members, report))
  await stageMessages(client, 'chats/messages', report, (incoming) =>
    privateMessage(incoming, conversations, report),
  )
  await insertMessages(client, report)
}

async function importConversations(
  client: pg.ClientBase,
  { all }: Members,
  report: ImportReport,
): Promise<Conversations> {
  const conversations: Conversations = new Map()
  for await (const page of pagesOf<IncomingDocument>(client, incomingOf('chats'))) {
    const rows = page.flatMap(({ id: original, document }) => {
      const originals = textsOf(document.participants ?? original.split('_'))
      const [one = '', other = '', ...rest] = originals.map(memberId)
      if (!other || rest.length > 0 || !all.has(one) || !all.has(other)) {
        report.refused('chats', 'not of two members', original)
        return []
      }
      const id = privateConversationId(one, other)
      conversations.set(original, { id, pair: [one, other] })
      const unread = textsOf(document.unreadFor).map(memberId)
      for (const uid of unread)
        if (uid !== one && uid !== other) report.refused('chats', 'unreadFor names somebody else', original)
      return [{ id, one, other, unread: unread.filter((uid) => uid === one || uid === other) }]
    })
    const { rowCount } = await client.query(insertConversations, [JSON.stringify(rows)])
    report.imported('chats', rowCount ?? 0)
    report.present('chats', rows.length - (rowCount ?? 0))
  }
  return conversations
}

const insertConversations = `
  with incoming as (
    select distinct on (id) *
    from jsonb_to_recordset($1::jsonb) as row (id text, one uuid, other uuid, unread uuid[])
  ),
  stored as (
    insert into conversations (id, kind) select id, 'private' from incoming on conflict do nothing returning id
  ),
  joined as (
    insert into conversation_members (conversation_id, user_id, partner_id)
    select id, one, other from incoming join stored using (id)
    union all
    select id, other, one from incoming join stored using (id)
  ),
  noted as (
    insert into incoming_unread select id, uid from incoming join stored using (id) cross join unnest(unread) as uid
  )
  select from stored`

type MessageRow = { conversation_id: string; sender_id: string; original: string }

async function stageMessages(
  client: pg.ClientBase,
  collection: 'messages' | 'chats/messages',
  report: ImportReport,
  rowOf: (incoming: IncomingDocument) => MessageRow | null,
): Promise<void> {
  for await (const page of pagesOf<IncomingDocument>(client, incomingOf(collection))) {
    const rows = page.flatMap((incoming) => {
      const row = rowOf(incoming)
      const content = row && messageContent(incoming, report, row.original)
      return row && content ? [{ ...row, ...content }] : []
    })
    await client.query(
      `insert into incoming_messages
       select conversation_id, id, sender_id, text, sent_at, sequence, removed_at, removed_by, edits, edited_at, reply_to, reactions
       from jsonb_to_recordset($1::jsonb) as row (
         conversation_id text, id uuid, sender_id uuid, text text, sent_at timestamptz, sequence bigint,
         removed_at timestamptz, removed_by text, edits integer, edited_at timestamptz, reply_to uuid, reactions jsonb
       )`,
      [JSON.stringify(rows)],
    )
  }
}

function publicMessage(
  { id, document }: IncomingDocument,
  { all }: Members,
  report: ImportReport,
): MessageRow | null {
  const sender_id = memberId(textOf(document.userId))
  if (all.has(sender_id)) return { conversation_id: publicRoomId, sender_id, original: id }
  report.refused('messages', 'the author is no member', id)
  return null
}

function privateMessage(
  { id, parent, document }: IncomingDocument,
  conversations: Conversations,
  report: ImportReport,
): MessageRow | null {
  const conversation = conversations.get(parent)
  const sender_id = memberId(textOf(document.senderId) || textOf(document.userId))
  const original = `${parent}/${id}`
  if (conversation?.pair.includes(sender_id)) return { conversation_id: conversation.id, sender_id, original }
  report.refused('messages', conversation ? 'the author is not of the chat' : 'of no chat', original)
  return null
}

function messageContent({ id, parent, document }: IncomingDocument, report: ImportReport, original: string) {
  const whole = textOf(document.text)
  const removed_at = instantOf(document.removedAt)
  const sent_at = instantOf(document.timestamp)
  if (!sent_at || (!whole && !removed_at)) {
    report.refused('messages', sent_at ? 'without a text' : 'without a timestamp', original)
    return null
  }
  const text = removed_at ? '' : shortened(whole, maximumMessageLength, maximumMessageBytes)
  if (!removed_at && text !== whole) report.putRight('messages', 'the text was cut', original)
  const { sequence, removedBy } = document
  const place = parent ? `chats/${parent}/messages` : 'messages'
  const target = textOf(document.replyTo)
  const edited_at = instantOf(document.editedAt)
  return {
    id: uuidOf(place, id),
    text,
    sent_at,
    removed_at,
    removed_by: removed_at && (removedBy === 'author' || removedBy === 'operator') ? removedBy : null,
    edits: edited_at ? Math.min(Math.max(1, integerOf(document.edits) ?? 1), maximumEdits) : 0,
    edited_at,
    reply_to: target ? uuidOf(place, target) : null,
    reactions: removed_at ? [] : reactionsOf(document.reactions),
    sequence: integerOf(sequence),
  }
}

function integerOf(value: unknown): number | null {
  return Number.isSafeInteger(value) ? Number(value) : null
}

/** The largest number that the column holds. */
const maximumEdits = 2 ** 31 - 1

/** Those of the kinds that there are. */
function reactionsOf(value: unknown) {
  const all = Array.isArray(value) ? (value as (Record<string, unknown> | null)[]) : []
  return all.flatMap((one) => {
    const reaction = reactionKinds.find((kind) => kind === one?.reaction)
    const reacted_at = instantOf(one?.timestamp)
    return reaction && reacted_at ? [{ reaction, reacted_at, user_id: memberId(textOf(one?.userId)) }] : []
  })
}

/** In their own order (by number where ours have one, else by time), after what each conversation holds. */
async function insertMessages(client: pg.ClientBase, report: ImportReport): Promise<void> {
  await client.query('analyze incoming_messages')
  // From here on writers in one of them wait.
  await client.query(`
    select from conversations where id in (select conversation_id from incoming_messages) order by id for update`)
  const { rowCount: stored } = await client.query(`
    with fresh as (
      select distinct on (id) i.* from incoming_messages i
      where not exists (select from messages m where m.id = i.id)
      order by id
    ),
    stored as (
      insert into messages (
        conversation_id, sequence, id, sender_id, client_id, text, sent_at, removed_at, removed_by, edits, edited_at
      )
      select
        conversation_id,
        head + row_number() over (partition by conversation_id order by fresh.sequence nulls first, sent_at, fresh.id),
        fresh.id, sender_id, fresh.id, text, sent_at, removed_at, removed_by, edits, edited_at
      from fresh join conversations c on c.id = conversation_id
      returning id
    )
    insert into fresh_messages select id from stored`)
  const { rows } = await client.query<{ count: number }>('select count(*) as count from incoming_messages')
  report.imported('messages', stored ?? 0)
  report.present('messages', (rows[0]?.count ?? 0) - (stored ?? 0))
  if (!stored) return
  await client.query(`
    update messages set reply_to = target.sequence
    from fresh_messages join incoming_messages i using (id) join messages target on target.id = i.reply_to
    where messages.id = i.id and messages.conversation_id = target.conversation_id
      and target.sequence < messages.sequence`)
  await client.query(
    `insert into message_reactions (conversation_id, sequence, reaction, user_id, reacted_at)
    select m.conversation_id, m.sequence, r.reaction, r.user_id, r.reacted_at
    from fresh_messages
    join incoming_messages i using (id)
    join messages m using (id)
    cross join jsonb_to_recordset(i.reactions) as r (reaction text, user_id uuid, reacted_at timestamptz)
    join users on users.id = r.user_id
    where m.removed_at is null and (
      m.conversation_id = $1
      or exists (select from conversation_members c where c.conversation_id = m.conversation_id and c.user_id = r.user_id)
    )
    on conflict do nothing`,
    [publicRoomId],
  )
  await client.query(`
    update conversations set head = (select max(sequence) from messages where conversation_id = conversations.id)
    where id in (select conversation_id from incoming_messages)`)
  await client.query(`
    update conversation_members m set last_read = coalesce(
      (select max(sequence) - 1 from messages
       where conversation_id = m.conversation_id and sender_id <> m.user_id
         and (m.conversation_id, m.user_id) in (select conversation_id, user_id from incoming_unread)),
      c.head
    )
    from conversations c
    where c.id = m.conversation_id and m.last_read = 0 and c.last_message_at is null and c.head > 0`)
  for (const statement of [
    recountReactions,
    relistAuthors,
    recountAuthors,
    renewPreviews,
    renewPreviewTimes,
    renewUnread,
  ])
    await client.query(statement)
}
