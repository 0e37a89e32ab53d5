import type { ReactionCount } from '@covo/contract/chat/chat.routes'
import type { ConversationKind, ReactionKind } from '@covo/contract/chat/chat.rules'
import type { EventChanges } from '@covo/contract/events/event-changes.rules'
import type { DecisionAct, ModerationAction, RoomAct } from '@covo/contract/moderation/moderation.rules'
import type { DigestPace } from '@covo/contract/notifications/digest.rules'
import type {
  NoticeKind,
  personalEventKinds,
  TeamNoticeKind,
} from '@covo/contract/notifications/notifications.rules'
import type { Audience, intimateAudiences } from '@covo/contract/profiles/profiles.rules'
import type { ReportedKind, ReportReason } from '@covo/contract/reports/reports.rules'
import type { Scope } from '@covo/contract/scopes'
import type { Skill } from '@covo/contract/skills'
import type { ColumnType, Generated, GeneratedAlways, JSONColumnType } from 'kysely'

/** The tables as the migrations leave them. */
export type Tables = {
  instance: InstanceTable
  users: UserTable
  sessions: SessionTable
  /** Of a member at most one. */
  second_factors: {
    user_id: string
    /** The seed of the app's codes, encrypted by the key that `key_id` names (`auth/totp-encryption.ts`). */
    sealed_seed: Buffer
    key_id: string
    /** False until a code of it was right. */
    is_on: Generated<boolean>
    /** The step of the last code that was accepted: no other of it or before it is. */
    last_step: Generated<number>
    created_at: Generated<Date>
  }
  recovery_codes: { user_id: string; code_hash: string }
  /** Of a member at most ten. */
  passkeys: {
    id: Generated<string>
    user_id: string
    /** In base64url, as the browser names it. */
    credential_id: string
    /** COSE (RFC 9052, section 7). */
    public_key: Buffer
    /** Of its uses, as the authenticator counts them; 0 where it doesn't. */
    counter: number
    is_backed_up: boolean
    transports: string[]
    /** Empty: it has none. */
    name: Generated<string>
    created_at: Generated<Date>
  }
  /** Browser and system, by name, with which members signed in; empty: not known. */
  known_devices: { user_id: string; device: string; last_used_on: Generated<string> }
  /** Invites to register. */
  invites: {
    /** SHA-256 of its code (`hashRecoveryCode`). */
    code_hash: string
    uses_left: number
    expires_at: Date
  }
  /** Challenges of passkeys that worked, until they are too old. */
  used_passkey_challenges: {
    /** Its SHA-256 (`hashToken`). */
    challenge_hash: string
    expires_at: Date
  }
  /** Sign-ins whose first step was right. */
  sign_in_challenges: {
    /** The token's SHA-256 (`hashToken`). */
    token_hash: string
    user_id: string
    method: 'password' | 'provider'
    wrong_codes: Generated<number>
    expires_at: Date
  }
  /** Background work (`platform/jobs/`). */
  jobs: {
    id: Generated<string>
    kind: string
    /** Unique among those of a kind. */
    key: string | null
    /** Ids alone. */
    payload: JSONColumnType<object>
    /** When it is due; of one that runs, when its process's lease ends. */
    run_at: Generated<Date>
    attempts: Generated<number>
    /** Names the attempt under way; null: none is. */
    lease: string | null
    /** Whether it was added again while it runs. */
    runs_again: Generated<boolean>
    /** Null unless it was given up. */
    failed_at: Date | null
    created_at: Generated<Date>
  }
  mail_links: {
    /** The token's SHA-256 (`hashToken`). */
    token_hash: string
    kind: 'verify' | 'change' | 'revert'
    user_id: string
    /** The address that it confirms, or gives to the member. */
    email: string
    expires_at: Date
  }
  /** Erased accounts, with the state of the work that is left for them. */
  erasures: {
    user_id: string
    erased_at: Generated<Date>
    /** The side that wants the texts of their messages gone; null: they stay. */
    texts_removed_by: 'author' | 'operator' | null
    /** The address that gets a mail when all is done; null from then on. */
    email: string | null
    /** Until then a process works on it. */
    taken_until: Date
    finished_at: Date | null
  }
  /** Addresses of members who were erased while blocked or suspended (`auth/blocked-addresses.ts`). */
  blocked_addresses: {
    /** HMAC-SHA-256 under a key that derives from the instance's secret. */
    address_hash: string
    kept_since: Generated<Date>
  }
  /** The archive of a member's own data: at most one. */
  exports: {
    user_id: string
    state: Generated<'waiting' | 'ready' | 'failed'>
    /** Names the attempt whose chunks are stored; another attempt has another. */
    build: string | null
    tries: Generated<number>
    /** The time from which a process may take it: one that dies leaves it to the next. */
    due_at: Generated<Date>
    is_mail_due: Generated<boolean>
    bytes: number | null
    requested_at: Generated<Date>
    expires_at: Generated<Date>
  }
  /** The archives, 256 KiB a row. Unlogged: a crash of the database empties it. */
  export_chunks: { user_id: string; build: string; number: number; bytes: Buffer }
  /** Members' photos, as WebP in the two sizes in which they are shown. */
  photos: {
    id: Generated<string>
    user_id: string
    small: Buffer
    large: Buffer
    created_at: Generated<Date>
  }
  /** Files that no message has yet. */
  uploads: {
    id: Generated<string>
    user_id: string
    conversation_id: string
    client_id: string
    /** By `cleanFileName`. */
    name: string
    /** In bytes. */
    size: number
    /** Whether a picture too is kept byte for byte. */
    as_file: boolean
    /** Of the bytes that came, in hexadecimal; null until the upload is finished. */
    sha256: string | null
    /** What a picture became; null of any other file. */
    picture: ColumnType<PictureSizes | null, string | null | undefined, string | null>
    /** Of a file that may be shown as text the word for its language; null of any other, and until it is finished. */
    preview: string | null
    /** What the virus scanner found in it. */
    warning: string | null
    started_at: Generated<Date>
  }
  /** Files of messages: each was an upload of the same id. */
  files: {
    id: string
    conversation_id: string
    sequence: number
    /** Among the files of its message, from 0. */
    place: number
    name: string
    size: number
    sha256: string
    picture: ColumnType<PictureSizes | null, string | null, string | null>
    preview: string | null
    warning: string | null
    /** The description of a picture. */
    alt: string | null
    is_spoiler: boolean
    stored_at: Generated<Date>
  }
  /** Files whose rows were deleted, until their objects are. */
  file_removals: { id: string; size: number; removed_at: Generated<Date> }
  /** The people whom a member has blocked. */
  blocks: { user_id: string; blocked_id: string; blocked_at: Generated<Date> }
  /** Members' reports, with the subject as they saw it then. */
  reports: {
    id: Generated<string>
    reporter_id: string
    subject_kind: ReportedKind
    subject_id: string
    /** The member responsible for the subject. */
    member_id: string
    reason: ReportReason
    details: string
    /** `Snapshot` of the reports slice. */
    snapshot: JSONColumnType<object>
    reported_at: Generated<Date>
    /** When it was decided; null while it waits. */
    closed_at: Date | null
  }
  /** The files of a report's messages. */
  report_files: {
    report_id: string
    id: string
    name: string
    size: number
    sha256: string
    picture: PictureSizes | null
  }
  /** The decisions on reported subjects. */
  decisions: {
    id: Generated<string>
    subject_kind: ReportedKind
    subject_id: string
    /** The member whom it concerns. */
    member_id: string
    action: ModerationAction
    /** The number of the broken rule, from 1; null where none is. */
    rule: number | null
    facts: string
    /** Of a suspension; far away where it has no end. */
    suspended_until: Date | null
    /** The data that a reversal restores. */
    removed: JSONColumnType<object> | null
    /** Of the token with which it may be appealed against. */
    appeal_hash: string | null
    /** Null: the operator decided. */
    moderator_id: string | null
    decided_at: Generated<Date>
    reverted_at: Date | null
  }
  /** At most one of a decision. */
  appeals: {
    decision_id: string
    text: string
    appealed_at: Generated<Date>
    is_accepted: boolean | null
    answer: string | null
    answered_at: Date | null
  }
  /** The decisions, reversals and answers to appeals, and the acts on rooms. A trigger refuses changes. */
  moderation_log: {
    id: GeneratedAlways<number>
    act: DecisionAct | RoomAct
    /** This one and the next two are null of acts on rooms alone. */
    decision_id: string | null
    action: ModerationAction | null
    subject_kind: ReportedKind | null
    /** Null, as the member, of acts on rooms, and after two years. */
    subject_id: string | null
    member_id: string | null
    /** Null: the operator acted; and after two years. */
    moderator_id: string | null
    facts: string
    acted_at: Generated<Date>
  }
  notifications: {
    id: GeneratedAlways<number>
    user_id: string
    kind: (typeof personalEventKinds)[number] | TeamNoticeKind | NoticeKind
    /** Null of a `NoticeKind` and a `TeamNoticeKind`. */
    event_id: string | null
    /** Of a `TeamNoticeKind`. */
    team_id: Generated<string | null>
    /** The message of the event's or team's room that it is about. */
    sequence: Generated<number | null>
    /** The member who did it, where the line names one. */
    author_id: string | null
    /** The browser and system, by name, from which the account was changed; null for other kinds. */
    device: Generated<string | null>
    created_at: Generated<Date>
    read_at: Generated<Date | null>
  }
  /** A member without a row has the defaults. */
  push_subscriptions: {
    session_id: string
    endpoint: string
    p256dh: string
    auth: string
    created_at: Generated<Date>
  }
  pushes: {
    session_id: string
    kind: 'chat' | 'mention' | 'request' | 'accepted' | 'event' | 'team' | 'report' | 'test'
    /** The conversation, member, event or team; 'all' of reports. */
    subject: string
    /** Null where nothing is due. */
    due_at: Date | null
    asked: Generated<number>
    asked_at: Generated<Date>
    tries: Generated<number>
    sent_at: Date | null
  }
  notification_settings: {
    user_id: string
    reminders: Generated<boolean>
    mail_changes: Generated<boolean>
    mail_messages: Generated<boolean>
    mail_reminders: Generated<boolean>
    notify_events: Generated<boolean>
    notify_chat: Generated<boolean>
    notify_friendship: Generated<boolean>
    /** Of the kinds that are on, those sent by push, and those in the digest. */
    push_events: Generated<boolean>
    push_chat: Generated<boolean>
    push_friendship: Generated<boolean>
    digest_events: Generated<boolean>
    digest_chat: Generated<boolean>
    digest_friendship: Generated<boolean>
    show_text: Generated<boolean>
    has_quiet_hours: Generated<boolean>
    /** 'hh:mm', like the next, by the clock of the zone. */
    quiet_from: Generated<string>
    quiet_to: Generated<string>
    /** An IANA time zone. */
    zone: Generated<string>
    digest: Generated<DigestPace>
    /** Null where none is wanted. */
    digest_due_at: Date | null
  }
  /** The mail to a member of the items that they had not seen at an instant. */
  digests: {
    user_id: string
    /** When it was due first. */
    period: Date
    due_at: Generated<Date>
    tries: Generated<number>
    /** When it was tried last: the next one has newer items. */
    taken_at: Date | null
    sent_at: Date | null
  }
  event_mails: EventMailTable
  /** Runs of updates whose mails are queued for members up to one. */
  update_mail_runs: {
    event_id: string
    kind: Exclude<EventMailTable['kind'], 'reminder' | 'seat'>
    first_number: number
    last_number: number
    last_user_id: Generated<string | null>
  }
  reminder_runs: {
    event_id: string
    /** The start of which it reminded: an event that is moved reminds again. */
    starts_at: Date
    lead: 'day' | 'hour'
  }
  events: EventTable
  event_participants: EventParticipantTable
  event_updates: EventUpdateTable
  /** The organizers of an event besides its owner. */
  event_organizers: {
    event_id: string
    user_id: string
    added_at: Generated<Date>
    /** The number of the update after which they are notified of updates. */
    told_from: Generated<number>
  }
  /** The number of the last update that a member has read of those they are notified of. */
  event_readings: { user_id: string; event_id: string; number: number }
  /** The tokens by which programs of a member sign in. */
  tokens: {
    id: Generated<string>
    user_id: string
    name: string
    token_hash: string
    scopes: Scope[]
    /** Whether it is the address of a bot's webhook, which has no scope. */
    is_webhook: Generated<boolean>
    /** The room by subject that a webhook posts to; null: the public one. */
    room_id: string | null
    created_at: Generated<Date>
    expires_at: Date | null
    /** A day, in UTC. */
    last_used_on: string | null
  }
  /** Of a member, at most one. */
  calendar_feeds: {
    user_id: string
    /** A part of its address: another one is another address. Null while there is none. */
    id: string | null
    scope: Generated<'own' | 'all'>
    categories: Generated<EventTable['category'][]>
    last_read_at: Date | null
  }
  friendships: { user_id: string; friend_id: string; created_at: Generated<Date> }
  friend_requests: { sender_id: string; recipient_id: string; created_at: Generated<Date> }
  people_found: { viewer_id: string; person_id: string; by_email: boolean; found_at: Generated<Date> }
  /** Query and address are hashed. */
  email_searches: { viewer_id: string; query: string; address: string; searched_at: Generated<Date> }
  conversations: ConversationTable
  conversation_members: ConversationMemberTable
  rooms: RoomTable
  /** Up to which sequence a member has read the room of an event, or a room that they are in; of others they have no row. */
  memberships: {
    conversation_id: string
    user_id: string
    read_up_to: number
    since: Generated<Date>
    /** 'infinity': always. */
    muted_until: Generated<Date | null>
    /** The day on which a team's member last opened its page or room. */
    opened_on: Generated<string>
  }
  teams: TeamTable
  /** Who asks to be let into a team, and whom it invites. */
  team_candidates: {
    team_id: string
    user_id: string
    is_invited: boolean
    /** The message of a request; empty where there is none. */
    text: Generated<string>
    created_at: Generated<Date>
  }
  team_entries: { event_id: string; team_id: string; entered_at: Generated<Date> }
  /** Who plays an event for a team. */
  team_lineups: {
    event_id: string
    user_id: string
    team_id: string
    conversation_id: GeneratedAlways<string>
    since: Generated<Date>
  }
  /** Participants who look for a team. */
  event_seekers: { event_id: string; user_id: string; text: string; since: Generated<Date> }
  team_codes: {
    team_id: string
    /** Of which the instance's secret makes the code (`teams/team-codes.ts`). */
    nonce: string
    hash: Buffer
    expires_at: Date
  }
  conversation_authors: { conversation_id: string; user_id: string }
  messages: MessageTable
  /** Messages as the search compares them. */
  searched_messages: {
    conversation_id: string
    sequence: number
    sender_id: string
    sent_at: Date
    /** `searchedText` of its text. */
    folded: string
  }
  /** Up to which message and change a conversation is in `searched_messages`. */
  searched_conversations: { conversation_id: string; head: Generated<number>; changes: Generated<number> }
  message_mentions: {
    user_id: string
    conversation_id: string
    sequence: number
    /** Null while it waits for them. */
    read_at: Generated<Date | null>
  }
  message_reactions: {
    conversation_id: string
    sequence: number
    reaction: ReactionKind
    user_id: string
    reacted_at: Generated<Date>
  }
  news: {
    id: GeneratedAlways<number>
    transaction: GeneratedAlways<string>
    topic: string
    body: string
    recorded_at: Generated<Date>
  }
}

