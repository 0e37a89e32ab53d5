import { createRoute, z } from '@hono/zod-openapi'
import { json, jsonBody, problems, signedIn } from '../http.ts'
import { audiences, intimateAudiences } from '../profiles/profiles.rules.ts'

/** Why a mail could not be sent; the `reason` parameter of `settings.mail_not_sent`. */
export const mailFailures = ['unreachable', 'refused'] as const
export type MailFailure = (typeof mailFailures)[number]

export const sendPasswordResetRoute = createRoute({
  operationId: 'sendPasswordReset',
  summary: 'Sends the member a mail with a link to set a new password',
  description:
    'The link works once, within one hour. Fails with `settings.email_not_found` if the account has no email address.',
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

const audience = z.enum(audiences)
const intimateAudience = z.enum(intimateAudiences)

const privacySchema = z
  .object({
    bio: audience,
    professione: audience,
    citta: audience,
    telefono: intimateAudience,
    dataNascita: intimateAudience,
    /** Whether friends see the member's email. */
    emailToFriends: z.boolean(),
    /** Whether others find the member by their email; else they are found by their name alone. */
    findableByEmail: z.boolean(),
    /** Whether friends see that the member is online; a member who hides it sees it of nobody. */
    showPresence: z.boolean(),
    /** Whether partners of private chats see how far the member has read; a member who hides it sees it of nobody. */
    readReceipts: z.boolean(),
    /** Whether readers of a conversation see that the member is writing. */
    showTyping: z.boolean(),
    /** Whether friends and those who take part in the same event see that the member does; organizers do anyway. */
    showParticipation: z.boolean(),
  })
  .openapi('Privacy')

/** A member's privacy settings. */
export type Privacy = z.infer<typeof privacySchema>

const privacyChanges = privacySchema.partial()
export type PrivacyChanges = z.infer<typeof privacyChanges>

export const readPrivacyRoute = createRoute({
  operationId: 'readPrivacy',
  summary: "Returns the member's privacy settings",
  description:
    'Who sees which field of the profile, and whether the member shows presence, read receipts and typing.',
  method: 'get',
  path: '/api/settings/privacy',
  tags: ['settings'],
  security: signedIn,
  responses: { 200: json('The settings', privacySchema), ...problems('common.unauthenticated') },
})

export const savePrivacyRoute = createRoute({
  operationId: 'savePrivacy',
  summary: "Changes the member's privacy settings",
  description: 'Omitted settings do not change. Returns all settings.',
  method: 'put',
  path: '/api/settings/privacy',
  tags: ['settings'],
  security: signedIn,
  request: jsonBody(privacyChanges, { bio: 'members', telefono: 'me', showPresence: true }),
  responses: { 200: json('The settings', privacySchema), ...problems('common.unauthenticated') },
})
