import { OpenAPIHono } from '@hono/zod-openapi'
import {
  checkResetLinkRoute,
  loginRoute,
  logoutRoute,
  registerRoute,
  requestResetRoute,
  resetPasswordRoute,
} from './auth/auth.routes.ts'
import {
  editMessageRoute,
  listChangesRoute,
  listMentionsRoute,
  listMessagesRoute,
  listOwnReactionsRoute,
  listPrivateChatsRoute,
  listReactingRoute,
  listUnreadChatsRoute,
  markReadRoute,
  openPrivateChatRoute,
  readMentionRoute,
  readPartnerRoute,
  removeMessageRoute,
  sendMessageRoute,
  setReactionRoute,
  takeReactionBackRoute,
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
  listSentRequestsRoute,
  rejectRequestRoute,
  removeFriendRoute,
  searchPeopleRoute,
  sendRequestRoute,
  withdrawRequestRoute,
} from './friends/friends.routes.ts'
import { firstStepsRoute } from './home/home.routes.ts'
import { ownProfileRoute, readProfileRoute, saveProfileRoute } from './profiles/profiles.routes.ts'
import { sendPasswordResetRoute } from './settings/settings.routes.ts'

const handler = null as never

/** The list of all routes, for its type alone: the browser's client is typed by it without importing any of it. */
function describeApi() {
  return new OpenAPIHono()
    .openapi(registerRoute, handler)
    .openapi(loginRoute, handler)
    .openapi(logoutRoute, handler)
    .openapi(requestResetRoute, handler)
    .openapi(checkResetLinkRoute, handler)
    .openapi(resetPasswordRoute, handler)
    .openapi(ownProfileRoute, handler)
    .openapi(saveProfileRoute, handler)
    .openapi(readProfileRoute, handler)
    .openapi(listEventsRoute, handler)
    .openapi(nextEventRoute, handler)
    .openapi(createEventRoute, handler)
    .openapi(joinEventRoute, handler)
    .openapi(leaveEventRoute, handler)
    .openapi(listMessagesRoute, handler)
    .openapi(sendMessageRoute, handler)
    .openapi(editMessageRoute, handler)
    .openapi(removeMessageRoute, handler)
    .openapi(setReactionRoute, handler)
    .openapi(takeReactionBackRoute, handler)
    .openapi(listReactingRoute, handler)
    .openapi(listOwnReactionsRoute, handler)
    .openapi(listMentionsRoute, handler)
    .openapi(readMentionRoute, handler)
    .openapi(openPrivateChatRoute, handler)
    .openapi(readPartnerRoute, handler)
    .openapi(markReadRoute, handler)
    .openapi(listPrivateChatsRoute, handler)
    .openapi(listUnreadChatsRoute, handler)
    .openapi(listChangesRoute, handler)
    .openapi(friendCountsRoute, handler)
    .openapi(listFriendsRoute, handler)
    .openapi(listRequestsRoute, handler)
    .openapi(searchPeopleRoute, handler)
    .openapi(sendRequestRoute, handler)
    .openapi(acceptRequestRoute, handler)
    .openapi(rejectRequestRoute, handler)
    .openapi(listSentRequestsRoute, handler)
    .openapi(withdrawRequestRoute, handler)
    .openapi(removeFriendRoute, handler)
    .openapi(sendPasswordResetRoute, handler)
    .openapi(firstStepsRoute, handler)
}

export type Api = ReturnType<typeof describeApi>
