import { type Kysely, sql } from 'kysely'

/** Reports of teams, decisions on them, and the line of 'Notifiche' to the captain of a team that was emptied. */
export async function up(database: Kysely<unknown>): Promise<void> {
  for (const table of ['reports', 'decisions'] as const)
    await sql`
      alter table ${sql.table(table)}
        drop constraint ${sql.ref(`${table}_kind_known`)},
        add constraint ${sql.ref(`${table}_kind_known`)}
          check (subject_kind in ('message', 'member', 'event', 'team'))`.execute(database)
  await sql`
    alter table notifications
      drop constraint notifications_kind_known,
      add constraint notifications_kind_known check (
        case
          when team_id is not null
          then (event_id is not null) = (kind = 'team_entered') and kind in (
            'team_requested', 'team_invited', 'team_joined', 'team_rejected', 'team_removed', 'team_captain',
            'team_captain_changed', 'team_entered', 'team_mentioned', 'team_replied'
          )
          when event_id is null
          then kind in (
            'request_accepted', 'signed_in', 'password_changed', 'factor_on', 'factor_off', 'recovery_codes_renewed',
            'passkey_added', 'passkey_removed', 'email_changed', 'report_upheld', 'report_rejected', 'message_removed',
            'event_removed', 'profile_emptied', 'team_emptied', 'account_suspended', 'bot_moderated',
            'decision_reverted', 'appeal_accepted', 'appeal_rejected', 'report_received'
          )
          else kind in ('seat', 'joined', 'full', 'organizer_added', 'owner_handed_over', 'mentioned', 'replied')
        end
      )`.execute(database)
}
