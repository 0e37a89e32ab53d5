import { IconArrowLeft } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import { Link, useNavigate } from 'react-router'
import { commonTexts } from '../platform/common.texts.it.ts'
import styles from './back-link.module.css'

/** The way back to the screen that this one belongs to, in the place of a screen's route. */
export function BackLink({ to, children }: { to: string; children: ReactNode }) {
  return (
    <div className={styles.place}>
      <Link className={styles.back} to={to}>
        <Arrow />
        {children}
      </Link>
    </div>
  )
}

/** The way back to the screen that the reader came from; on the first one of a visit, to another. */
export function BackToLast(fallback: { to: string; children: ReactNode }) {
  const navigate = useNavigate()
  if (!isFirstOfVisit())
    return (
      <div className={styles.place}>
        <button type="button" className={styles.back} onClick={() => void navigate(-1)}>
          <Arrow />
          <span>{commonTexts.back}</span>
        </button>
      </div>
    )
  return <BackLink {...fallback} />
}

function Arrow() {
  return <IconArrowLeft aria-hidden="true" />
}

/** The router numbers the entries that it makes in the history of a tab, from 0. */
function isFirstOfVisit(): boolean {
  const { idx = 0 } = (history.state ?? {}) as { idx?: number }
  return idx === 0
}
