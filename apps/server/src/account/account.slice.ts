import type { Needs, Platform, Slice } from '../slice.ts'
import { accountJobs } from './account.jobs.ts'
import { createAccountMails } from './account.mail.ts'
import { accountRoutes } from './account.routes.ts'
import { createAccountService } from './account.service.ts'
import type { EraseAccount } from './unclaimed-accounts.ts'

type AccountNeeds = Omit<Needs<typeof createAccountService>, 'providerLabel' | 'mails'> & {
  eraseAccount: EraseAccount
}

export function accountSlice(platform: Platform, needs: AccountNeeds): Slice {
  const { settings, mailer, origin, name } = platform
  const mails = createAccountMails(mailer, origin, name)
  const service = createAccountService({
    ...platform,
    ...needs,
    providerLabel: settings.provider?.label ?? '',
    mails,
  })
  return {
    routes: [accountRoutes(service)],
    jobs: accountJobs({
      ...platform,
      ...needs.addressConfirmation,
      eraseAccount: needs.eraseAccount,
      mails,
    }),
  }
}
