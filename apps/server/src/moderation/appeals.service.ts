import { parseReasons } from '@covo/contract/moderation/moderation.rules'
import { AppError } from '../platform/app-error.ts'
import type { Database } from '../platform/database/database.ts'
import { addJob } from '../platform/jobs/jobs.store.ts'
import type { Limits } from '../platform/limits/limits.ts'
import { hashToken } from '../platform/random-token.ts'
import { recordNews } from '../platform/realtime/newsroom.ts'
import { moderationChanged } from '../reports/reports.news.ts'
import { insertAppeal } from './moderation.store.ts'

export type AppealsService = ReturnType<typeof createAppealsService>

type AppealsDependencies = {
  database: Database
  limits: Limits
}

export function createAppealsService({ database, limits }: AppealsDependencies) {
  return {
    /** Stores an appeal; see the contract's `appealRoute`. `address` is the caller's network: wrong tokens are counted by it. */
    async appeal(token: string, typed: string, address: string): Promise<void> {
      const seconds = await limits.take('linksTriedPerAddress', address)
      if (seconds) throw new AppError('common.rate_limited', { seconds })
      const { value: text, problem } = parseReasons(typed)
      if (problem) throw AppError.of(problem)
      const decisionId = await database.transaction().execute(async (trx) => {
        const id = await insertAppeal(trx, hashToken(token), text)
        if (!id) return undefined
        await recordNews(trx, [moderationChanged()])
        await addJob(trx, 'moderation.appeal-received', { decisionId: id })
        return id
      })
      if (!decisionId) throw new AppError('auth.reset_link_invalid')
      await limits.giveBack('linksTriedPerAddress', address)
    },
  }
}