type UserTable = {
  id: Generated<string>
  display_name: string
  /** The form by which names are compared and ordered: case and compatible forms folded. */
  display_name_key: GeneratedAlways<string>
  /** Another form by which names are compared: letters that look alike folded (UTS #39). */
  display_name_skeleton: GeneratedAlways<string>
  /** The key of the name (`textKey`). */
  searchable_name: GeneratedAlways<string>
  /** Chosen by the member; a new member's other name gets a number where it is held. */
  display_name_chosen: Generated<boolean>
  email: string
  /** Whether the member showed that they read its mail. */
  email_verified: boolean
  /** When registration asked to confirm the address; null where it did not, so that nothing is withheld. */
  verification_asked_at: Date | null
  photo_url: string | null
  profession: Generated<string>
  city: Generated<string>
  phone: Generated<string>
  /** yyyy-mm-dd: a day of the calendar, not an instant. */
  birth_date: string | null
  bio: Generated<string>
  /** Seen by whom the bio is. */
  skills: Generated<Skill[]>
  links: Generated<string[]>
  /** The people who see these fields. */
  bio_audience: Generated<Audience>
  profession_audience: Generated<Audience>
  city_audience: Generated<Audience>
  phone_audience: Generated<(typeof intimateAudiences)[number]>
  birth_date_audience: Generated<(typeof intimateAudiences)[number]>
  /** The member's choices of what others see. */
  email_to_friends: Generated<boolean>
  show_presence: Generated<boolean>
  read_receipts: Generated<boolean>
  show_participation: Generated<boolean>
  show_typing: Generated<boolean>
  /** Whether others find the member by their email. */
  findable_by_email: Generated<boolean>
  /** Since when the member can't sign in. */
  blocked_at: Date | null
  /** Whether the member moderates, as the operator said. */
  is_moderator: Generated<boolean>
  /** Until when a decision keeps the member from signing in. */
  suspended_until: Generated<Date | null>
  /** The time of the account's removal; its row stays for the rows that refer to it, without anything of the person. */
  erased_at: Generated<Date | null>
  /** When the account is to be erased; until then it is closed. */
  deletion_at: Generated<Date | null>
  /** Whether the texts of their messages go then too. */
  erase_texts: Generated<boolean>
  /** The owner of a bot; null for all other members. */
  bot_owner: Generated<string | null>
  created_at: Generated<Date>
  updated_at: Generated<Date>
}

