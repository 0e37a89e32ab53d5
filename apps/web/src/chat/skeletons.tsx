import styles from './skeletons.module.css'

/** The placeholders of lists of people and messages until they are loaded; seen only when that takes a while. */
export function Skeletons() {
  return (
    <div className={`${styles.skeletons} appears-late`} aria-busy="true">
      {[1, 2, 3].map((number) => (
        <div key={number} className={styles.skeleton} />
      ))}
    </div>
  )
}
