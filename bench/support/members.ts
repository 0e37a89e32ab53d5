import { createHmac } from 'node:crypto'
import { privateConversationId } from '@covo/contract/chat/chat.rules'
import { crowdUid, loadCrowd } from '@covo/testing/crowd'
import pg from 'pg'
import { secret } from './server.ts'

/**
 * Fills an empty database with members who are signed in, and answers their cookies. By SQL: to sign a thousand in by
 * their passwords takes half a minute of hashing.
 *
 * @param messages what the crowd said in the public room before
 * @param users members in all, most of whom are not signed in
 */
export async function signedInMembers(
  connection: pg.ClientConfig,
  count: number,
  messages = 0,
  users = count,
): Promise<string[]> {
  const client = new pg.Client(connection)
  await client.connect()
  try {
    await loadCrowd(client, { users, events: 0, messages }, Date.now())
    const tokens = Array.from({ length: count }, (_, number) => `token-of-member-${number}`.padEnd(32, '-'))
    await client.query(
      `insert into sessions (token, user_id, expires_at)
       select token, uid, now() + interval '30 days' from unnest($1::text[], $2::uuid[]) as session (token, uid)`,
      [tokens, tokens.map((_, number) => crowdUid(number))],
    )
    return tokens.map(cookieOf)
  } finally {
    await client.end()
  }
}

/** Makes two members friends with a private conversation, and answers the path of its messages. */
export async function openChat(client: pg.ClientBase, one: number, other: number): Promise<string> {
  const [first, second] = [crowdUid(one), crowdUid(other)]
  const id = privateConversationId(first, second)
  await client.query('insert into friendships (user_id, friend_id) values ($1, $2), ($2, $1)', [
    first,
    second,
  ])
  await client.query(`insert into conversations (id, kind) values ($1, 'private')`, [id])
  await client.query(
    'insert into conversation_members (conversation_id, user_id, partner_id) values ($1, $2, $3), ($1, $3, $2)',
    [id, first, second],
  )
  return `/api/chat/${id}/messages`
}

/** As the authentication library signs it. */
function cookieOf(token: string): string {
  const signature = createHmac('sha256', secret).update(token).digest('base64')
  return `covo.session_token=${encodeURIComponent(`${token}.${signature}`)}`
}
