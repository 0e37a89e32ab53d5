import { isLoopback } from '../platform/http/network.ts'
import type { Platform, Slice } from '../slice.ts'
import { notificationsJobs } from './notifications.jobs.ts'
import { notificationsRoutes } from './notifications.routes.ts'
import { createNotificationsService } from './notifications.service.ts'
import { pushRoutes } from './push.routes.ts'
import { createPushService } from './push.service.ts'
import type { NamesOf } from './push-contents.ts'
import { createPushKeys } from './push-keys.ts'
import { startPushes } from './pushes.ts'
import { createUnsubscribeTokens } from './unsubscribe-tokens.ts'

export function notificationsSlice(platform: Platform, { namesOf }: { namesOf: NamesOf }) {
  const { settings, origin } = platform
  const { secret, contact, extensions, pushHosts } = settings
  const hasSwitches = extensions === 'on'
  const tokens = createUnsubscribeTokens(secret)
  const keys = createPushKeys(secret, contact ? `mailto:${contact}` : origin)
  const hosts = { added: pushHosts, isLocal: isLoopback(new URL(origin).hostname) }
  const service = createNotificationsService({ ...platform, tokens, hasSwitches })
  const push = createPushService({ ...platform, hosts, publicKey: keys.publicKey })
  return {
    service,
    routes: [notificationsRoutes(service), pushRoutes(push)],
    jobs: notificationsJobs({ ...platform, tokens, hasSwitches }),
    start: () => [startPushes({ ...platform, keys, hosts, namesOf, hasSwitches })],
  } satisfies Slice & Record<string, unknown>
}
