import type { Generated, GeneratedAlways } from 'kysely'

/** The tables as the migrations leave them. */
export type Tables = {
  users: UserTable
  sessions: SessionTable
  conversations: ConversationTable
  conversation_authors: { conversation_id: string; user_id: string }
  messages: MessageTable
}

type UserTable = {
  id: Generated<string>
  display_name: string
  /** What two names are compared by: case and compatible forms folded. */
  display_name_key: GeneratedAlways<string>
  /** Chosen by the member, and therefore unique; a name taken from the email may coincide with another's. */
  display_name_chosen: Generated<boolean>
  email: string
  email_verified: boolean
  photo_url: string | null
  created_at: Generated<Date>
  updated_at: Generated<Date>
}

/** Written by the authentication library; read here to find sessions that ended. */
type SessionTable = {
  id: Generated<string>
  user_id: string
  expires_at: Date
}

type ConversationTable = {
  id: string
  kind: 'public'
  /** The sequence of its newest message; taken under this row's lock. */
  head: Generated<number>
  /** Distinct members who wrote in it. */
  author_count: Generated<number>
}

type MessageTable = {
  id: Generated<string>
  conversation_id: string
  sequence: number
  sender_id: string
  client_id: string
  text: string
  sent_at: Date
}
