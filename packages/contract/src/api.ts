import { OpenAPIHono } from '@hono/zod-openapi'
import { confirmEmailRoute, readAccountRoute, sendVerificationMailRoute } from './account/account.routes.ts'
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
  noteTypingRoute,
  openPrivateChatRoute,
  readMentionRoute,
  readPartnerRoute,
  removeMessageRoute,
  searchMessagesRoute,
  sendMessageRoute,
  setReactionRoute,
  takeReactionBackRoute,
} from './chat/chat.routes.ts'
import {
  chooseFeedRoute,
  makeFeedRoute,
  readFeedRoute,
  revokeFeedRoute,
} from './events/calendar-feed.routes.ts'
import {
  cancelEventRoute,
  deleteEventRoute,
  editEventRoute,
  listEventUpdatesRoute,
  restoreEventRoute,
  sendEventMessageRoute,
} from './events/event-changes.routes.ts'
import {
  addOrganizerRoute,
  handOverEventRoute,
  listCandidatesRoute,
  removeOrganizerRoute,
} from './events/event-organizers.routes.ts'
import { exportParticipantsRoute, listParticipantsRoute } from './events/event-participants.routes.ts'
import {
  createEventRoute,
  getEventRoute,
  joinEventRoute,
  leaveEventRoute,
  listEventsRoute,
  nextEventRoute,
} from './events/events.routes.ts'
import {
  acceptRequestRoute,
  friendCountsRoute,
  friendPresenceRoute,
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
import {
  listNotificationsRoute,
  listOwnEventsRoute,
  readNotificationSettingsRoute,
  readNotificationsRoute,
  saveNotificationSettingsRoute,
} from './notifications/notifications.routes.ts'
import { ownProfileRoute, readProfileRoute, saveProfileRoute } from './profiles/profiles.routes.ts'
import { readPrivacyRoute, savePrivacyRoute, sendPasswordResetRoute } from './settings/settings.routes.ts'

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
    .openapi(readFeedRoute, handler)
    .openapi(makeFeedRoute, handler)
    .openapi(chooseFeedRoute, handler)
    .openapi(revokeFeedRoute, handler)
    .openapi(getEventRoute, handler)
    .openapi(createEventRoute, handler)
    .openapi(joinEventRoute, handler)
    .openapi(leaveEventRoute, handler)
    .openapi(editEventRoute, handler)
    .openapi(cancelEventRoute, handler)
    .openapi(restoreEventRoute, handler)
    .openapi(deleteEventRoute, handler)
    .openapi(listEventUpdatesRoute, handler)
    .openapi(sendEventMessageRoute, handler)
    .openapi(listParticipantsRoute, handler)
    .openapi(exportParticipantsRoute, handler)
    .openapi(listCandidatesRoute, handler)
    .openapi(addOrganizerRoute, handler)
    .openapi(removeOrganizerRoute, handler)
    .openapi(handOverEventRoute, handler)
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
    .openapi(noteTypingRoute, handler)
    .openapi(listPrivateChatsRoute, handler)
    .openapi(listUnreadChatsRoute, handler)
    .openapi(listChangesRoute, handler)
    .openapi(searchMessagesRoute, handler)
    .openapi(friendCountsRoute, handler)
    .openapi(friendPresenceRoute, handler)
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
    .openapi(readAccountRoute, handler)
    .openapi(sendVerificationMailRoute, handler)
    .openapi(confirmEmailRoute, handler)
    .openapi(readPrivacyRoute, handler)
    .openapi(savePrivacyRoute, handler)
    .openapi(readNotificationSettingsRoute, handler)
    .openapi(saveNotificationSettingsRoute, handler)
    .openapi(listNotificationsRoute, handler)
    .openapi(listOwnEventsRoute, handler)
    .openapi(readNotificationsRoute, handler)
    .openapi(firstStepsRoute, handler)
}

export type Api = ReturnType<typeof describeApi>
