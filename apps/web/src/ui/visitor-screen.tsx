import { useNotifications } from '@mantine/notifications'
import type { ReactNode } from 'react'
import { Link } from 'react-router'
import { instanceName } from '../platform/instance.ts'
import { ArchDecoration } from './arch-decoration.tsx'
import { Logo } from './logo.tsx'
import { Eyebrow, useScreenTitle } from './screen.tsx'
import { ToastPlace } from './toast-place.tsx'
import styles from './visitor-screen.module.css'

const loadToasts = () => import('./toasts.tsx').then((module) => module.ToastsAlone)

/** A form for visitors beside the panel with the logo, which needs a window at least `panelFrom` pixels wide. */
export function VisitorScreen({
  title,
  heading,
  route,
  panelFrom,
  children,
}: {
  title: string
  heading: string
  route: string
  panelFrom: 768 | 992
  children: ReactNode
}) {
  const headingRef = useScreenTitle(title)
  // A member whose session ended reads the toast about it here; a visitor without one doesn't load the script.
  const wasTold = useNotifications().notifications.length > 0
  return (
    <div className={styles.page} data-panel-from={panelFrom}>
      <div className={styles.panel}>
        <ArchDecoration className={styles.doorway}>
          <div className={styles.sign}>
            <Logo className={styles.mark} />
            <span className={styles.name}>{instanceName}</span>
            <span className="mono">
              <span>{`~/${instanceName.toLowerCase()} `}</span>
              <span className={styles.word}>entra</span>
              <span className="cursor" />
            </span>
          </div>
        </ArchDecoration>
      </div>
      <main className={styles.room}>
        <div className={styles.form}>
          <Link to="/" className={styles.brand}>
            <Logo className={styles.mark} />
            <span>{instanceName}</span>
          </Link>
          <Eyebrow route={route} />
          <h1 ref={headingRef} tabIndex={-1} className={styles.heading}>
            {heading}
          </h1>
          {children}
          <ToastPlace isNeeded={wasTold} load={loadToasts} />
        </div>
        <ArchDecoration className={styles.foot}>
          <span className={styles.light} />
        </ArchDecoration>
      </main>
    </div>
  )
}

/** Stands below the heading where there is no form: how the link of a mail works out. */
export function Outcome({ children }: { children: ReactNode }) {
  return <div className={styles.outcome}>{children}</div>
}
