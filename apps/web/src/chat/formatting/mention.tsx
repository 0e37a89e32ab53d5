import type { NameOf } from '@covo/contract/chat/markup.text'
import { createContext, useContext } from 'react'
import { BotMark } from '../../ui/bot-mark.tsx'
import styles from './message-text.module.css'

/** The names of the people whom a message mentions, and its reader. */
export const MentionsContext = createContext<{ nameOf: NameOf; readerId: string }>({
  nameOf: () => undefined,
  readerId: '',
})

/** '@' and the member's present name; as typed where that is not known. The reader's own is marked. */
export function Mention({ uid }: { uid: string }) {
  const { nameOf, readerId } = useContext(MentionsContext)
  const name = nameOf(uid)
  if (name === undefined) return <span>{`<@${uid}>`}</span>
  return (
    <span className={styles.mention} data-own={uid === readerId}>
      <span>@</span>
      <bdi>{name}</bdi>
      <BotMark uid={uid} />
    </span>
  )
}
