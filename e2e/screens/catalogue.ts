import { accountStates } from '../account/account.states.ts'
import { authStates } from '../auth/auth.states.ts'
import { chatStates } from '../chat/chat.states.ts'
import { roomsStates } from '../chat/rooms.states.ts'
import { developersStates } from '../developers/developers.states.ts'
import { calendarStates } from '../events/calendar.states.ts'
import { eventRoomStates } from '../events/event-room.states.ts'
import { eventsStates } from '../events/events.states.ts'
import { publicEventsStates } from '../events/public-events.states.ts'
import { friendsStates } from '../friends/friends.states.ts'
import { founderStates } from '../home/founder.states.ts'
import { homeStates } from '../home/home.states.ts'
import { landingStates } from '../landing/landing.states.ts'
import { moderationStates } from '../moderation/moderation.states.ts'
import { moderatorStates } from '../moderation/moderator.states.ts'
import { notificationsStates } from '../notifications/notifications.states.ts'
import { policyStates } from '../policies/policies.states.ts'
import { profilesStates } from '../profiles/profiles.states.ts'
import { settingsStates } from '../settings/settings.states.ts'
import { shellStates } from '../shell/shell.states.ts'
import { eventTeamsStates } from '../teams/event-teams.states.ts'
import { teamsStates } from '../teams/teams.states.ts'

/** Every screen in every state. A new state of a screen is added here, and is then drawn and examined with the rest. */
export const catalogue = [
  ...landingStates,
  ...policyStates,
  ...developersStates,
  ...authStates,
  ...accountStates,
  ...shellStates,
  ...homeStates,
  ...founderStates,
  ...profilesStates,
  ...eventsStates,
  ...publicEventsStates,
  ...eventRoomStates,
  ...calendarStates,
  ...chatStates,
  ...roomsStates,
  ...teamsStates,
  ...eventTeamsStates,
  ...friendsStates,
  ...settingsStates,
  ...notificationsStates,
  ...moderationStates,
  ...moderatorStates,
]
