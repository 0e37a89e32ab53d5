import { policyTexts } from './policies.texts.it.ts'
import { PolicyPage } from './policy-page.tsx'

/** The rules of the community, and what to do where somebody breaks them. */
export function CommunityRulesScreen() {
  return (
    <PolicyPage title={policyTexts.rulesTitle} route="regole">
      <ol>
        {policyTexts.rules.map((rule) => (
          <li key={rule}>{rule}</li>
        ))}
      </ol>
      <h2>{policyTexts.reportsHeading}</h2>
      {policyTexts.reports.map((sentence) => (
        <p key={sentence}>{sentence}</p>
      ))}
    </PolicyPage>
  )
}
