import { eventOfRoom, publicRoomId, slugOfRoom, teamOfRoom } from '@covo/contract/chat/chat.rules'
import {
  eventRoomPath,
  memberScreens,
  messageParameter,
  privateChatPath,
  roomPath,
  teamRoomPath,
} from '../screens.ts'

/** The path of a message, with which its conversation opens at it. */
export function messagePath(conversationId: string, sequence: number): string {
  return `${conversationPath(conversationId)}?${messageParameter}=${sequence}`
}

/** The path of a conversation. */
export function conversationPath(conversationId: string): string {
  if (conversationId === publicRoomId) return memberScreens.publicChat.path
  const slug = slugOfRoom(conversationId)
  if (slug !== null) return roomPath(slug)
  const teamId = teamOfRoom(conversationId)
  if (teamId !== null) return teamRoomPath(teamId)
  const eventId = eventOfRoom(conversationId)
  return eventId === null ? privateChatPath(conversationId) : eventRoomPath(eventId)
}

/** The sequence of the message that an address names, as written; null where it names none. */
export function linkedMessage(search: string): string | null {
  return new URLSearchParams(search).get(messageParameter)
}

const id = '[\\w-]+'
const screens = [
  memberScreens.publicChat.path,
  privateChatPath(id),
  eventRoomPath(id),
  roomPath(id),
  teamRoomPath(id),
].join('|')
const messagePaths = new RegExp(`^(${screens})\\?${messageParameter}=[1-9]\\d*$`)

/** The path of a link to a message of this instance; null where it leads elsewhere. */
export function innerPathOf(href: string, origin = location.origin): string | null {
  const path = href.startsWith(`${origin}/`) ? href.slice(origin.length) : ''
  return messagePaths.test(path) ? path : null
}
