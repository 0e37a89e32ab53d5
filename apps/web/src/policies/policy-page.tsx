import type { ReactNode } from 'react'
import { PolicyLinks } from '../ui/policy-links.tsx'
import { PublicPage } from '../ui/public-page.tsx'
import styles from './policy-page.module.css'

/** The page of a policy of the instance, with the links to the others at its end. */
export function PolicyPage({
  title,
  route,
  lead,
  children,
}: {
  title: string
  route: string
  lead?: string
  children: ReactNode
}) {
  return (
    <PublicPage title={title} route={route}>
      <div className={styles.text}>
        {lead && <p className={styles.lead}>{lead}</p>}
        {children}
      </div>
      <PolicyLinks />
    </PublicPage>
  )
}
