import { call } from '../platform/api.ts'
import { accountTexts } from './account.texts.it.ts'
import { MailedLink } from './mailed-link.tsx'

/** Confirms an address, or makes a new one the member's. */
export function ConfirmEmailScreen() {
  return (
    <MailedLink
      heading={accountTexts.confirmHeading}
      route="conferma-email"
      action={accountTexts.confirm}
      onUse={async (token) => {
        const { email } = await call('POST /api/account/email/confirm', { json: { token } })
        return accountTexts.confirmed(email)
      }}
    />
  )
}