/** Written by the authentication library; read here to find sessions that ended. */
type SessionTable = {
  id: Generated<string>
  user_id: string
  token: string
  ip_address: string | null
  user_agent: string | null
  expires_at: Date
  created_at: Generated<Date>
  updated_at: Generated<Date>
  /** When the member last showed who they are: by the sign-in, or afterwards. */
  confirmed_at: Generated<Date | null>
  /** Browser and system by name, in Italian; empty where they are not known. */
  device: Generated<string>
  method: 'password' | 'provider' | 'passkey' | null
  /** Whether a passkey is what showed last who the member is. */
  by_passkey: Generated<boolean>
  /** yyyy-mm-dd, in UTC. */
  last_used_on: Generated<string>
}

type EventTable = {
  id: Generated<string>
  title: string
  description: string
  starts_at: Date
  ends_at: Date
  link: string
  category: 'ctf' | 'hackathon' | 'contest' | 'other'
  duration: string
  /** A name of the IANA database. */
  time_zone: Generated<string>
  is_all_day: Generated<boolean>
  venue: Generated<'none' | 'online' | 'place' | 'both'>
  address: Generated<string>
  map_link: Generated<string>
  /** Null: as many as like. */
  capacity: number | null
  /** Null: the end. */
  join_deadline: Date | null
  /** How many of a team may play; null: as many as it has. */
  team_size: number | null
  /** Its number at CTFtime; empty where it has none. */
  ctftime_id: Generated<string>
  /** The owner. */
  organizer_id: string
  participant_count: Generated<number>
  waiting_count: Generated<number>
  next_queue_number: Generated<number>
  /** Grows with each change of the participants. */
  revision: Generated<number>
  status: Generated<'planned' | 'cancelled'>
  cancel_reason: Generated<string>
  /** Null unless it is cancelled. */
  cancelled_at: Date | null
  /** Grows with each change of the event's fields, and of its owner; never with its participants. */
  version: Generated<number>
  version_at: Generated<Date>
  /** The number of its newest row in `event_updates`. */
  update_number: Generated<number>
  /** Made of the member who created it and the key of their request (`creationKeyOf`); null without one, and after a day. */
  creation_key: string | null
  /** Somebody has joined at some time. */
  had_participants: Generated<boolean>
  created_at: Generated<Date>
  updated_at: Generated<Date>
  /** The key of title, description and link (`textKey`). */
  searchable: GeneratedAlways<string>
}

