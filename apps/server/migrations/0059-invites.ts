import { type Kysely, sql } from 'kysely'

/** Invites to register, which the operator makes. */
export async function up(database: Kysely<unknown>): Promise<void> {
  await sql`
    create table invites (
      code_hash text primary key,
      uses_left integer not null constraint invites_uses_left_counts check (uses_left >= 0),
      expires_at timestamptz not null
    )`.execute(database)
}
