import type { z } from 'zod'
import type { problemMediaType } from './http.ts'

/** The routes that a module exports, by their method and path, such as `GET /api/events/{eventId}`. */
type RoutesOf<Module> = {
  [Name in keyof Module as Module[Name] extends { method: infer Method extends string; path: infer Path }
    ? `${Uppercase<Method>} ${Path & string}`
    : never]: Module[Name]
}

/** Every route of the contract, for its type alone: the browser's client is typed by it without importing any of it. */
interface Routes
  extends RoutesOf<typeof import('./account/account.routes.ts')>,
    RoutesOf<typeof import('./auth/auth.routes.ts')>,
    RoutesOf<typeof import('./auth/confirmation.routes.ts')>,
    RoutesOf<typeof import('./auth/devices.routes.ts')>,
    RoutesOf<typeof import('./auth/own-password.routes.ts')>,
    RoutesOf<typeof import('./auth/passkeys.routes.ts')>,
    RoutesOf<typeof import('./auth/second-factor.routes.ts')>,
    RoutesOf<typeof import('./blocks/blocks.routes.ts')>,
    RoutesOf<typeof import('./chat/chat.routes.ts')>,
    RoutesOf<typeof import('./deletion/deletion.routes.ts')>,
    RoutesOf<typeof import('./events/calendar-feed.routes.ts')>,
    RoutesOf<typeof import('./events/ctftime.routes.ts')>,
    RoutesOf<typeof import('./events/event-changes.routes.ts')>,
    RoutesOf<typeof import('./events/event-organizers.routes.ts')>,
    RoutesOf<typeof import('./events/event-participants.routes.ts')>,
    RoutesOf<typeof import('./events/events.routes.ts')>,
    RoutesOf<typeof import('./exports/exports.routes.ts')>,
    RoutesOf<typeof import('./files/files.routes.ts')>,
    RoutesOf<typeof import('./friends/friends.routes.ts')>,
    RoutesOf<typeof import('./home/home.routes.ts')>,
    RoutesOf<typeof import('./moderation/moderation.routes.ts')>,
    RoutesOf<typeof import('./notifications/notifications.routes.ts')>,
    RoutesOf<typeof import('./notifications/push.routes.ts')>,
    RoutesOf<typeof import('./profiles/photo.routes.ts')>,
    RoutesOf<typeof import('./profiles/profiles.routes.ts')>,
    RoutesOf<typeof import('./reports/reports.routes.ts')>,
    RoutesOf<typeof import('./rooms/rooms.routes.ts')>,
    RoutesOf<typeof import('./settings/settings.routes.ts')>,
    RoutesOf<typeof import('./teams/event-teams.routes.ts')>,
    RoutesOf<typeof import('./teams/teams.routes.ts')>,
    RoutesOf<typeof import('./tokens/bots.routes.ts')>,
    RoutesOf<typeof import('./tokens/tokens.routes.ts')> {}

/** The method and path of a route, as the contract writes them. */
export type Operation = keyof Routes

type RequestOf<Of extends Operation> = Routes[Of] extends { request: infer Request } ? Request : unknown
type ResponsesOf<Of extends Operation> = Routes[Of] extends { responses: infer Responses } ? Responses : never

type BodyInput<Body> = Body extends { content: { 'application/json': { schema: infer Schema } } }
  ? { json: z.input<Schema> }
  : { body: Blob }

/** The parts of a request that its route reads. */
export type InputOf<Of extends Operation> = (RequestOf<Of> extends { params: infer Schema }
  ? { param: z.input<Schema> }
  : unknown) &
  (RequestOf<Of> extends { query: infer Schema } ? { query: z.input<Schema> } : unknown) &
  (RequestOf<Of> extends { headers: infer Schema } ? { header: z.input<Schema> } : unknown) &
  (RequestOf<Of> extends { body: infer Body } ? BodyInput<Body> : unknown)

type JsonOf<Response, MediaType extends string> = Response extends {
  content: { [Type in MediaType]: { schema: infer Schema } }
}
  ? z.output<Schema>
  : undefined

/** The data of a route's success; undefined where its answer has no JSON. */
export type DataOf<Of extends Operation> = {
  [Status in keyof ResponsesOf<Of>]: Status extends 200 | 201 | 202 | 204
    ? JsonOf<ResponsesOf<Of>[Status], 'application/json'>
    : never
}[keyof ResponsesOf<Of>]

/** The codes of a route's refusals. */
export type CodeOf<Of extends Operation> = Of extends Operation
  ? Extract<
      {
        [Status in keyof ResponsesOf<Of>]: JsonOf<ResponsesOf<Of>[Status], typeof problemMediaType>
      }[keyof ResponsesOf<Of>],
      { code: string }
    >['code']
  : never