type EventParticipantTable = {
  event_id: string
  user_id: string
  joined_at: Generated<Date>
  state: Generated<'joined' | 'waiting'>
  /** The order of the members who wait; null for those with a seat. */
  queue_number: number | null
  /** The number of the update after which they are notified of updates. */
  told_from: Generated<number>
  /** Whether others see them; null where organizers don't either. */
  is_shown: Generated<boolean | null>
}

type EventMailTable = {
  user_id: string
  event_id: string
  kind: 'reminder' | 'seat' | 'edited' | 'cancelled' | 'restored' | 'message'
  /** Unique among the event's mails of a kind to a member. */
  key: string
  tries: Generated<number>
  /** When it may be tried next. */
  due_at: Generated<Date>
  /** Null too where it is given up. */
  sent_at: Generated<Date | null>
  created_at: Generated<Date>
}

type EventUpdateTable = {
  event_id: string
  /** From 1, without a hole. */
  number: number
  kind: 'edited' | 'cancelled' | 'restored' | 'handed_over' | 'message'
  /** Null for the operator. */
  author_id: string | null
  /** The values before and after, by the field's name; empty for the description, and where nothing changed. */
  changes: Generated<EventChanges>
  /** Whether participants are notified. */
  is_weighty: boolean
  /** The reason or the message. */
  text: Generated<string>
  /** Of a message: sent again, it is stored once. */
  client_id: Generated<string | null>
  /** Whether somebody queues the mails of it. */
  are_mails_queued: Generated<boolean>
  are_pushes_queued: Generated<boolean>
  created_at: Generated<Date>
}

