import { useEffect } from 'react'
import { live } from '../platform/live.ts'
import { isWanted } from '../platform/notification-settings.ts'
import { showToast } from '../ui/toast.tsx'
import { showFriendToast } from './friend-toast.tsx'
import { friendsTexts } from './friends.texts.it.ts'
import { useOpenChat } from './use-open-chat.ts'

/** Shows a toast, on every screen, when somebody accepts the member's request. */
export function useAcceptedRequests(ownId: string): void {
  const { open, pathOf } = useOpenChat(ownId, reportFailure)
  useEffect(
    () =>
      live.subscribeToNews((received) => {
        for (const news of received) {
          if (news.type !== 'friends.changed' || news.acceptedBy === undefined) continue
          const { uid, acceptedBy } = news
          void isWanted('friendship').then((isShown) => {
            if (isShown)
              showFriendToast(
                friendsTexts.accepted(<bdi key="name">{acceptedBy}</bdi>),
                pathOf(uid),
                () => void open(uid),
              )
          })
        }
      }),
    [open, pathOf],
  )
}

function reportFailure(failure: string) {
  showToast('failed', friendsTexts.error(failure))
}
