import { type Kysely, sql } from 'kysely'

/** The moderation log has the acts on rooms, which concern no decision and no member; `facts` has the room's name at that time. */
export async function up(database: Kysely<unknown>): Promise<void> {
  await sql`
    alter table moderation_log
      alter column decision_id drop not null,
      alter column action drop not null,
      alter column subject_kind drop not null,
      drop constraint moderation_log_act_known,
      add constraint moderation_log_act_known check (
        case
          when act in ('decided', 'reverted', 'appeal_accepted', 'appeal_rejected') then
            num_nulls(decision_id, action, subject_kind) = 0
          when act in ('room_created', 'room_edited', 'room_archived', 'room_reopened', 'rooms_ordered') then
            num_nonnulls(decision_id, action, subject_kind, subject_id, member_id) = 0
          else false
        end
      )`.execute(database)
  // Serves the removal of names after two years.
  await sql`drop index moderation_log_named`.execute(database)
  await sql`
    create index moderation_log_named on moderation_log (acted_at)
      where member_id is not null or moderator_id is not null`.execute(database)
}
