import { call } from '../platform/api.ts'
import { accountTexts } from './account.texts.it.ts'
import { MailedLink } from './mailed-link.tsx'

/** Takes a change of the address back. */
export function RevertEmailScreen() {
  return (
    <MailedLink
      heading={accountTexts.revertHeading}
      route="annulla-cambio-email"
      action={accountTexts.revert}
      onUse={async (token) => {
        await call('POST /api/account/email/revert', { json: { token } })
        return accountTexts.reverted
      }}
    />
  )
}
