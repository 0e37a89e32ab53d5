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
  summary: "CTFtime's data of an event, to fill in a form; or the event that is here already",
  description:
    'Only the number in `link` is sent there. Nothing is stored. Instances without `COVO_CTFTIME_URL` have no such operation.',
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
