import { type Kysely, sql } from 'kysely'

/** A line of 'Notifiche', and a push, to those who moderate when something is reported. */
export async function up(database: Kysely<unknown>): Promise<void> {
  await sql`
    alter table notifications
      drop constraint notifications_kind_known,
      add constraint notifications_kind_known check (
        case when event_id is null
          then kind in (
            'request_accepted',
            'signed_in', 'password_changed', 'factor_on', 'factor_off', 'recovery_codes_renewed', 'passkey_added',
            'passkey_removed', 'email_changed',
            'report_upheld', 'report_rejected', 'message_removed', 'event_removed', 'profile_emptied',
            'account_suspended', 'bot_moderated', 'decision_reverted', 'appeal_accepted', 'appeal_rejected',
            'report_received'
          )
          else kind in ('seat', 'organizer_added', 'owner_handed_over', 'mentioned', 'replied')
        end
      )
  `.execute(database)
  await sql`
    alter table pushes
      drop constraint pushes_kind_known,
      add constraint pushes_kind_known
        check (kind in ('chat', 'mention', 'request', 'accepted', 'event', 'report', 'test'))
  `.execute(database)
}
