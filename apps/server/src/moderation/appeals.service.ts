import type { Statement } from '@covo/contract/moderation/moderation.routes'
import { parseReasons } from '@covo/contract/moderation/moderation.rules'
import { AppError } from '../platform/app-error.ts'
import type { Database } from '../platform/database/database.ts'
import { addJob } from '../platform/jobs/jobs.store.ts'
import type { Limits } from '../platform/limits/limits.ts'
import { hashToken } from '../platform/random-token.ts'
import { recordNews } from '../platform/realtime/newsroom.ts'
import { moderationChanged } from '../reports/reports.news.ts'
import { findResponsible } from '../reports/reports.store.ts'
import { describeRemoved } from './moderated-subjects.ts'
import { endOf, findAppealable, insertAppeal } from './moderation.store.ts'

export type AppealsService = ReturnType<typeof createAppealsService>

type AppealsDependencies = {
  database: Database
  limits: Limits
}

/** `address` is the caller's network: wrong tokens are counted by it. */
export function createAppealsService({ database, limits }: AppealsDependencies) {
  /** Answers the outcome of a token, which is undefined for a wrong one. */
  async function tryToken<Found>(address: string, use: () => Promise<Found | undefined>): Promise<Found> {
    const seconds = await limits.take('linksTriedPerAddress', address)
    if (seconds) throw new AppError('common.rate_limited', { seconds })
    const found = await use()
    if (found === undefined) throw new AppError('auth.reset_link_invalid')
    await limits.giveBack('linksTriedPerAddress', address)
    return found
  }

  return {
    /** Answers the statement of a decision; see the contract's `readStatementRoute`. */
    async readStatement(token: string, address: string): Promise<Statement> {
      const decision = await tryToken(address, () => findAppealable(database, hashToken(token)))
      const { kind, action, rule, facts, decidedAt, suspendedUntil, appealableUntil } = decision
      const responsible = await findResponsible(database, decision.memberId)
      return {
        kind,
        action,
        rule,
        facts,
        decidedAt: decidedAt.toISOString(),
        suspendedUntil: endOf(suspendedUntil)?.toISOString() ?? null,
        appealableUntil: appealableUntil.toISOString(),
        botName: responsible?.botName ?? null,
        ...(await describeRemoved(database, decision)),
      }
    },

    /** Stores an appeal; see the contract's `appealRoute`. */
    async appeal(token: string, typed: string, address: string): Promise<void> {
      await tryToken(address, async () => {
        const { value: text, problem } = parseReasons(typed)
        if (problem) throw AppError.of(problem)
        return await database.transaction().execute(async (trx) => {
          const id = await insertAppeal(trx, hashToken(token), text)
          if (!id) return undefined
          await recordNews(trx, [moderationChanged()])
          await addJob(trx, 'moderation.appeal-received', { decisionId: id })
          return id
        })
      })
    },
  }
}
