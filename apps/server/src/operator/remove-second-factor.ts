import { deleteSecondFactor } from '../auth/second-factor.store.ts'
import { storeNotice } from '../notifications/notify.ts'
import { recordNews } from '../platform/realtime/newsroom.ts'
import type { Command } from './command.ts'
import { lockPresentMember, nameOf } from './member.ts'

export const removeSecondFactor: Command = {
  usage: 'WHO',
  summary:
    'turn off the second factor of a member (email or uid) who lost app and recovery codes; they get a notification. Make sure first that who asks is who they say',
  words: { from: 1, to: 1 },
  async run({ database, words: [who = ''], print }) {
    const { member, wasOn } = await database.transaction().execute(async (trx) => {
      const member = await lockPresentMember(trx, who)
      const wasOn = await deleteSecondFactor(trx, member.uid)
      if (wasOn)
        await recordNews(trx, await storeNotice(trx, { kind: 'factor_off', uids: [member.uid], device: '' }))
      return { member, wasOn }
    })
    print(wasOn ? `Off: the second factor of ${nameOf(member)}.` : `Was off: ${nameOf(member)}.`)
    return 0
  },
}
