import type { BotScope } from '@covo/contract/tokens/bots.rules'
import { sql } from 'kysely'
import { endTokens } from '../auth/end-tokens.ts'
import type { Database, DatabaseTransaction } from '../platform/database/database.ts'
import { placeholderEmail } from '../platform/placeholder-email.ts'

export type BotRow = {
  uid: string
  displayName: string
  createdAt: Date
  /** Or blocked. */
  isSuspended: boolean
  /** Null: without an end. */
  suspendedUntil: Date | null
  webhooks: { id: string; name: string; room: string | null; createdAt: Date; lastUsedOn: string | null }[]
  /** The rooms by subject that its owner is in. */
  rooms: { slug: string; isMember: boolean }[]
  token: { scopes: BotScope[]; createdAt: Date; expiresAt: Date | null; lastUsedOn: string | null } | null
}

/** The bots of a member that are not deleted, the newest first. */
export async function findBots(database: Database, owner: string): Promise<BotRow[]> {
  const bots = await database
    .selectFrom('users')
    .select(['id as uid', 'display_name as displayName', 'created_at as createdAt'])
    .select([
      sql<boolean>`(blocked_at is not null or coalesce(suspended_until > now(), false))`.as('isSuspended'),
      sql<Date | null>`case when blocked_at is null and suspended_until < '9999-12-31' then suspended_until end`.as(
        'suspendedUntil',
      ),
    ])
    .where('bot_owner', '=', owner)
    .where('deletion_at', 'is', null)
    .where('erased_at', 'is', null)
    .orderBy('created_at', 'desc')
    .orderBy('id')
    .execute()
  const tokens = await database
    .selectFrom('tokens')
    .leftJoin('rooms', 'conversation_id', 'room_id')
    .select(['id', 'user_id', 'tokens.name', 'scopes', 'is_webhook', 'expires_at as expiresAt'])
    .select(['created_at as createdAt', 'last_used_on as lastUsedOn', 'rooms.slug as room'])
    .where('user_id', '=', sql<string>`any(${bots.map(({ uid }) => uid)}::uuid[])`)
    .orderBy('created_at', 'desc')
    .orderBy('id')
    .execute()
  const rooms = await database
    .selectFrom('memberships as owner')
    .innerJoin('rooms', 'rooms.conversation_id', 'owner.conversation_id')
    .leftJoin('memberships as bot', (join) =>
      join
        .onRef('bot.conversation_id', '=', 'owner.conversation_id')
        .on('bot.user_id', '=', sql<string>`any(${bots.map(({ uid }) => uid)}::uuid[])`),
    )
    .select(['slug', sql<string[]>`array_remove(array_agg(bot.user_id), null)`.as('members')])
    .where('owner.user_id', '=', owner)
    .groupBy('slug')
    .orderBy('slug')
    .execute()
  return bots.map((bot) => {
    const own = tokens.filter(({ user_id }) => user_id === bot.uid)
    const token = own.find(({ is_webhook }) => !is_webhook)
    return {
      ...bot,
      token: token
        ? {
            scopes: token.scopes as BotScope[],
            createdAt: token.createdAt,
            expiresAt: token.expiresAt,
            lastUsedOn: token.lastUsedOn,
          }
        : null,
      rooms: rooms.map(({ slug, members }) => ({ slug, isMember: members.includes(bot.uid) })),
      webhooks: own
        .filter(({ is_webhook }) => is_webhook)
        .map(({ id, name, room, createdAt, lastUsedOn }) => ({ id, name, room, createdAt, lastUsedOn })),
    }
  })
}

/** Whether a member has the bot. */
export async function isOwnBot(database: Database, owner: string, uid: string): Promise<boolean> {
  const bot = await database
    .selectFrom('users')
    .select('id')
    .where('id', '=', uid)
    .where('bot_owner', '=', owner)
    .where('deletion_at', 'is', null)
    .where('erased_at', 'is', null)
    .executeTakeFirst()
  return bot !== undefined
}

/** The room by subject that a webhook posts to; null: the public one. */
export async function findRoomOfWebhook(database: Database, webhookId: string): Promise<string | null> {
  const webhook = await database
    .selectFrom('tokens')
    .select('room_id as roomId')
    .where('id', '=', webhookId)
    .executeTakeFirst()
  return webhook?.roomId ?? null
}

/** Whether a bot is in the room by subject. */
export async function isInRoom(trx: DatabaseTransaction, uid: string, roomId: string): Promise<boolean> {
  const membership = await trx
    .selectFrom('memberships')
    .innerJoin('rooms', 'rooms.conversation_id', 'memberships.conversation_id')
    .select('user_id')
    .where('memberships.conversation_id', '=', roomId)
    .where('user_id', '=', uid)
    .executeTakeFirst()
  return membership !== undefined
}

/** How many bots a member has, whose row has to be locked. */
export async function countBots(trx: DatabaseTransaction, owner: string): Promise<number> {
  const { count } = await trx
    .selectFrom('users')
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .where('bot_owner', '=', owner)
    .where('deletion_at', 'is', null)
    .where('erased_at', 'is', null)
    .executeTakeFirstOrThrow()
  return count
}

/** Stores a bot: a member without any way to sign in. */
export async function insertBot(
  trx: DatabaseTransaction,
  { uid, owner, name }: { uid: string; owner: string; name: string },
): Promise<void> {
  await trx
    .insertInto('users')
    .values({
      id: uid,
      display_name: name,
      display_name_chosen: true,
      email: placeholderEmail(`bot ${uid}`),
      email_verified: false,
      bot_owner: owner,
    })
    .execute()
}

/** Locks a bot's row until the transaction ends; undefined where the member has no such bot. */
export async function lockBot(trx: DatabaseTransaction, owner: string, uid: string) {
  return await trx
    .selectFrom('users')
    .select('display_name as name')
    .where('id', '=', uid)
    .where('bot_owner', '=', owner)
    .where('deletion_at', 'is', null)
    .where('erased_at', 'is', null)
    .forNoKeyUpdate()
    .executeTakeFirst()
}

/** Ends a bot, whose row has to be locked; the account is erased as any that is due. */
export async function closeBot(trx: DatabaseTransaction, uid: string): Promise<void> {
  await trx.updateTable('users').set({ deletion_at: sql<Date>`now()` }).where('id', '=', uid).execute()
  await endTokens(trx, uid)
}

/** Ends the bots of a member who is erased: they are erased as any account that is due. */
export async function closeBots(trx: DatabaseTransaction, owner: string, withTexts: boolean): Promise<void> {
  await trx
    .updateTable('users')
    .set({ deletion_at: sql<Date>`coalesce(deletion_at, now())`, erase_texts: withTexts })
    .where('bot_owner', '=', owner)
    .where('erased_at', 'is', null)
    .execute()
}
