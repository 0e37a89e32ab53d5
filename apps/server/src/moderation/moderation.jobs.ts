import { randomUUID } from 'node:crypto'
import type { Database } from '../platform/database/database.ts'
import { hour, type Jobs, type NoPayload } from '../platform/jobs/jobs.ts'
import type { Limits } from '../platform/limits/limits.ts'
import { mailJob } from '../platform/mail/mail-job.ts'
import type { Mail, Mailer } from '../platform/mail/mailer.ts'
import { emailOrEmpty } from '../platform/placeholder-email.ts'
import { createToken, hashToken } from '../platform/random-token.ts'
import { findResponsible } from '../reports/reports.store.ts'
import { describeRemoved } from './moderated-subjects.ts'
import {
  type Addressee,
  appealMail,
  newAppealMail,
  outcomeMail,
  revertedMail,
  statementMail,
} from './moderation.mail.ts'
import {
  type Decision,
  findAppealAnswer,
  findDecisionById,
  findReversalReasons,
  purgeModeration,
  storeAppealHash,
} from './moderation.store.ts'

type OfDecision = { decisionId: string }

declare module '../platform/jobs/jobs.ts' {
  interface JobPayloads {
    'moderation.statement': OfDecision
    /** `uid` is who reported it. */
    'moderation.outcome': OfDecision & { uid: string }
    'moderation.reverted': OfDecision
    'moderation.appeal-received': OfDecision
    'moderation.appeal-answered': OfDecision
    'moderation.purge': NoPayload
  }
}

type ModerationJobsDependencies = {
  database: Database
  limits: Pick<Limits, 'take' | 'giveBack'>
  mailer: Pick<Mailer, 'send'>
  origin: string
  /** The instance's name, and the operator's address, where it is set. */
  name: string
  contact: string | null
}

/** The mails of decisions, reversals and appeals, and the purge of old ones. */
export function moderationJobs(dependencies: ModerationJobsDependencies): Jobs {
  const { database, limits, mailer, origin, name, contact } = dependencies

  /** A mail to whom a decision concerns, of a bot to its owner. */
  const decisionMail = (compose: (to: Addressee, decision: Decision) => Promise<Mail | null>) =>
    mailJob<OfDecision>(mailer, async ({ decisionId }) => {
      const decision = await findDecisionById(database, decisionId)
      if (!decision) return null
      const { email = '', botName = null } = (await findResponsible(database, decision.memberId)) ?? {}
      const address = emailOrEmpty(email)
      return address ? await compose({ address, botName }, decision) : null
    })

  return {
    'moderation.statement': decisionMail(async (to, decision) => {
      if (decision.revertedAt) return null
      const token = createToken()
      await storeAppealHash(database, decision.id, hashToken(token))
      const mail = statementMail(to, decision, await describeRemoved(database, decision), origin, token)
      // Each attempt has a token of its own: none must be taken for the one before.
      return { ...mail, id: randomUUID() }
    }),
    'moderation.outcome': mailJob(mailer, async ({ decisionId, uid }) => {
      const decision = await findDecisionById(database, decisionId)
      const address = emailOrEmpty((await findResponsible(database, uid))?.email)
      return decision && address ? outcomeMail(address, name, decision.action !== 'none') : null
    }),
    'moderation.reverted': decisionMail(async (to, decision) =>
      revertedMail(to, decision, await findReversalReasons(database, decision.id)),
    ),
    'moderation.appeal-answered': decisionMail(async (to, decision) => {
      const { isAccepted = false, answer = '' } = (await findAppealAnswer(database, decision.id)) ?? {}
      return appealMail(to, decision, isAccepted ?? false, answer ?? '')
    }),
    'moderation.appeal-received': mailJob(
      mailer,
      async ({ decisionId }) => {
        if (!contact || (await limits.take('reportMails', contact))) return null
        return newAppealMail(contact, name, decisionId)
      },
      async () => contact && (await limits.giveBack('reportMails', contact)),
    ),
    'moderation.purge': {
      every: hour,
      async run(_nothing, { signal }) {
        while (!signal.aborted && (await purgeModeration(database)));
      },
    },
  }
}
