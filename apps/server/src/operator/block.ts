import { normaliseEmail } from '@covo/contract/auth/auth.rules'
import { visibleEmail } from '../platform/database/absent-email.ts'
import type { DatabaseTransaction } from '../platform/database/database.ts'
import { StartupError } from '../platform/startup-error.ts'
import type { Command } from './command.ts'

const uuid = /^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/i

export const block: Command = {
  usage: 'WHO',
  summary: 'end the sessions of a member (email or uid) and keep them from signing in; what they wrote stays',
  words: { from: 1, to: 1 },
  async run({ database, words: [who = ''], print }) {
    const { member, sessions } = await database.transaction().execute(async (trx) => {
      const member = await lockMember(trx, who)
      await trx
        .updateTable('users')
        .set({ blocked_at: member.blockedAt ?? new Date() })
        .where('id', '=', member.uid)
        .execute()
      // The database tells every server of each.
      const { numDeletedRows } = await trx
        .deleteFrom('sessions')
        .where('user_id', '=', member.uid)
        .executeTakeFirst()
      return { member, sessions: numDeletedRows }
    })
    print(`Blocked: ${nameOf(member)}. Sessions ended: ${sessions}.`)
    return 0
  },
}

export const unblock: Command = {
  usage: 'WHO',
  summary: 'let a blocked member (email or uid) sign in again',
  words: { from: 1, to: 1 },
  async run({ database, words: [who = ''], print }) {
    const member = await database.transaction().execute(async (trx) => {
      const member = await lockMember(trx, who)
      await trx.updateTable('users').set({ blocked_at: null }).where('id', '=', member.uid).execute()
      return member
    })
    print(member.blockedAt ? `Unblocked: ${nameOf(member)}.` : `Was not blocked: ${nameOf(member)}.`)
    return 0
  },
}

/** The lock lets no session of theirs begin until the transaction ends: its row refers to the member's. */
async function lockMember(trx: DatabaseTransaction, who: string) {
  const member = await trx
    .selectFrom('users')
    .select(['id as uid', 'display_name as displayName', 'email', 'blocked_at as blockedAt'])
    .where(uuid.test(who) ? 'id' : 'email', '=', uuid.test(who) ? who : normaliseEmail(who))
    .forUpdate()
    .executeTakeFirst()
  if (!member) throw new StartupError(`There is no member with the email or uid ${who}.`)
  return member
}

function nameOf({ displayName, email, uid }: Awaited<ReturnType<typeof lockMember>>): string {
  return `${displayName} (${[visibleEmail(email), uid].filter(Boolean).join(', ')})`
}
