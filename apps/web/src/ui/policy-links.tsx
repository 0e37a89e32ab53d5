import { Link } from 'react-router'
import { commonTexts } from '../platform/common.texts.it.ts'
import { openScreens } from '../screens.ts'

const { privacyPolicy, cookies, communityRules } = openScreens

/** Links to the instance's policies. */
export function PolicyLinks() {
  return (
    <nav className="policy-links" aria-label={commonTexts.policies}>
      <Link to={privacyPolicy.path}>{commonTexts.privacy}</Link>
      <Link to={cookies.path}>{commonTexts.cookies}</Link>
      <Link to={communityRules.path}>{commonTexts.rules}</Link>
    </nav>
  )
}
