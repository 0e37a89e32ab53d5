import { conversationKind } from '@covo/contract/chat/chat.rules'
import { memberScreens, privateChatPath } from '../screens.ts'

const parameter = 'messaggio'

/** The path of a message, with which its conversation opens at it. */
export function messagePath(conversationId: string, sequence: number): string {
  const screen =
    conversationKind(conversationId) === 'public'
      ? memberScreens.publicChat.path
      : privateChatPath(conversationId)
  return `${screen}?${parameter}=${sequence}`
}

/** What an address says of a message: its sequence as written, or null where it names none. */
export function linkedMessage(search: string): string | null {
  return new URLSearchParams(search).get(parameter)
}

const screens = [memberScreens.publicChat.path, privateChatPath('[\\w-]+')].join('|')
const messagePaths = new RegExp(`^(${screens})\\?${parameter}=[1-9]\\d*$`)

/** The path of a link to a message of this instance; null where it leads elsewhere. */
export function innerPathOf(href: string, origin = location.origin): string | null {
  const path = href.startsWith(`${origin}/`) ? href.slice(origin.length) : ''
  return messagePaths.test(path) ? path : null
}
