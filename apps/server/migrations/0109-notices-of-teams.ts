import { type Kysely, sql } from 'kysely'

/** Lines of 'Notifiche' about a team, or a message of its room that is for the member; and pushes of them. They go with the team. */
export async function up(database: Kysely<unknown>): Promise<void> {
  await sql`
    alter table notifications
      add team_id uuid references teams (id) on delete cascade,
      drop constraint notifications_of_message,
      drop constraint notifications_kind_known,
      add constraint notifications_of_message
        check ((kind in ('mentioned', 'replied', 'team_mentioned', 'team_replied')) = (sequence is not null)),
      add constraint notifications_kind_known check (
        case
          when team_id is not null
          then event_id is null and kind in (
            'team_requested', 'team_invited', 'team_joined', 'team_rejected', 'team_removed', 'team_captain',
            'team_captain_changed', 'team_mentioned', 'team_replied'
          )
          when event_id is null
          then kind in (
            'request_accepted', 'signed_in', 'password_changed', 'factor_on', 'factor_off', 'recovery_codes_renewed',
            'passkey_added', 'passkey_removed', 'email_changed', 'report_upheld', 'report_rejected', 'message_removed',
            'event_removed', 'profile_emptied', 'account_suspended', 'bot_moderated', 'decision_reverted',
            'appeal_accepted', 'appeal_rejected', 'report_received'
          )
          else kind in ('seat', 'joined', 'full', 'organizer_added', 'owner_handed_over', 'mentioned', 'replied')
        end
      )`.execute(database)
  // Serves removing a team, and taking back the lines of a message.
  await sql`
    create index notifications_of_team on notifications (team_id, sequence) where team_id is not null
  `.execute(database)
  await sql`
    alter table pushes
      drop constraint pushes_kind_known,
      add constraint pushes_kind_known
        check (kind in ('chat', 'mention', 'request', 'accepted', 'event', 'team', 'report', 'test'))`.execute(
    database,
  )
}
