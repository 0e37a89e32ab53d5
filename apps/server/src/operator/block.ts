import { endTokens } from '../auth/end-tokens.ts'
import type { Command } from './command.ts'
import { lockPresentMember, nameOf } from './member.ts'

export const block: Command = {
  usage: 'WHO',
  summary:
    'end the sessions and tokens of a member (email or uid) and keep them from signing in; what they wrote stays',
  words: { from: 1, to: 1 },
  async run({ database, words: [who = ''], print }) {
    const { member, sessions } = await database.transaction().execute(async (trx) => {
      const member = await lockPresentMember(trx, who)
      await trx
        .updateTable('users')
        .set({ blocked_at: member.blockedAt ?? new Date() })
        .where('id', '=', member.uid)
        .execute()
      // A trigger notifies every server of each.
      const { numDeletedRows } = await trx
        .deleteFrom('sessions')
        .where('user_id', '=', member.uid)
        .executeTakeFirst()
      await endTokens(trx, member.uid)
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
      const member = await lockPresentMember(trx, who)
      await trx.updateTable('users').set({ blocked_at: null }).where('id', '=', member.uid).execute()
      return member
    })
    print(member.blockedAt ? `Unblocked: ${nameOf(member)}.` : `Was not blocked: ${nameOf(member)}.`)
    return 0
  },
}
