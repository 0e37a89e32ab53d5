import { type Kysely, sql } from 'kysely'

/** Lines of 'Notifiche' about no event: an accepted request, the account's security, moderation. */
export async function up(database: Kysely<unknown>): Promise<void> {
  await sql`
    alter table notifications
      alter column event_id drop not null,
      add device text,
      drop constraint notifications_kind_known,
      add constraint notifications_kind_known check (
        case when event_id is null
          then kind in (
            'request_accepted',
            'signed_in', 'password_changed', 'factor_on', 'factor_off', 'recovery_codes_renewed', 'passkey_added',
            'passkey_removed', 'email_changed',
            'report_upheld', 'report_rejected', 'message_removed', 'event_removed', 'profile_emptied',
            'account_suspended', 'decision_reverted', 'appeal_accepted', 'appeal_rejected'
          )
          else kind in ('seat', 'organizer_added', 'owner_handed_over', 'mentioned', 'replied')
        end
      ),
      add constraint notifications_name_friend check (kind <> 'request_accepted' or author_id is not null)
  `.execute(database)
  // Serves keeping a member's newest lines of each kind.
  await sql`
    create index notifications_of_kind on notifications (user_id, kind, id) where event_id is null
  `.execute(database)
}
