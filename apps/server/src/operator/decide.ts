import {
  communityRules,
  type ModerationAction,
  maximumReasonsLength,
  maximumSuspensionDays,
  moderationActions,
  parseReasons,
} from '@covo/contract/moderation/moderation.rules'
import { originOf } from '../environment.ts'
import { decideOn } from '../moderation/decisions.ts'
import { describeRemoved } from '../moderation/moderated-subjects.ts'
import { outcomeMail, statementMail } from '../moderation/moderation.mail.ts'
import { noEnd } from '../moderation/moderation.store.ts'
import { createToken, hashToken } from '../platform/random-token.ts'
import { StartupError } from '../platform/startup-error.ts'
import { findReportById } from '../reports/reports.store.ts'
import type { Command } from './command.ts'
import { type MemberMail, mailMembers } from './operator-mailer.ts'
import { toStartupError } from './to-startup-error.ts'

export const decide: Command = {
  usage: 'ID none|remove|empty|suspend RULE TEXT [DAYS]',
  summary: `decide on the report ID, and on all others of the same: RULE is the number of the broken rule (1 to ${communityRules.length}), TEXT the reasons in Italian; none needs neither. Whom it concerns, of a bot its owner, and who reported are mailed; a suspension without DAYS has no end`,
  words: { from: 2, to: 5 },
  async run({ database, settings, words: [id = '', ...words], print }) {
    const { action, rule, facts, suspendedUntil } = parseWords(words)
    const token = createToken()
    const report = await findReportById(database, id)
    if (!report) throw new StartupError(`There is no report with the id ${id}.`)
    const { memberId } = report
    const given = { action, rule, facts, suspendedUntil, appealHash: hashToken(token) }
    const { decision, reporters } = await toStartupError(
      database.transaction().execute((trx) => decideOn(trx, report, given, null)),
    )
    print(`Decided: ${action} (decision ${decision.id}).`)
    const origin = originOf(settings)
    const isViolation = action !== 'none'
    const mails: MemberMail[] = reporters.map((uid) => ({
      uid,
      compose: ({ address }) => outcomeMail(address, settings.name, isViolation),
    }))
    if (isViolation) {
      const done = await describeRemoved(database, decision)
      mails.unshift({
        uid: memberId,
        compose: (to) => statementMail(to, decision, done, origin, token),
      })
    }
    await mailMembers(database, settings, mails, print)
    return 0
  },
}

function parseWords([typedAction = '', typedRule = '', typedText = '', typedDays]: string[]) {
  const action = moderationActions.find((one) => one === typedAction)
  if (!action) throw new StartupError(`A decision is one of ${moderationActions.join(', ')}.`)
  const suspendedUntil = action === 'suspend' ? endOf(typedDays) : null
  if (action !== 'suspend' && typedDays !== undefined)
    throw new StartupError('Only a suspension has a number of days.')
  if (action === 'none') return { action, rule: null, facts: typedText, suspendedUntil }
  const rule = Number(typedRule)
  if (!communityRules.some((_, index) => index + 1 === rule))
    throw new StartupError(`The broken rule is a number from 1 to ${communityRules.length}.`)
  return { action: action satisfies ModerationAction, rule, facts: readReasons(typedText), suspendedUntil }
}

function endOf(typedDays: string | undefined): Date {
  if (typedDays === undefined) return noEnd
  const days = Number(typedDays)
  if (!Number.isInteger(days) || days < 1 || days > maximumSuspensionDays)
    throw new StartupError(`A suspension lasts 1 to ${maximumSuspensionDays} days, or has no end.`)
  return new Date(Date.now() + days * 86_400_000)
}

/** Reasons that a mail gives; StartupError where they are too short or too long. */
export function readReasons(typed: string): string {
  const { value, problem } = parseReasons(typed)
  if (problem) throw new StartupError(`Reasons have 20 to ${maximumReasonsLength} characters.`)
  return value
}
