import { providerPopupPath } from '@covo/contract/auth/provider-popup'
import { publicEventsPath } from '@covo/contract/events/public-events'

/** A row of the tables below, which the router, the menu, the build and the tests read. */
export type Screen = {
  path: string
  /** Its module in this folder; the screen is the only export. */
  file: string
  /** Its name in the menu, in which only screens with a name stand; its icon is in `shell/menu.tsx`. */
  name?: string
  /** Paths of the API without whose answers the screen is empty: the page asks for them beside its scripts. */
  requests?: readonly string[]
}

/** Screens for visitors. */
export const visitorScreens = {
  landing: { path: '/', file: 'landing/landing.screen.tsx' },
  login: { path: '/Login', file: 'auth/login.screen.tsx' },
  register: { path: '/Register', file: 'auth/register.screen.tsx' },
} as const satisfies Record<string, Screen>

/** Screens for visitors and members. */
export const openScreens = {
  resetPassword: { path: '/reset-password', file: 'auth/reset-password.screen.tsx' },
  confirmEmail: { path: '/conferma-email', file: 'account/confirm-email.screen.tsx' },
  revertEmail: { path: '/annulla-cambio-email', file: 'account/revert-email.screen.tsx' },
  appeal: { path: '/reclamo', file: 'moderation/appeal.screen.tsx' },
  unsubscribe: { path: '/disiscrizione/:token', file: 'notifications/unsubscribe.screen.tsx' },
  publicEvents: { path: publicEventsPath, file: 'events/public-events.screen.tsx' },
  publicEvent: { path: '/eventi/:eventId', file: 'events/public-event.screen.tsx' },
  privacyPolicy: { path: '/privacy', file: 'policies/privacy-policy.screen.tsx' },
  cookies: { path: '/cookie', file: 'policies/cookies.screen.tsx' },
  communityRules: { path: '/regole', file: 'policies/community-rules.screen.tsx' },
  providerPopup: { path: providerPopupPath, file: 'auth/provider-popup.screen.tsx' },
} as const satisfies Record<string, Screen>

/** Screens for members, in the order of the menu. */
export const memberScreens = {
  home: { path: '/app/home', file: 'home/home.screen.tsx', name: 'Home' },
  profile: { path: '/app/profilo', file: 'profiles/profile.screen.tsx', name: 'Profilo' },
  events: { path: '/app/eventi', file: 'events/events.screen.tsx', name: 'Eventi' },
  publicChat: {
    path: '/app/chat-generale',
    file: 'chat/public-chat.screen.tsx',
    name: 'Chat Generale',
    requests: ['/api/chat/generale/messages'],
  },
  friends: { path: '/app/amici', file: 'home/friends.screen.tsx', name: 'Amici' },
  settings: {
    path: '/app/impostazioni',
    file: 'settings/settings.screen.tsx',
    name: 'Impostazioni',
  },
  security: { path: '/app/impostazioni/sicurezza', file: 'settings/security.screen.tsx' },
  notifications: { path: '/app/impostazioni/notifiche', file: 'settings/notifications.screen.tsx' },
  privacy: { path: '/app/impostazioni/privacy', file: 'settings/privacy.screen.tsx' },
  tokens: { path: '/app/impostazioni/api', file: 'settings/tokens.screen.tsx' },
  moderation: { path: '/app/moderazione', file: 'moderation/moderation.screen.tsx' },
  privateChat: { path: '/app/chat/:chatId', file: 'chat/private-chat.screen.tsx' },
  rooms: { path: '/app/stanze', file: 'chat/rooms.screen.tsx' },
  room: { path: '/app/stanze/:slug', file: 'chat/room-of-subject.screen.tsx' },
  // Before the event, whose id is a part of its path.
  calendar: { path: '/app/eventi/calendario', file: 'events/calendar-feed.screen.tsx' },
  event: { path: '/app/eventi/:eventId', file: 'events/event.screen.tsx' },
  eventRoom: { path: '/app/eventi/:eventId/chat', file: 'home/event-room.screen.tsx' },
  eventTeams: { path: '/app/eventi/:eventId/squadre', file: 'teams/event-teams.screen.tsx' },
  teams: { path: '/app/squadre', file: 'teams/teams.screen.tsx' },
  team: { path: '/app/squadre/:teamId', file: 'home/team.screen.tsx' },
  teamRoom: { path: '/app/squadre/:teamId/chat', file: 'home/team-room.screen.tsx' },
  person: { path: '/app/profilo/:uid', file: 'person/person.screen.tsx' },
} as const satisfies Record<string, Screen>

/** The screens that the menu names. */
export const menuScreens = Object.values(memberScreens).filter((screen) => 'name' in screen)

/** The path of a private conversation. */
export function privateChatPath(conversationId: string): string {
  return memberScreens.privateChat.path.replace(':chatId', conversationId)
}

/** The path of an event's page. */
export function eventPath(id: string): string {
  return memberScreens.event.path.replace(':eventId', id)
}

/** The path of an event's room. */
export function eventRoomPath(id: string): string {
  return memberScreens.eventRoom.path.replace(':eventId', id)
}

/** The path of the teams of an event. */
export function eventTeamsPath(id: string): string {
  return memberScreens.eventTeams.path.replace(':eventId', id)
}

/** The path of a room by subject. */
export function roomPath(slug: string): string {
  return memberScreens.room.path.replace(':slug', slug)
}

/** The path of a team's page. */
export function teamPath(id: string): string {
  return memberScreens.team.path.replace(':teamId', id)
}

/** The path of a team's room. */
export function teamRoomPath(id: string): string {
  return memberScreens.teamRoom.path.replace(':teamId', id)
}

/** In the address of a conversation, the sequence of the message at which it opens. */
export const messageParameter = 'messaggio'

/** The path of a message of an event's room. */
export function roomMessagePath(eventId: string, sequence: number): string {
  return `${eventRoomPath(eventId)}?${messageParameter}=${sequence}`
}

/** The path of an event's page for everybody. */
export function publicEventPath(id: string): string {
  return openScreens.publicEvent.path.replace(':eventId', id)
}

/** The path of a member's profile. */
export function profilePath(uid: string): string {
  return memberScreens.person.path.replace(':uid', uid)
}

/** The path of the own profile with its form open. */
export const editProfilePath = `${memberScreens.profile.path}#modifica`

/** The path of the friends' screen, open at the requests that wait for an answer. */
export const friendRequestsPath = `${memberScreens.friends.path}#richieste`

/** The path of the friends' screen, open at its search. */
export const searchPeoplePath = `${memberScreens.friends.path}#cerca`

/** The path of the events with the dialog open in which one is entered. */
export const newEventPath = `${memberScreens.events.path}#nuovo`
