import { Link } from 'react-router'
import { policyTexts } from './policies.texts.it.ts'
import styles from './policy-page.module.css'
import { PolicyPage } from './policy-page.tsx'

/** The data that this instance keeps, and the members' rights (GDPR, art. 13). */
export function PrivacyPolicyScreen() {
  const { dataClasses, why, basis, kept } = policyTexts
  return (
    <PolicyPage title={policyTexts.privacyTitle} route="privacy" lead={policyTexts.privacyLead}>
      <h2>{policyTexts.controllerHeading}</h2>
      <p>{policyTexts.controller}</p>
      <p>{policyTexts.requests}</p>
      <h2>{policyTexts.dataHeading}</h2>
      {dataClasses.map((one) => (
        <section key={one.name}>
          <h3>{one.name}</h3>
          <p>{one.what}</p>
          <dl className={styles.facts}>
            <dt>{why}</dt>
            <dd>{one.why}</dd>
            <dt>{basis}</dt>
            <dd>{one.basis}</dd>
            <dt>{kept}</dt>
            <dd>{one.kept}</dd>
          </dl>
        </section>
      ))}
      <h2>{policyTexts.othersHeading}</h2>
      <p>{policyTexts.others}</p>
      <h2>{policyTexts.rightsHeading}</h2>
      <ul>
        {policyTexts.rights.map(({ text, path }) => (
          <li key={text}>{path ? <Link to={path}>{text}</Link> : text}</li>
        ))}
      </ul>
      <h2>{policyTexts.ageHeading}</h2>
      <p>{policyTexts.age}</p>
    </PolicyPage>
  )
}
