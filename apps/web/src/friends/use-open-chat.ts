import { privateConversationId } from '@covo/contract/chat/chat.rules'
import { useMutation } from '@tanstack/react-query'
import { useNavigate } from 'react-router'
import { call } from '../platform/api.ts'
import { isOffline } from '../platform/offline.ts'
import { privateChatPath } from '../screens.ts'
import { friendsTexts, openChatErrors } from './friends.texts.it.ts'
import { showFailure } from './show-failure.ts'

/** Leads to the private chat with a friend, which begins with that. */
export function useOpenChat(ownId: string, onFailure: (failure: string) => void) {
  const navigate = useNavigate()
  const { mutateAsync, isPending } = useMutation({
    mutationFn: (uid: string) => call('POST /api/chat/private', { json: { uid } }),
  })

  async function open(uid: string) {
    if (isPending) return
    if (!uid) return onFailure(friendsTexts.partnerMissing)
    // Online, the server creates a missing one; offline, the last seen page is shown.
    if (isOffline()) return navigate(pathOf(uid))
    try {
      const { conversationId } = await mutateAsync(uid)
      await navigate(privateChatPath(conversationId))
    } catch (error) {
      showFailure(error, openChatErrors, onFailure)
    }
  }

  /** Of the chat with them. */
  const pathOf = (uid: string) => privateChatPath(privateConversationId(ownId, uid))
  return { open, pathOf, isPending }
}
