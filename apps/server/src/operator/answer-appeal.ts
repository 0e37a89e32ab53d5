import { answerAppealTo } from '../moderation/decisions.ts'
import { type Addressee, appealMail } from '../moderation/moderation.mail.ts'
import { StartupError } from '../platform/startup-error.ts'
import type { Command } from './command.ts'
import { readReasons } from './decide.ts'
import { mailMembers } from './operator-mailer.ts'
import { toStartupError } from './to-startup-error.ts'

export const answerAppeal: Command = {
  usage: 'ID accept|reject TEXT',
  summary:
    'answer the appeal against the decision ID; accept undoes it. TEXT, in Italian, is mailed to who appealed',
  words: { from: 3, to: 3 },
  async run({ database, settings, words: [id = '', verdict = '', text = ''], print }) {
    if (verdict !== 'accept' && verdict !== 'reject') throw new StartupError('An answer is accept or reject.')
    const isAccepted = verdict === 'accept'
    const answer = readReasons(text)
    const decision = await toStartupError(
      database.transaction().execute((trx) => answerAppealTo(trx, id, { isAccepted, answer }, null)),
    )
    print(`Answered: ${verdict} (decision ${decision.id}).`)
    const compose = (to: Addressee) => appealMail(to, decision, isAccepted, answer)
    await mailMembers(database, settings, [{ uid: decision.memberId, compose }], print)
    return 0
  },
}
