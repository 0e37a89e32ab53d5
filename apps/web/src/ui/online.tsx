import styles from './online.module.css'

/** Stands beside the name of a friend who is online; of others nothing is said. */
export function Online() {
  return <span className={styles.online}>Online</span>
}
