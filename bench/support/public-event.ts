import { seedCommunity } from '@covo/testing/seed-community'
import pg from 'pg'

/** Fills an empty database with the sample community, and answers the path of the public page of an event with many participants. */
export async function publicEventOf(connection: pg.ClientConfig): Promise<string> {
  const client = new pg.Client(connection)
  await client.connect()
  await seedCommunity(client, Date.now())
  const { rows } = await client.query<{ id: string }>(
    `select id from events where ends_at > now() and status = 'planned' order by participant_count desc limit 1`,
  )
  await client.end()
  return `/eventi/${rows[0]?.id}`
}
