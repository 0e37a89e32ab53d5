/**
 * Every failure that the API can answer. A code is the whole message on the wire (`{ code, params?, requestId }`);
 * its Italian sentence lives in the catalogue of the web slice that shows it, its HTTP status only here.
 */
export const errors = {
  'common.invalid_request': { status: 400 },
  'common.unauthenticated': { status: 401 },
  'common.foreign_origin': { status: 403 },
  'common.not_found': { status: 404 },
  'common.payload_too_large': { status: 413 },
  'common.unsupported_media_type': { status: 415 },
  'common.rate_limited': { status: 429 },
  'common.internal': { status: 500 },
  'common.unavailable': { status: 503 },

  'auth.credentials_required': { status: 422 },
  'auth.invalid_credentials': { status: 401 },
  'auth.too_many_attempts': { status: 429 },
  'auth.account_blocked': { status: 403 },
  'auth.required_fields_missing': { status: 422 },
  'auth.email_invalid': { status: 422 },
  'auth.password_too_short': { status: 422 },
  'auth.password_too_long': { status: 422 },
  'auth.password_weak': { status: 422 },
  'auth.password_mismatch': { status: 422 },
  'auth.username_too_short': { status: 422 },
  'auth.username_too_long': { status: 422 },
  'auth.username_invalid': { status: 422 },
  'auth.username_taken': { status: 409 },
  'auth.email_taken': { status: 409 },
  'auth.reset_link_invalid': { status: 410 },
  'auth.too_many_reset_mails': { status: 429 },

  'profiles.display_name_empty': { status: 422 },
  'profiles.display_name_too_short': { status: 422 },
  'profiles.display_name_too_long': { status: 422 },
  'profiles.display_name_invalid': { status: 422 },
  'profiles.display_name_taken': { status: 409 },
  'profiles.name_check_failed': { status: 503 },
  'profiles.birth_date_invalid': { status: 422 },
  'profiles.field_too_long': { status: 422 },
  'profiles.too_many_changes': { status: 429 },
  'profiles.not_found': { status: 404 },
  'profiles.too_many_views': { status: 429 },

  'events.required_fields_missing': { status: 422 },
  'events.start_in_past': { status: 422 },
  'events.start_too_far': { status: 422 },
  'events.end_before_start': { status: 422 },
  'events.too_long': { status: 422 },
  'events.link_invalid': { status: 422 },
  'events.description_too_long': { status: 422 },
  'events.field_too_long': { status: 422 },
  'events.not_found': { status: 404 },
  'events.organizer_cannot_participate': { status: 403 },
  'events.ended': { status: 409 },
  'events.too_many': { status: 429 },
  'events.too_many_changes': { status: 429 },

  'friends.request_to_self': { status: 422 },
  'friends.already_friends': { status: 409 },
  'friends.request_already_sent': { status: 409 },
  'friends.request_not_found': { status: 404 },
  'friends.member_not_found': { status: 404 },
  'friends.too_many_requests': { status: 429 },
  'friends.too_many_searches': { status: 429 },
  'friends.too_many_found': { status: 429 },

  'settings.email_not_found': { status: 404 },
  'settings.mail_not_sent': { status: 502 },
  'settings.too_many_mails': { status: 429 },

  'chat.conversation_not_found': { status: 404 },
  'chat.partner_invalid': { status: 422 },
  'chat.partner_not_found': { status: 404 },
  'chat.partner_gone': { status: 403 },
  'chat.not_friends': { status: 403 },
  'chat.message_empty': { status: 422 },
  'chat.message_too_long': { status: 422 },
  'chat.too_fast': { status: 429 },
  'chat.reply_target_not_found': { status: 422 },
  'chat.too_many_mentions': { status: 422 },
  'chat.mention_invalid': { status: 422 },
  'chat.message_not_found': { status: 404 },
  'chat.not_own_message': { status: 403 },
  'chat.message_removed': { status: 409 },
  'chat.edit_too_late': { status: 409 },
  'chat.edit_conflict': { status: 409 },
  'chat.too_many_changes': { status: 429 },
  'chat.too_many_reactions': { status: 429 },
} as const satisfies Record<string, { status: number }>

export type ErrorCode = keyof typeof errors

/** Codes that any route may answer without declaring them: the door's own refusals and the unexpected. */
export type CommonErrorCode = Extract<ErrorCode, `common.${string}`>

/** Numbers that a sentence needs, such as the seconds to wait. */
export type ErrorParams = Record<string, number | string>
