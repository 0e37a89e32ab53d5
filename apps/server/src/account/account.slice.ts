import type { Needs, Platform, Slice } from '../slice.ts'
import { createAccountMails } from './account.mail.ts'
import { accountRoutes } from './account.routes.ts'
import { createAccountService } from './account.service.ts'
import { startRemovingUnclaimed } from './unclaimed-accounts.ts'

type AccountNeeds = Omit<Needs<typeof createAccountService>, 'providerLabel' | 'mails' | 'sendLater'>

export function accountSlice(platform: Platform, needs: AccountNeeds): Slice {
  const { settings, database, log, mailer, origin, name } = platform
  const service = createAccountService({
    ...platform,
    ...needs,
    providerLabel: settings.provider?.label ?? '',
    mails: createAccountMails(mailer, origin, name),
    sendLater: mailer.sendLater,
  })
  return {
    routes: [accountRoutes(service)],
    start: () => (settings.emailVerification === 'off' ? [] : [startRemovingUnclaimed(database, log)]),
  }
}
