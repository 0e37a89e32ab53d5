import { createContext, useContext } from 'react'
import { chatTexts } from './chat.texts.it.ts'
import styles from './message.module.css'
import type { MessageRow } from './message-rows.ts'

/** The sequence of the newest own message that the partner has read; null where there is none, or that is not shown. */
export const LastReadContext = createContext<number | null>(null)

/** @param readUpTo how far the partner has read; null where that is not shown */
export function lastReadOf(rows: readonly MessageRow[], readUpTo: number | null): number | null {
  if (readUpTo === null) return null
  const isRead = ({ isOwn, isRemoved, sequence }: MessageRow) =>
    isOwn && !isRemoved && sequence !== null && sequence <= readUpTo
  return rows.findLast(isRead)?.sequence ?? null
}

/** Stands below that message alone. */
export function ReadReceipt({ sequence }: { sequence: number | null }) {
  const lastRead = useContext(LastReadContext)
  return sequence !== null && sequence === lastRead && <p className={styles.sending}>{chatTexts.read}</p>
}
