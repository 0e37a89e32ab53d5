import type { MailFailure } from '@covo/contract/settings/settings.routes'
import { ApiError, describeError } from '../platform/api.ts'
import { mailFailureTexts } from './settings.texts.it.ts'

/** Why a mail was not sent: by the mail server's part in it, else by the refusal's sentence. */
export function describeMailFailure(
  error: unknown,
  texts: Record<string, string> & { fallback: string },
): string {
  const reason = error instanceof ApiError ? error.params.reason : undefined
  return mailFailureTexts[reason as MailFailure] ?? describeError(error, texts)
}
