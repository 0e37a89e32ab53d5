import { OpenAPIHono } from '@hono/zod-openapi'
import {
  loginRoute,
  logoutRoute,
  registerRoute,
  requestResetRoute,
  resetPasswordRoute,
} from './auth/auth.routes.ts'
import {
  listMessagesRoute,
  listUnreadChatsRoute,
  markReadRoute,
  openPrivateChatRoute,
  readPartnerRoute,
  sendMessageRoute,
} from './chat/chat.routes.ts'
import {
  createEventRoute,
  joinEventRoute,
  leaveEventRoute,
  listEventsRoute,
  nextEventRoute,
} from './events/events.routes.ts'
import {
  acceptRequestRoute,
  friendCountsRoute,
  listFriendsRoute,
  listRequestsRoute,
  rejectRequestRoute,
  searchPeopleRoute,
  sendRequestRoute,
} from './friends/friends.routes.ts'
import { ownProfileRoute, saveProfileRoute } from './profiles/profiles.routes.ts'
import { sendPasswordResetRoute } from './settings/settings.routes.ts'

const handler = null as never

/** The list of all routes, for its type alone: the browser's client is typed by it without importing any of it. */
function describeApi() {
  return new OpenAPIHono()
    .openapi(registerRoute, handler)
    .openapi(loginRoute, handler)
    .openapi(logoutRoute, handler)
    .openapi(requestResetRoute, handler)
    .openapi(resetPasswordRoute, handler)
    .openapi(ownProfileRoute, handler)
    .openapi(saveProfileRoute, handler)
    .openapi(listEventsRoute, handler)
    .openapi(nextEventRoute, handler)
    .openapi(createEventRoute, handler)
    .openapi(joinEventRoute, handler)
    .openapi(leaveEventRoute, handler)
    .openapi(listMessagesRoute, handler)
    .openapi(sendMessageRoute, handler)
    .openapi(openPrivateChatRoute, handler)
    .openapi(readPartnerRoute, handler)
    .openapi(markReadRoute, handler)
    .openapi(listUnreadChatsRoute, handler)
    .openapi(friendCountsRoute, handler)
    .openapi(listFriendsRoute, handler)
    .openapi(listRequestsRoute, handler)
    .openapi(searchPeopleRoute, handler)
    .openapi(sendRequestRoute, handler)
    .openapi(acceptRequestRoute, handler)
    .openapi(rejectRequestRoute, handler)
    .openapi(sendPasswordResetRoute, handler)
}

export type Api = ReturnType<typeof describeApi>
