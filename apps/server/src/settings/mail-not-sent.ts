import type { MailFailure } from '@covo/contract/settings/settings.routes'
import { AppError } from '../platform/app-error.ts'

/**
 * The refusal of a request whose mail could not be sent: the mail server answered with a refusal, or it did not answer. Its
 * own words may name hosts and stay here, as the cause.
 */
export function mailNotSent(cause: unknown): AppError {
  const { responseCode } = cause as { responseCode?: number }
  const reason: MailFailure = responseCode === undefined ? 'unreachable' : 'refused'
  return new AppError('settings.mail_not_sent', { reason }, { cause })
}
