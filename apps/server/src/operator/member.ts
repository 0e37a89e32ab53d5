import { normaliseEmail } from '@covo/contract/auth/auth.rules'
import { isBot } from '@covo/contract/is-bot'
import type { DatabaseTransaction } from '../platform/database/database.ts'
import { emailOrEmpty } from '../platform/placeholder-email.ts'
import { StartupError } from '../platform/startup-error.ts'

const uuid = /^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/i

export type NamedMember = Awaited<ReturnType<typeof lockMember>>

/**
 * Finds a member by their email or uid; StartupError when there is none. The lock lets no session of theirs begin until
 * the transaction ends: its row refers to the member's.
 */
export async function lockMember(trx: DatabaseTransaction, who: string) {
  const member = await trx
    .selectFrom('users')
    .select([
      'id as uid',
      'display_name as displayName',
      'email',
      'blocked_at as blockedAt',
      'erased_at as erasedAt',
    ])
    .where(uuid.test(who) ? 'id' : 'email', '=', uuid.test(who) ? who : normaliseEmail(who))
    .forUpdate()
    .executeTakeFirst()
  if (!member) throw new StartupError(`There is no member with the email or uid ${who}.`)
  return member
}

/** As `lockMember`; StartupError too when the member's account was removed. */
export async function lockPresentMember(trx: DatabaseTransaction, who: string): Promise<NamedMember> {
  const member = await lockMember(trx, who)
  if (member.erasedAt) throw new StartupError(`The account of ${member.uid} was removed.`)
  return member
}

/** As `lockPresentMember`; StartupError too when the member is a bot. */
export async function lockPerson(trx: DatabaseTransaction, who: string): Promise<NamedMember> {
  const member = await lockPresentMember(trx, who)
  if (isBot(member.uid)) throw new StartupError(`${nameOf(member)} is a bot.`)
  return member
}

/** A member as printed to the operator. */
export function nameOf({ displayName, email, uid }: NamedMember): string {
  return `${displayName} (${[emailOrEmpty(email), uid].filter(Boolean).join(', ')})`
}
