import { createRoute, z } from '@hono/zod-openapi'
import { json, problems, signedIn } from '../http.ts'

/** Why a mail could not be sent; the `reason` parameter of `settings.mail_not_sent`. */
export const mailFailures = ['unreachable', 'refused'] as const
export type MailFailure = (typeof mailFailures)[number]

/** Sends the member a mail with a link to set a new password. */
export const sendPasswordResetRoute = createRoute({
  method: 'post',
  path: '/api/settings/password-reset',
  tags: ['settings'],
  security: signedIn,
  responses: {
    200: json('Sent', z.object({ email: z.string() })),
    ...problems(
      'common.unauthenticated',
      'settings.email_not_found',
      'settings.mail_not_sent',
      'settings.too_many_mails',
    ),
  },
})