/** One row, made at the first start. */
type InstanceTable = {
  id: Generated<string>
  /** The store of files that belongs to the database: `folder`, or `s3:` and a bucket's address; null before the first file. */
  files_store: Generated<string | null>
}

type ConversationTable = {
  id: string
  kind: ConversationKind
  /** The sequence of its newest message; taken under this row's lock. */
  head: Generated<number>
  /** How many changes of its messages there were; taken under this row's lock. */
  changes: Generated<number>
  /** Distinct members who wrote in it. */
  author_count: Generated<number>
  last_message: string | null
  last_message_at: Date | null
}

/** One side of a private conversation. */
type RoomTable = {
  conversation_id: string
  slug: string
  name: string
  name_key: GeneratedAlways<string>
  purpose: string
  /** Empty: none. */
  group_name: string
  place: number
  /** Without bots. */
  members: Generated<number>
  version: Generated<number>
  archived_at: Date | null
}

type TeamTable = {
  id: string
  conversation_id: GeneratedAlways<string>
  name: string
  name_key: GeneratedAlways<string>
  presentation: string
  /** `foldText` of its name and presentation, which are searched. */
  folded: string
  maximum: number
  /** Counted by a trigger on `memberships`. */
  members: Generated<number>
  skills: Skill[]
  /** Until when it looks for members; null where it doesn't. */
  looking_until: Date | null
  /** Empty: none. */
  ctftime_id: string
  captain_id: string
  version: Generated<number>
  created_at: Generated<Date>
}

