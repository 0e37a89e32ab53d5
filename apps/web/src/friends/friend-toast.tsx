import type { ReactNode } from 'react'
import { Button } from '../ui/button.tsx'
import { hideToast, showToast } from '../ui/toast.tsx'
import styles from './friend-toast.module.css'
import { friendsTexts } from './friends.texts.it.ts'

/** Milliseconds: there is something to read and to press. */
const lifetime = 12_000

/** Says that somebody is a friend now, and leads to the chat with them, in which it isn't shown. */
export function showFriendToast(text: ReactNode, chatPath: string, onWrite: () => void): void {
  if (chatPath === location.pathname) return
  const id = showToast(
    'done',
    <span className={styles.toast}>
      <span>{text}</span>
      <Button
        variant="soft"
        size="small"
        onClick={() => {
          hideToast(id)
          onWrite()
        }}
      >
        {friendsTexts.write}
      </Button>
    </span>,
    lifetime,
    chatPath,
  )
}
