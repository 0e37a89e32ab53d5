import type pg from 'pg'

/** The slug of a room that `makeRooms` made. */
export const slugOf = (number: number) => `stanza-${number}`

/** Makes the rooms by subject with these numbers, without members. */
export async function makeRooms(client: pg.Client, from: number, to: number): Promise<void> {
  const values = [from, to - 1]
  await client.query(
    `insert into conversations (id, kind) select 'stanza-stanza-' || number, 'room' from generate_series($1::integer, $2::integer) number`,
    values,
  )
  await client.query(
    `insert into rooms (conversation_id, slug, name, purpose, group_name, place)
     select 'stanza-stanza-' || number, 'stanza-' || number, 'Stanza ' || number, 'Prove', '', number
     from generate_series($1::integer, $2::integer) number`,
    values,
  )
}
