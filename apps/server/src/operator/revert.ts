import { revertDecision } from '../moderation/decisions.ts'
import { type Addressee, revertedMail } from '../moderation/moderation.mail.ts'
import type { Command } from './command.ts'
import { readReasons } from './decide.ts'
import { mailMembers } from './operator-mailer.ts'
import { toStartupError } from './to-startup-error.ts'

export const revert: Command = {
  usage: 'ID TEXT',
  summary:
    'undo the decision ID: what it removed comes back, within 30 days, and a suspension ends. TEXT, in Italian, is mailed to whom it concerns',
  words: { from: 2, to: 2 },
  async run({ database, settings, words: [id = '', text = ''], print }) {
    const reasons = readReasons(text)
    const decision = await toStartupError(
      database.transaction().execute((trx) => revertDecision(trx, id, reasons, null)),
    )
    print(`Reverted: ${decision.action} (decision ${decision.id}).`)
    const compose = (to: Addressee) => revertedMail(to, decision, reasons)
    await mailMembers(database, settings, [{ uid: decision.memberId, compose }], print)
    return 0
  },
}
