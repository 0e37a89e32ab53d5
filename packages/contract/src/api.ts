import { OpenAPIHono } from '@hono/zod-openapi'
import {
  cancelEmailChangeRoute,
  changeEmailRoute,
  confirmEmailRoute,
  readAccountRoute,
  revertEmailChangeRoute,
  sendVerificationMailRoute,
} from './account/account.routes.ts'
import {
  checkResetLinkRoute,
  loginRoute,
  logoutRoute,
  registerRoute,
  requestResetRoute,
  resetPasswordRoute,
  secondStepRoute,
} from './auth/auth.routes.ts'
import { confirmIdentityRoute } from './auth/confirmation.routes.ts'
import { endDeviceRoute, endOtherDevicesRoute, listDevicesRoute } from './auth/devices.routes.ts'
import { changePasswordRoute } from './auth/own-password.routes.ts'
import {
  addPasskeyRoute,
  askPasskeyRoute,
  beginPasskeyRoute,
  removePasskeyRoute,
  renamePasskeyRoute,
  signInByPasskeyRoute,
} from './auth/passkeys.routes.ts'
import {
  beginSecondFactorRoute,
  renewRecoveryCodesRoute,
  turnOffSecondFactorRoute,
  turnOnSecondFactorRoute,
} from './auth/second-factor.routes.ts'
import { blockRoute, listBlockedRoute, unblockRoute } from './blocks/blocks.routes.ts'
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
  readMessageRoute,
  readPartnerRoute,
  removeMessageRoute,
  searchMessagesRoute,
  sendMessageRoute,
  setReactionRoute,
  takeReactionBackRoute,
} from './chat/chat.routes.ts'
import { readDeletionTermsRoute, requestDeletionRoute } from './deletion/deletion.routes.ts'
import {
  chooseFeedRoute,
  makeFeedRoute,
  readFeedRoute,
  revokeFeedRoute,
} from './events/calendar-feed.routes.ts'
import { lookUpCtftimeRoute } from './events/ctftime.routes.ts'
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
  listPeriodRoute,
  nextEventRoute,
  similarEventRoute,
} from './events/events.routes.ts'
import { downloadExportRoute, readExportRoute, requestExportRoute } from './exports/exports.routes.ts'
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
  answerAppealRoute,
  appealRoute,
  decideRoute,
  listActsRoute,
  listAppealsRoute,
  listReportsRoute,
  readReportRoute,
  revertDecisionRoute,
} from './moderation/moderation.routes.ts'
import {
  listNotificationsRoute,
  listOwnEventsRoute,
  readNotificationSettingsRoute,
  readNotificationsRoute,
  saveNotificationSettingsRoute,
} from './notifications/notifications.routes.ts'
import {
  readPushKeyRoute,
  subscribeToPushRoute,
  testPushRoute,
  unsubscribeFromPushRoute,
} from './notifications/push.routes.ts'
import { removePhotoRoute, savePhotoRoute } from './profiles/photo.routes.ts'
import { ownProfileRoute, readProfileRoute, saveProfileRoute } from './profiles/profiles.routes.ts'
import { reportRoute } from './reports/reports.routes.ts'
import { readPrivacyRoute, savePrivacyRoute, sendPasswordResetRoute } from './settings/settings.routes.ts'
import {
  callWebhookRoute,
  createBotRoute,
  createWebhookRoute,
  deleteBotRoute,
  listBotsRoute,
  renewBotTokenRoute,
  revokeWebhookRoute,
} from './tokens/bots.routes.ts'
import { createTokenRoute, listTokensRoute, revokeTokenRoute } from './tokens/tokens.routes.ts'

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
    .openapi(savePhotoRoute, handler)
    .openapi(removePhotoRoute, handler)
    .openapi(listEventsRoute, handler)
    .openapi(listPeriodRoute, handler)
    .openapi(nextEventRoute, handler)
    .openapi(similarEventRoute, handler)
    .openapi(readFeedRoute, handler)
    .openapi(makeFeedRoute, handler)
    .openapi(chooseFeedRoute, handler)
    .openapi(revokeFeedRoute, handler)
    .openapi(getEventRoute, handler)
    .openapi(createEventRoute, handler)
    .openapi(lookUpCtftimeRoute, handler)
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
    .openapi(readMessageRoute, handler)
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
    .openapi(listBlockedRoute, handler)
    .openapi(blockRoute, handler)
    .openapi(unblockRoute, handler)
    .openapi(reportRoute, handler)
    .openapi(appealRoute, handler)
    .openapi(listReportsRoute, handler)
    .openapi(readReportRoute, handler)
    .openapi(listAppealsRoute, handler)
    .openapi(listActsRoute, handler)
    .openapi(decideRoute, handler)
    .openapi(revertDecisionRoute, handler)
    .openapi(answerAppealRoute, handler)
    .openapi(sendPasswordResetRoute, handler)
    .openapi(readAccountRoute, handler)
    .openapi(sendVerificationMailRoute, handler)
    .openapi(confirmEmailRoute, handler)
    .openapi(changeEmailRoute, handler)
    .openapi(cancelEmailChangeRoute, handler)
    .openapi(revertEmailChangeRoute, handler)
    .openapi(readDeletionTermsRoute, handler)
    .openapi(requestDeletionRoute, handler)
    .openapi(confirmIdentityRoute, handler)
    .openapi(requestExportRoute, handler)
    .openapi(readExportRoute, handler)
    .openapi(downloadExportRoute, handler)
    .openapi(changePasswordRoute, handler)
    .openapi(listDevicesRoute, handler)
    .openapi(endOtherDevicesRoute, handler)
    .openapi(endDeviceRoute, handler)
    .openapi(secondStepRoute, handler)
    .openapi(beginSecondFactorRoute, handler)
    .openapi(turnOnSecondFactorRoute, handler)
    .openapi(turnOffSecondFactorRoute, handler)
    .openapi(renewRecoveryCodesRoute, handler)
    .openapi(askPasskeyRoute, handler)
    .openapi(signInByPasskeyRoute, handler)
    .openapi(beginPasskeyRoute, handler)
    .openapi(addPasskeyRoute, handler)
    .openapi(renamePasskeyRoute, handler)
    .openapi(removePasskeyRoute, handler)
    .openapi(readPrivacyRoute, handler)
    .openapi(savePrivacyRoute, handler)
    .openapi(readNotificationSettingsRoute, handler)
    .openapi(saveNotificationSettingsRoute, handler)
    .openapi(listNotificationsRoute, handler)
    .openapi(listOwnEventsRoute, handler)
    .openapi(readNotificationsRoute, handler)
    .openapi(readPushKeyRoute, handler)
    .openapi(subscribeToPushRoute, handler)
    .openapi(unsubscribeFromPushRoute, handler)
    .openapi(testPushRoute, handler)
    .openapi(firstStepsRoute, handler)
    .openapi(listTokensRoute, handler)
    .openapi(createTokenRoute, handler)
    .openapi(revokeTokenRoute, handler)
    .openapi(listBotsRoute, handler)
    .openapi(createBotRoute, handler)
    .openapi(renewBotTokenRoute, handler)
    .openapi(deleteBotRoute, handler)
    .openapi(createWebhookRoute, handler)
    .openapi(revokeWebhookRoute, handler)
    .openapi(callWebhookRoute, handler)
}

export type Api = ReturnType<typeof describeApi>
