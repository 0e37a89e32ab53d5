import type { ErrorCode } from '@covo/contract/errors'

/** A sentence for the developer of a client, in the languages that problem documents have. */
type Sentence = { en: string; it: string }

const tooMany: Sentence = { en: 'Too many requests of this kind.', it: 'Troppe richieste di questo tipo.' }
const tooLong: Sentence = { en: 'A field is too long.', it: 'Un campo è troppo lungo.' }

/**
 * The meaning of each code for the developer of a client, without the numbers of one occurrence (RFC 9457, section 3.1). The web
 * app doesn't show them: its sentences depend on the screen.
 */
export const problemTexts: Record<ErrorCode, Sentence> = {
  'common.invalid_request': {
    en: 'The request does not fit the schema of the operation.',
    it: 'La richiesta non rispetta lo schema dell’operazione.',
  },
  'common.unauthenticated': {
    en: 'There is no session, or it has ended.',
    it: 'Non c’è una sessione, o è terminata.',
  },
  'common.scope_missing': {
    en: 'The token has no scope for this operation.',
    it: 'Il token non ha il permesso per questa operazione.',
  },
  'common.foreign_origin': {
    en: 'A change by a cookie needs the Origin of this instance.',
    it: 'Una modifica con il cookie richiede l’Origin di questa istanza.',
  },
  'common.not_found': { en: 'There is nothing at this address.', it: 'A questo indirizzo non c’è nulla.' },
  'common.method_not_allowed': {
    en: 'The address has no such method; the header Allow names those that it has.',
    it: 'L’indirizzo non ha questo metodo; l’intestazione Allow elenca quelli che ha.',
  },
  'common.payload_too_large': { en: 'The body is too large.', it: 'Il corpo è troppo grande.' },
  'common.unsupported_media_type': {
    en: 'The body has a media type that the operation does not read.',
    it: 'Il corpo ha un tipo che l’operazione non legge.',
  },
  'common.upgrade_required': {
    en: 'There is a WebSocket at this address: the request must ask for an upgrade to it.',
    it: 'A questo indirizzo c’è un WebSocket: la richiesta deve chiedere il passaggio a quel protocollo.',
  },
  'common.rate_limited': { en: 'Too many requests at once.', it: 'Troppe richieste insieme.' },
  'common.internal': { en: 'The server failed.', it: 'Errore del server.' },
  'common.unavailable': {
    en: 'The server cannot answer at the moment.',
    it: 'Il server al momento non può rispondere.',
  },

  'auth.credentials_required': { en: 'Email and password are required.', it: 'Servono email e password.' },
  'auth.invalid_credentials': { en: 'Email or password is wrong.', it: 'Email o password non corrette.' },
  'auth.too_many_attempts': { en: 'Too many attempts.', it: 'Troppi tentativi.' },
  'auth.account_blocked': { en: 'The account is blocked.', it: 'L’account è bloccato.' },
  'auth.account_suspended': { en: 'The account is suspended.', it: 'L’account è sospeso.' },
  'auth.second_factor_wrong': { en: 'The code is wrong.', it: 'Il codice non è corretto.' },
  'auth.challenge_expired': { en: 'The challenge has expired.', it: 'La richiesta di accesso è scaduta.' },
  'auth.passkey_refused': { en: 'The passkey was refused.', it: 'La passkey non è stata accettata.' },
  'auth.invite_invalid': { en: 'The invite is not valid.', it: 'L’invito non è valido.' },
  'auth.registration_closed': { en: 'Nobody can register.', it: 'Le registrazioni sono chiuse.' },
  'auth.deletion_pending': {
    en: 'The account is about to be deleted.',
    it: 'L’account sta per essere eliminato.',
  },
  'auth.required_fields_missing': { en: 'A required field is missing.', it: 'Manca un campo obbligatorio.' },
  'auth.email_invalid': { en: 'The email is not valid.', it: 'L’email non è valida.' },
  'auth.password_too_short': { en: 'The password is too short.', it: 'La password è troppo corta.' },
  'auth.password_too_long': { en: 'The password is too long.', it: 'La password è troppo lunga.' },
  'auth.password_weak': { en: 'The password is too common.', it: 'La password è troppo comune.' },
  'auth.password_mismatch': { en: 'The passwords differ.', it: 'Le password non coincidono.' },
  'auth.username_too_short': { en: 'The name is too short.', it: 'Il nome è troppo corto.' },
  'auth.username_too_long': { en: 'The name is too long.', it: 'Il nome è troppo lungo.' },
  'auth.username_invalid': { en: 'The name is not valid.', it: 'Il nome non è valido.' },
  'auth.username_taken': { en: 'The name is taken.', it: 'Il nome è già in uso.' },
  'auth.email_taken': { en: 'The email is taken.', it: 'L’email è già in uso.' },
  'auth.reset_link_invalid': {
    en: 'The link is not valid, or expired.',
    it: 'Il link non è valido o è scaduto.',
  },
  'auth.too_many_reset_mails': {
    en: 'Too many mails were asked for.',
    it: 'Sono state chieste troppe email.',
  },

  'account.email_unverified': { en: 'The email is not confirmed.', it: 'L’email non è confermata.' },
  'account.confirmation_needed': {
    en: 'The identity has to be confirmed first.',
    it: 'Prima va confermata l’identità.',
  },
  'account.confirmation_failed': { en: 'The confirmation failed.', it: 'La conferma non è riuscita.' },
  'account.second_factor_on': {
    en: 'There is a second factor already.',
    it: 'La verifica in due passaggi è già attiva.',
  },
  'account.second_factor_off': {
    en: 'There is no second factor.',
    it: 'La verifica in due passaggi non è attiva.',
  },
  'account.no_password': { en: 'The account has no password.', it: 'L’account non ha una password.' },
  'account.passkeys_full': {
    en: 'There are as many passkeys as allowed.',
    it: 'Le passkey sono già al massimo.',
  },
  'account.last_sign_in': { en: 'It is the only way to sign in.', it: 'È l’unico modo per accedere.' },
  'account.current_password_wrong': {
    en: 'The current password is wrong.',
    it: 'La password attuale non è corretta.',
  },
  'account.password_unchanged': {
    en: 'The new password is the current one.',
    it: 'La nuova password è quella attuale.',
  },
  'account.email_unchanged': {
    en: 'The new email is the current one.',
    it: 'La nuova email è quella attuale.',
  },
  'account.already_verified': { en: 'The email is confirmed already.', it: 'L’email è già confermata.' },
  'account.too_many_mails': { en: 'Too many mails were asked for.', it: 'Sono state chieste troppe email.' },
  'account.session_not_found': { en: 'There is no such session.', it: 'Questa sessione non c’è.' },
  'account.export_not_ready': {
    en: 'There is no archive to download.',
    it: 'Non c’è un archivio da scaricare.',
  },
  'account.export_too_soon': {
    en: 'An archive was made not long ago.',
    it: 'Un archivio è stato creato da poco.',
  },

  'notifications.link_invalid': { en: 'The link is not valid.', it: 'Il link non è valido.' },
  'notifications.push_service_refused': {
    en: 'Pushes to this service are not allowed here.',
    it: 'Qui non sono ammesse notifiche tramite questo servizio.',
  },
  'notifications.push_full': {
    en: 'There are as many devices as allowed.',
    it: 'I dispositivi sono già al massimo.',
  },
  'notifications.quiet_hours_invalid': {
    en: 'Quiet hours begin and end at different times.',
    it: 'L’inizio e la fine delle ore di silenzio sono diversi.',
  },
  'notifications.no_subscription': {
    en: 'This device has no subscription.',
    it: 'Questo dispositivo non ha notifiche attive.',
  },

  'tokens.name_missing': { en: 'The token needs a name.', it: 'Il token deve avere un nome.' },
  'tokens.name_too_long': { en: 'The name is too long.', it: 'Il nome è troppo lungo.' },
  'tokens.scopes_missing': { en: 'The token needs a scope.', it: 'Il token deve avere un permesso.' },
  'tokens.too_many': { en: 'There are as many tokens as allowed.', it: 'I token sono già al massimo.' },
  'tokens.too_many_made': { en: 'Too many tokens were made.', it: 'Sono stati creati troppi token.' },

  'bots.not_found': { en: 'There is no such bot.', it: 'Questo bot non esiste.' },
  'bots.too_many': { en: 'There are as many bots as allowed.', it: 'I bot sono già al massimo.' },
  'bots.too_many_made': { en: 'Too many bots were made.', it: 'Sono stati creati troppi bot.' },

  'webhooks.too_many': {
    en: 'The bot has as many webhooks as allowed.',
    it: 'I webhook del bot sono già al massimo.',
  },
  'webhooks.signature_wrong': {
    en: 'The signature is not made with the secret of this address.',
    it: 'La firma non è fatta con il segreto di questo indirizzo.',
  },
  'webhooks.too_many_posts': {
    en: 'The webhook was called too often.',
    it: 'Il webhook è stato chiamato troppo spesso.',
  },

  'profiles.display_name_empty': { en: 'The name is empty.', it: 'Il nome è vuoto.' },
  'profiles.display_name_too_short': { en: 'The name is too short.', it: 'Il nome è troppo corto.' },
  'profiles.display_name_too_long': { en: 'The name is too long.', it: 'Il nome è troppo lungo.' },
  'profiles.display_name_invalid': { en: 'The name is not valid.', it: 'Il nome non è valido.' },
  'profiles.display_name_taken': { en: 'The name is taken.', it: 'Il nome è già in uso.' },
  'profiles.name_check_failed': {
    en: 'The name could not be checked.',
    it: 'Non è stato possibile controllare il nome.',
  },
  'profiles.birth_date_invalid': {
    en: 'The date of birth is not valid.',
    it: 'La data di nascita non è valida.',
  },
  'profiles.field_too_long': tooLong,
  'profiles.too_many_changes': tooMany,
  'profiles.photo_unreadable': {
    en: 'The file is no picture that can be read.',
    it: 'Il file non è un’immagine leggibile.',
  },
  'profiles.photo_size': {
    en: 'The picture is too large or too small.',
    it: 'L’immagine è troppo grande o troppo piccola.',
  },
  'profiles.photo_busy': {
    en: 'Too many pictures are being read.',
    it: 'Troppe immagini sono in lavorazione.',
  },
  'profiles.not_found': { en: 'There is no such member.', it: 'Questo membro non esiste.' },
  'profiles.too_many_views': tooMany,

  'events.required_fields_missing': {
    en: 'A required field is missing.',
    it: 'Manca un campo obbligatorio.',
  },
  'events.start_in_past': { en: 'The start is in the past.', it: 'L’inizio è nel passato.' },
  'events.start_too_far': { en: 'The start is too far ahead.', it: 'L’inizio è troppo lontano.' },
  'events.end_before_start': { en: 'The end is before the start.', it: 'La fine è prima dell’inizio.' },
  'events.too_long': { en: 'The event is too long.', it: 'L’evento dura troppo.' },
  'events.link_invalid': { en: 'The link is not valid.', it: 'Il link non è valido.' },
  'events.description_too_long': { en: 'The description is too long.', it: 'La descrizione è troppo lunga.' },
  'events.field_too_long': tooLong,
  'events.time_zone_unknown': { en: 'There is no such time zone.', it: 'Questo fuso orario non esiste.' },
  'events.address_missing': { en: 'A place needs its address.', it: 'Un luogo deve avere un indirizzo.' },
  'events.map_link_invalid': {
    en: 'The link to the map is not valid.',
    it: 'Il link alla mappa non è valido.',
  },
  'events.capacity_invalid': {
    en: 'The number of seats is not valid.',
    it: 'Il numero di posti non è valido.',
  },
  'events.join_deadline_invalid': { en: 'The deadline is not valid.', it: 'La scadenza non è valida.' },
  'events.ctftime_link_invalid': {
    en: 'That is no event of CTFtime.',
    it: 'Questo non è un evento di CTFtime.',
  },
  'events.ctftime_not_found': {
    en: 'CTFtime has no such event.',
    it: 'CTFtime non ha questo evento.',
  },
  'events.ctftime_unavailable': {
    en: 'CTFtime did not answer, or not as expected.',
    it: 'CTFtime non ha risposto, o non come previsto.',
  },
  'events.joining_closed': { en: 'Nobody can join any more.', it: 'Le iscrizioni sono chiuse.' },
  'events.not_found': { en: 'There is no such event.', it: 'Questo evento non esiste.' },
  'events.organizer_cannot_participate': {
    en: 'An organizer does not take part.',
    it: 'Un organizzatore non partecipa.',
  },
  'events.ended': { en: 'The event has ended.', it: 'L’evento è terminato.' },
  'events.cancelled': { en: 'The event is cancelled.', it: 'L’evento è annullato.' },
  'events.changed_meanwhile': {
    en: 'The event was changed meanwhile.',
    it: 'L’evento è stato modificato nel frattempo.',
  },
  'events.not_organizer': { en: 'Only an organizer may do that.', it: 'Può farlo solo un organizzatore.' },
  'events.has_participants': { en: 'The event has participants.', it: 'L’evento ha partecipanti.' },
  'events.reason_missing': { en: 'A reason is required.', it: 'Serve un motivo.' },
  'events.message_empty': { en: 'The message is empty.', it: 'Il messaggio è vuoto.' },
  'events.message_too_long': { en: 'The message is too long.', it: 'Il messaggio è troppo lungo.' },
  'events.not_candidate': {
    en: 'This member cannot become an organizer.',
    it: 'Questo membro non può organizzare.',
  },
  'events.too_many_organizers': {
    en: 'There are as many organizers as allowed.',
    it: 'Gli organizzatori sono già al massimo.',
  },
  'events.owner_cannot_leave': {
    en: 'The owner has to hand the event over first.',
    it: 'Il proprietario deve prima cedere l’evento.',
  },
  'events.too_many': tooMany,
  'events.too_many_edits': tooMany,
  'events.too_many_messages': tooMany,
  'events.too_many_changes': tooMany,
  'events.too_many_feeds': tooMany,

  'friends.request_to_self': { en: 'The request is to oneself.', it: 'La richiesta è a se stessi.' },
  'friends.already_friends': { en: 'Both are friends already.', it: 'I due sono già amici.' },
  'friends.request_already_sent': {
    en: 'The request was sent already.',
    it: 'La richiesta è già stata inviata.',
  },
  'friends.request_not_found': { en: 'There is no such request.', it: 'Questa richiesta non esiste.' },
  'friends.member_not_found': { en: 'There is no such member.', it: 'Questo membro non esiste.' },
  'friends.too_many_requests': tooMany,
  'friends.too_many_searches': tooMany,
  'friends.too_many_found': {
    en: 'Too many people were found today.',
    it: 'Oggi sono state trovate troppe persone.',
  },

  'blocks.self': { en: 'Nobody can block themselves.', it: 'Non si può bloccare se stessi.' },
  'blocks.too_many': {
    en: 'As many people are blocked as allowed.',
    it: 'Le persone bloccate sono già al massimo.',
  },

  'reports.reason_required': { en: 'A reason is required.', it: 'Serve un motivo.' },
  'reports.details_required': { en: 'Details are required.', it: 'Servono i dettagli.' },
  'reports.own_content': {
    en: 'Nobody can report their own content.',
    it: 'Non si può segnalare un proprio contenuto.',
  },
  'reports.subject_not_found': { en: 'There is nothing to report there.', it: 'Non c’è nulla da segnalare.' },
  'reports.too_many': tooMany,

  'moderation.text_required': { en: 'A text is required.', it: 'Serve un testo.' },
  'moderation.second_factor_needed': {
    en: 'A moderator needs a second factor.',
    it: 'Un moderatore deve avere la verifica in due passaggi.',
  },
  'moderation.not_allowed': {
    en: 'This moderator may not decide that.',
    it: 'Questo moderatore non può deciderlo.',
  },
  'moderation.already_decided': { en: 'It is decided already.', it: 'È già stato deciso.' },
  'moderation.not_possible': { en: 'It can no longer be done.', it: 'Non è più possibile.' },

  'settings.email_not_found': {
    en: 'There is no account with this email.',
    it: 'Nessun account ha questa email.',
  },
  'settings.mail_not_sent': {
    en: 'The mail could not be sent.',
    it: 'Non è stato possibile inviare l’email.',
  },
  'settings.too_many_mails': { en: 'Too many mails were asked for.', it: 'Sono state chieste troppe email.' },

  'chat.conversation_not_found': {
    en: 'There is no such conversation.',
    it: 'Questa conversazione non esiste.',
  },
  'chat.partner_invalid': {
    en: 'The conversation is not a private one.',
    it: 'La conversazione non è privata.',
  },
  'chat.partner_not_found': { en: 'There is no such member.', it: 'Questo membro non esiste.' },
  'chat.partner_gone': { en: 'The other member is gone.', it: 'L’altro membro non c’è più.' },
  'chat.not_friends': { en: 'Only friends write to each other.', it: 'Si scrivono solo gli amici.' },
  'chat.read_only': { en: 'The room is read only.', it: 'La stanza è in sola lettura.' },
  'chat.message_empty': { en: 'The message is empty.', it: 'Il messaggio è vuoto.' },
  'chat.message_too_long': { en: 'The message is too long.', it: 'Il messaggio è troppo lungo.' },
  'chat.too_fast': { en: 'Too many messages at once.', it: 'Troppi messaggi in poco tempo.' },
  'chat.too_many_links': {
    en: 'A new member sends few messages with links.',
    it: 'Chi è appena arrivato invia pochi messaggi con link.',
  },
  'chat.reply_target_not_found': {
    en: 'The message to reply to is not there.',
    it: 'Il messaggio a cui rispondere non c’è.',
  },
  'chat.too_many_mentions': {
    en: 'The message mentions too many members.',
    it: 'Il messaggio menziona troppe persone.',
  },
  'chat.mention_invalid': {
    en: 'A mentioned member is not in the conversation.',
    it: 'Una persona menzionata non è nella conversazione.',
  },
  'chat.message_not_found': { en: 'There is no such message.', it: 'Questo messaggio non esiste.' },
  'chat.not_own_message': {
    en: 'The message is another member’s.',
    it: 'Il messaggio è di un altro membro.',
  },
  'chat.message_removed': { en: 'The message was removed.', it: 'Il messaggio è stato eliminato.' },
  'chat.edit_too_late': {
    en: 'The message can no longer be edited.',
    it: 'Il messaggio non si può più modificare.',
  },
  'chat.edit_conflict': {
    en: 'The message was edited meanwhile.',
    it: 'Il messaggio è stato modificato nel frattempo.',
  },
  'chat.too_many_changes': tooMany,
  'chat.too_many_reactions': tooMany,
  'chat.query_too_short': { en: 'The query is too short.', it: 'La ricerca è troppo breve.' },
  'chat.too_many_searches': tooMany,
}
