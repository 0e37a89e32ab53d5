import { isBot } from '@covo/contract/is-bot'
import styles from './bot-mark.module.css'

/** Stands beside the name of a bot; other names have none. The space before it keeps the two apart where they are read. */
export function BotMark({ uid }: { uid: string }) {
  return isBot(uid) ? <BotLabel /> : null
}

/** The same, for a known bot. */
export function BotLabel() {
  return (
    <>
      {' '}
      <span className={styles.mark}>bot</span>
    </>
  )
}
