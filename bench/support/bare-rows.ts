import { randomUUID } from 'node:crypto'
import type pg from 'pg'
import { message } from './room.ts'

/** A table of messages as the schema has them, with the indexes by which they are read and deduplicated. */
const table = `
  create sequence bench_sequence;
  create table bench_rows (
    conversation_id text, sequence bigint, id uuid not null default gen_random_uuid(), sender_id uuid, client_id uuid,
    text text not null, sent_at timestamptz not null,
    primary key (conversation_id, sequence), unique (conversation_id, sender_id, client_id)
  )`

const sender = randomUUID()

export async function createBareRows(client: pg.ClientBase): Promise<void> {
  await client.query(table)
}

/** Commits one row. */
export async function insertBareRow(client: pg.ClientBase): Promise<void> {
  await client.query(
    `insert into bench_rows (conversation_id, sequence, sender_id, client_id, text, sent_at)
     values ('generale', nextval('bench_sequence'), $1, $2, $3, clock_timestamp())`,
    [sender, randomUUID(), message()],
  )
}

/** Reads the first row by the primary key, as a prepared statement. */
export async function readBareRow(client: pg.ClientBase): Promise<void> {
  const text = 'select * from bench_rows where conversation_id = $1 and sequence = $2'
  await client.query({ name: 'bare row', text, values: ['generale', 1] })
}
