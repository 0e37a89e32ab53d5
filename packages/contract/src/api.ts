import { OpenAPIHono } from '@hono/zod-openapi'
import { loginRoute, logoutRoute, registerRoute } from './auth/auth.routes.ts'
import { listMessagesRoute, sendMessageRoute } from './chat/chat.routes.ts'
import { ownProfileRoute } from './profiles/profiles.routes.ts'

const handler = null as never

/** The list of all routes, for its type alone: the browser's client is typed by it without importing any of it. */
function describeApi() {
  return new OpenAPIHono()
    .openapi(registerRoute, handler)
    .openapi(loginRoute, handler)
    .openapi(logoutRoute, handler)
    .openapi(ownProfileRoute, handler)
    .openapi(listMessagesRoute, handler)
    .openapi(sendMessageRoute, handler)
}

export type Api = ReturnType<typeof describeApi>