type ConversationMemberTable = {
  conversation_id: string
  user_id: string
  partner_id: string
  /** The sequence up to which the member has read. */
  last_read: Generated<number>
  /** Whether the partner wrote something after that. */
  is_unread: Generated<boolean>
  last_message_at: Date | null
}

type MessageTable = {
  id: Generated<string>
  conversation_id: string
  sequence: number
  sender_id: string
  client_id: string
  text: string
  sent_at: Date
  /** Since when its text is gone. */
  removed_at: Date | null
  /** Null where it was removed before the author could do it: by the operator. */
  removed_by: 'author' | 'operator' | null
  /** How often its author edited it. */
  edits: Generated<number>
  edited_at: Date | null
  /** How many there are of each kind, in the order of their first use; null while there are none. */
  reactions: ReactionCount[] | null
  /** The number of its latest change in its conversation; null while there was none. */
  change: Generated<number | null>
  /** The sequence of the message that it replies to. */
  reply_to: Generated<number | null>
  /** Whether there are rows of `files`: messages without are read without a look at them. */
  has_files: Generated<boolean>
}

/** Of the large size its pixels; of both their bytes. */
type PictureSizes = {
  width: number
  height: number
  size: number
  smallSize: number
  hashes: { large: string; small: string }
  placeholder: string
  moving?: { size: number; milliseconds: number; hash: string }
}
