import { createRoute, z } from '@hono/zod-openapi'
import { personSchema } from '../friends/friends.routes.ts'
import { json, jsonBody, namedId, problems, signedIn, withScope } from '../http.ts'
import { skills } from '../skills.ts'
import { maximumProfileLinks } from './profiles.rules.ts'

const skill = z.enum(skills)

/**
 * The member's own document (specification, point 3, users). Nobody else receives it. The lists of friends and requests
 * are the friends slice's, page by page; here are their counts.
 */
export const ownProfileSchema = z
  .object({
    uid: z.uuid(),
    displayName: z.string(),
    email: z.string(),
    photoURL: z.string(),
    bio: z.string(),
    telefono: z.string(),
    citta: z.string(),
    /** yyyy-mm-dd, or empty. */
    dataNascita: z.string(),
    professione: z.string(),
    /** The member's skills, in the order of the list. */
    interessi: z.array(skill),
    links: z.array(z.string()),
    friendCount: z.number().int(),
    createdAt: z.iso.datetime(),
    updatedAt: z.iso.datetime(),
    isBot: z.boolean(),
  })
  .openapi('OwnProfile')

export type OwnProfile = z.infer<typeof ownProfileSchema>

const tags = ['profiles']

export const ownProfileRoute = createRoute({
  operationId: 'ownProfile',
  summary: "Returns the member's own profile",
  description: "Has all fields, whatever their visibility, and the member's email and rights.",
  method: 'get',
  path: '/api/profiles/me',
  tags,
  security: withScope(signedIn, 'profile:read'),
  responses: { 200: json('The profile', ownProfileSchema), ...problems('common.unauthenticated') },
})

/** The most shared friends, and the most shared events, that a profile names. */
export const maximumShared = 3

/** How another member stands to the viewer; `outgoing` and `incoming` requests as the viewer sees them. */
const relation = z.enum(['self', 'friends', 'outgoing', 'incoming', 'none'])

export type Relation = z.infer<typeof relation>

/**
 * A member as another one may see them. A field that the viewer may not see is absent; one that is empty was not filled in.
 * Shared friends and events are counted when the profile is read: no news updates them.
 */
export const profileSchema = personSchema
  .extend({
    memberSince: z.iso.datetime(),
    isBot: z.boolean(),
    relation,
    bio: z.string().optional(),
    professione: z.string().optional(),
    citta: z.string().optional(),
    telefono: z.string().optional(),
    /** yyyy-mm-dd, or empty. */
    dataNascita: z.string().optional(),
    email: z.string().optional(),
    /** Skills and links are visible to whom the bio is. */
    interessi: z.array(skill).optional(),
    links: z.array(z.string()).optional(),
    /** By name, at most `maximumShared` of them. */
    sharedFriends: z.object({ count: z.number().int(), people: z.array(personSchema) }),
    /** The latest first, at most `maximumShared` of them. */
    sharedEvents: z.object({
      count: z.number().int(),
      events: z.array(z.object({ id: z.uuid(), title: z.string() })),
    }),
  })
  .openapi('Profile')

export type Profile = z.infer<typeof profileSchema>

export const readProfileRoute = createRoute({
  operationId: 'readProfile',
  summary: "Returns a member's profile, with the fields that the caller can see",
  description: 'Not found if the account was deleted.',
  method: 'get',
  path: '/api/profiles/{uid}',
  tags,
  security: withScope(signedIn, 'profile:read'),
  request: { params: z.object({ uid: namedId }) },
  responses: {
    200: json('The profile', profileSchema),
    ...problems('common.unauthenticated', 'profiles.not_found', 'profiles.too_many_views'),
  },
})

const field = z.string().max(10_000).optional()

export const saveProfileRoute = createRoute({
  operationId: 'saveProfile',
  summary: "Edits the member's profile",
  description:
    "Omitted fields do not change. `links` are encrypted pages, at most three. Published to the member's own tabs; a changed name is published to everybody.",
  method: 'patch',
  path: '/api/profiles/me',
  tags,
  security: signedIn,
  request: jsonBody(
    z.object({
      displayName: field,
      professione: field,
      citta: field,
      telefono: field,
      dataNascita: field,
      bio: field,
      interessi: z.array(skill).max(skills.length).optional(),
      links: z.array(z.string().max(10_000)).max(maximumProfileLinks).optional(),
    }),
    {
      displayName: 'Anna Verdi',
      professione: 'Sviluppatrice',
      citta: 'Bologna',
      interessi: ['Web', 'OSINT'],
    },
  ),
  responses: {
    200: json('The updated profile', ownProfileSchema),
    ...problems(
      'common.unauthenticated',
      'profiles.display_name_empty',
      'profiles.display_name_too_short',
      'profiles.display_name_too_long',
      'profiles.display_name_invalid',
      'profiles.display_name_taken',
      'profiles.name_check_failed',
      'profiles.birth_date_invalid',
      'profiles.link_invalid',
      'profiles.field_too_long',
      'profiles.too_many_changes',
    ),
  },
})
