import type { ReactNode } from 'react'
import { ChangeRoom } from './change-room.tsx'
import styles from './rooms.module.css'

/** The heading of a room, and beside it the way to others and what can be done there, if anything. */
export function RoomHead({
  conversationId,
  heading,
  children,
}: {
  conversationId: string
  heading: ReactNode
  children?: ReactNode
}) {
  return (
    <div className={styles.head}>
      <div>{heading}</div>
      <ChangeRoom conversationId={conversationId} />
      {children}
    </div>
  )
}
