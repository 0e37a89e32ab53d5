import { minimumPasswordLength, passwordStrength } from '@covo/contract/auth/auth.rules'
import { passwordTexts, strengthWords } from '../platform/password.texts.it.ts'
import styles from './strength-meter.module.css'

const bars = [1, 2, 3, 4, 5]

/** Five bars and a word, which alone carries the meaning; until the password is long enough, how long it has to be. */
export function StrengthMeter({ id, password }: { id: string; password: string }) {
  const score = passwordStrength(password)
  return (
    <div className={styles.meter} data-score={score}>
      <div className={styles.bars} aria-hidden="true">
        {bars.map((bar) => (
          <span key={bar} data-filled={bar <= score} />
        ))}
      </div>
      <p className={styles.caption} id={id} role="status">
        <span>{password.length < minimumPasswordLength ? passwordTexts.hint : passwordTexts.strength}</span>{' '}
        {password && <strong>{strengthWords[score]}</strong>}
      </p>
    </div>
  )
}
