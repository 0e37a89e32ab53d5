import { createRoute, z } from '@hono/zod-openapi'
import { json, namedId, problems, signedIn } from '../http.ts'

const deviceSchema = z
  .object({
    id: z.uuid(),
    /** Browser and system, such as 'Firefox su Linux'; empty where they are not known. */
    device: z.string(),
    /** How the session began; null for one from before that was noted. */
    method: z.enum(['password', 'provider', 'passkey']).nullable(),
    startedAt: z.iso.datetime(),
    /** A day, in UTC. */
    lastUsedOn: z.iso.date(),
    /** Whether it is the session of this request. */
    isCurrent: z.boolean(),
    /** Whether pushes go there. */
    hasPush: z.boolean(),
  })
  .openapi('Device')

/** A session of the member, as they recognise it. */
export type Device = z.infer<typeof deviceSchema>

const tags = ['account']
const path = '/api/account/sessions'

export const listDevicesRoute = createRoute({
  operationId: 'listDevices',
  summary: "Lists the member's sessions: the current one first, then by last use",
  description:
    'Each session has its browser and operating system, as far as the `User-Agent` names them, and the time of its last use.',
  method: 'get',
  path,
  tags,
  security: signedIn,
  responses: {
    200: json('The sessions', z.object({ sessions: z.array(deviceSchema) })),
    ...problems('common.unauthenticated'),
  },
})

export const endOtherDevicesRoute = createRoute({
  operationId: 'endOtherDevices',
  summary: 'Ends all other sessions of the member and returns their number',
  description: 'Pages of the ended sessions are signed out within one second, on all server processes.',
  method: 'delete',
  path,
  tags,
  security: signedIn,
  responses: {
    200: json('The number of ended sessions', z.object({ ended: z.int() })),
    ...problems('common.unauthenticated', 'account.confirmation_needed'),
  },
})

export const endDeviceRoute = createRoute({
  operationId: 'endDevice',
  summary: 'Ends another session of the member',
  description:
    'Repeated within one minute, the response is the same. The current session and sessions of other members are not found.',
  method: 'delete',
  path: `${path}/{id}`,
  tags,
  security: signedIn,
  request: { params: z.object({ id: namedId }) },
  responses: {
    204: { description: 'Ended' },
    ...problems('common.unauthenticated', 'account.confirmation_needed', 'account.session_not_found'),
  },
})
