import type { ReactionCount } from '@covo/contract/chat/chat.routes'
import type { ReactionKind } from '@covo/contract/chat/chat.rules'
import type { Generated, GeneratedAlways } from 'kysely'

/** The tables as the migrations leave them. */
export type Tables = {
  instance: InstanceTable
  users: UserTable
  sessions: SessionTable
  events: EventTable
  event_participants: { event_id: string; user_id: string; joined_at: Generated<Date> }
  friendships: { user_id: string; friend_id: string; created_at: Generated<Date> }
  friend_requests: { sender_id: string; recipient_id: string; created_at: Generated<Date> }
  people_found: { viewer_id: string; person_id: string; by_email: boolean; found_at: Generated<Date> }
  /** Query and address are hashed. */
  email_searches: { viewer_id: string; query: string; address: string; searched_at: Generated<Date> }
  conversations: ConversationTable
  conversation_members: ConversationMemberTable
  conversation_authors: { conversation_id: string; user_id: string }
  messages: MessageTable
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
  /** Chosen by the member; a new member's other name gets a number where it is held. */
  display_name_chosen: Generated<boolean>
  email: string
  email_verified: boolean
  photo_url: string | null
  profession: Generated<string>
  city: Generated<string>
  phone: Generated<string>
  /** yyyy-mm-dd: a day of the calendar, not an instant. */
  birth_date: string | null
  bio: Generated<string>
  /** Since when the member can't sign in. */
  blocked_at: Date | null
  /** The time of the account's removal; its row stays for the rows that refer to it, without anything of the person. */
  erased_at: Generated<Date | null>
  created_at: Generated<Date>
  updated_at: Generated<Date>
}

/** Written by the authentication library; read here to find sessions that ended. */
type SessionTable = {
  id: Generated<string>
  user_id: string
  expires_at: Date
  created_at: Date
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
  organizer_id: string
  participant_count: Generated<number>
  /** Grows with each change of the participants. */
  revision: Generated<number>
  created_at: Generated<Date>
  updated_at: Generated<Date>
  /** Title, description and link in lower case, each on its line. */
  searchable: GeneratedAlways<string>
}

/** One row, made at the first start. */
type InstanceTable = { id: Generated<string> }

type ConversationTable = {
  id: string
  kind: 'public' | 'private'
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
}
