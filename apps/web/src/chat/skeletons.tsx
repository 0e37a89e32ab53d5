import styles from './skeletons.module.css'

/** What lists of people and messages look like before they are there; seen only when that takes a while. */
export function Skeletons() {
  return (
    <div className={`${styles.skeletons} appears-late`} aria-busy="true">
      {[1, 2, 3].map((number) => (
        <div key={number} className={styles.skeleton} />
      ))}
    </div>
  )
}
