import styles from './logo.module.css'

/** The mark alone, in the colour of the text around it. A class makes it another size by setting `--mark`. */
export function Logo({ className = '' }: { className?: string | undefined }) {
  return (
    <svg viewBox="0 0 32 32" fill="currentColor" className={`${styles.logo} ${className}`} aria-hidden="true">
      <path d="M2 30V16a14 14 0 0 1 28 0v14H18v-4h8V16a10 10 0 0 0-20 0v14z" />
      <path d="M10 14l3-3 6.5 6.5L13 24l-3-3 3.5-3.5z" />
    </svg>
  )
}
