import { createRoute, z } from '@hono/zod-openapi'
import { json, jsonBody, namedId, problems, signedIn } from '../http.ts'
import { eventVenues } from './events.rules.ts'

const foundSchema = z
  .object({
    ctftimeId: z.string(),
    title: z.string(),
    description: z.string(),
    dateTime: z.iso.datetime(),
    /** Empty where CTFtime says none that is after the start. */
    deadline: z.string(),
    link: z.string(),
    category: z.literal('ctf'),
    /** In Italian; empty where CTFtime says none. */
    duration: z.string(),
    timeZone: z.string(),
    venue: z.enum(eventVenues),
    address: z.string(),
  })
  .openapi('CtftimeEvent')

/** CTFtime's data of an event, as the fields of a form. */
export type CtftimeEvent = z.infer<typeof foundSchema>

export const lookUpCtftimeRoute = createRoute({
  operationId: 'lookUpCtftime',
  summary: 'Looks up an event on CTFtime, or returns the event that already refers to it',
  description:
    'Sends CTFtime only the number in `link`. Nothing is stored. Not available if the instance has no `COVO_CTFTIME_URL`.',
  method: 'post',
  path: '/api/events/ctftime',
  tags: ['events'],
  security: signedIn,
  request: jsonBody(
    z.object({
      link: z.string().max(20_000).default(''),
      /** The event that is being edited: it is not the one that is here already. */
      except: namedId.optional(),
    }),
    { link: 'https://ctftime.org/event/2345' },
  ),
  responses: {
    200: json(
      'The fields of a form, or the event that names the number and is neither over nor cancelled',
      z.union([foundSchema, z.object({ eventId: z.uuid() })]),
    ),
    ...problems(
      'common.unauthenticated',
      'common.not_found',
      'common.rate_limited',
      'events.ctftime_link_invalid',
      'events.ctftime_not_found',
      'events.ctftime_unavailable',
    ),
  },
})
