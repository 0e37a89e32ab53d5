import { policyTexts } from './policies.texts.it.ts'
import styles from './policy-page.module.css'
import { PolicyPage } from './policy-page.tsx'

/** The data that the browser keeps for this instance. */
export function CookiesScreen() {
  return (
    <PolicyPage title={policyTexts.cookiesTitle} route="cookie" lead={policyTexts.cookiesLead}>
      <dl className={styles.facts}>
        {policyTexts.cookies.map(([name, purpose]) => (
          <Cookie key={name} name={name} purpose={purpose} />
        ))}
      </dl>
    </PolicyPage>
  )
}

function Cookie({ name, purpose }: { name: string; purpose: string }) {
  return (
    <>
      <dt>{name}</dt>
      <dd>{purpose}</dd>
    </>
  )
}
