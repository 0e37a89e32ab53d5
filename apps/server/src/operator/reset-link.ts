import { randomBytes } from 'node:crypto'
import { resetLink as linkOf } from '../auth/auth.mail.ts'
import { createAuthentication } from '../auth/authentication.ts'
import { createResetToken } from '../auth/reset-token.ts'
import { originOf } from '../environment.ts'
import { createLog } from '../platform/log/log.ts'
import type { Command } from './command.ts'
import { lockPerson, nameOf } from './member.ts'

export const resetLink: Command = {
  usage: 'WHO',
  summary:
    'print a link with which a member (email or uid) sets a password, once, within an hour; where there is no mail server. Make sure first that who asks is who they say',
  words: { from: 1, to: 1 },
  async run({ database, settings, words: [who = ''], print }) {
    const member = await database.transaction().execute((trx) => lockPerson(trx, who))
    const origin = originOf(settings)
    const authentication = createAuthentication({
      database,
      // Signs cookies, of which none is made here.
      secret: randomBytes(32).toString('base64url'),
      origin,
      log: createLog('silent'),
    })
    const token = await createResetToken(authentication, member.uid, 'operator')
    print(`For ${nameOf(member)}, once, within an hour:`)
    print(linkOf(origin, token))
    if (!settings.publicOrigin)
      print('COVO_URL is not set: the link is good on the machine of the server alone.')
    if (member.blockedAt) print('They are blocked, and can sign in only after unblock.')
    return 0
  },
}
