import { createHash } from 'node:crypto'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import type pg from 'pg'
import { from as copyFrom } from 'pg-copy-streams'

/** How many of each to make. */
export type CrowdSize = { users: number; events: number; messages: number }

const givenNames =
  'Ada Bea Carlo Dino Elisa Furio Gaia Ivo Lia Marco Nives Olga Piero Rita Sara Tullio'.split(' ')
const familyNames =
  'Amato Berti Conti Dossi Elmi Ferri Greco Longo Marini Neri Ortis Pace Riva Sala Testa'.split(' ')
const topics = 'heap stack canary format rop kernel wasm jwt xss sqli padding oracle nonce lattice'.split(' ')
const categories = ['ctf', 'hackathon', 'contest', 'other']
const minute = 60_000

/** The uid of the crowd's member with this number. */
export function crowdUid(number: number): string {
  return uuidOf(`member ${number}`)
}

/**
 * Fills an empty, migrated database with a crowd: members, events of which most are over, and messages of the public room.
 * The same numbers always make the same rows. Rows go in by COPY, so that a million takes seconds. Nobody in it can sign in.
 *
 * @param now milliseconds since the epoch; times lie around it
 */
export async function loadCrowd(client: pg.ClientBase, size: CrowdSize, now: number): Promise<void> {
  const { users, events, messages } = size
  await copy(
    client,
    'users (id, display_name, display_name_chosen, email, created_at)',
    rowsOf(users, (number) => [
      crowdUid(number),
      nameOf(number),
      't',
      `${nameOf(number).toLowerCase().replaceAll(' ', '.')}@esempio.it`,
      iso(now - number * minute),
    ]),
  )
  await copy(
    client,
    'events (id, title, description, starts_at, ends_at, link, category, duration, organizer_id)',
    rowsOf(events, (number) => {
      // The first fifty are to come, four hours apart; the others are over. A community's past grows, its future doesn't.
      const isToCome = number < 50
      const start = isToCome ? now + (1 + number * 240) * minute : now - (2000 + number * 7) * minute
      return [
        uuidOf(`event ${number}`),
        `${pick(topics, number)} ${pick(topics, number * 7 + 1)} numero ${number}`,
        `Una sfida su ${pick(topics, number * 3)} e ${pick(topics, number * 5)}, la ${number} della serie.`,
        iso(start),
        iso(start + 24 * 60 * minute),
        `https://esempio.it/eventi/${number}`,
        pick(categories, number),
        '24 ore',
        crowdUid(number % users),
      ]
    }),
  )
  await copy(
    client,
    'messages (conversation_id, sequence, sender_id, client_id, text, sent_at)',
    rowsOf(messages, (number) => {
      const text = `Messaggio ${number}: qualcuno ha provato ${pick(topics, number)} con ${pick(topics, number * 11)}?`
      return [
        'generale',
        String(number + 1),
        crowdUid(hashOf(`author ${number}`) % users),
        uuidOf(`message ${number}`),
        text,
        iso(now - (messages - number) * 1000),
      ]
    }),
  )
  await client.query(
    `insert into conversation_authors (conversation_id, user_id)
     select distinct conversation_id, sender_id from messages on conflict do nothing`,
  )
  await client.query(
    `update conversations
     set head = $1, author_count = (select count(*) from conversation_authors where conversation_id = 'generale')
     where id = 'generale'`,
    [messages],
  )
  await indexForSearch(client)
  await client.query('vacuum analyze')
}

/** Indexes messages of small letters without formatting for the search, as the servers do in the background. */
export async function indexForSearch(client: Pick<pg.ClientBase, 'query'>): Promise<void> {
  await client.query(
    `insert into searched_messages (conversation_id, sequence, sender_id, sent_at, folded)
     select conversation_id, sequence, sender_id, sent_at, lower(text) from messages on conflict do nothing`,
  )
  await client.query(
    `insert into searched_conversations (conversation_id, head, changes)
     select id, head, changes from conversations on conflict do nothing`,
  )
}

async function copy(client: pg.ClientBase, target: string, rows: Iterable<string>): Promise<void> {
  await pipeline(Readable.from(rows), client.query(copyFrom(`copy ${target} from stdin`)))
}

/** Lines of COPY's text format, some thousand at a time. */
function* rowsOf(count: number, rowOf: (number: number) => string[]): Iterable<string> {
  let lines = ''
  for (let number = 0; number < count; number += 1) {
    lines += `${rowOf(number).join('\t')}\n`
    if (lines.length < 65_536) continue
    yield lines
    lines = ''
  }
  yield lines
}

function nameOf(number: number): string {
  return `${pick(givenNames, hashOf(`given ${number}`))} ${pick(familyNames, hashOf(`family ${number}`))} ${number}`
}

function pick(from: string[], number: number): string {
  return from[number % from.length] ?? ''
}

function iso(milliseconds: number): string {
  return new Date(milliseconds).toISOString()
}

function hashOf(text: string): number {
  return createHash('md5').update(text).digest().readUInt32BE(0)
}

function uuidOf(text: string): string {
  const hex = createHash('md5').update(text).digest('hex')
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-4${hex.slice(13, 16)}-8${hex.slice(17, 20)}-${hex.slice(20)}`
}
