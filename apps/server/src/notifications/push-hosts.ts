import { isLoopback } from '../platform/http/network.ts'

/** The push services of Chrome, Firefox, Edge and Safari; of one that begins with a dot all hosts below it. */
const services = [
  'fcm.googleapis.com',
  'updates.push.services.mozilla.com',
  '.notify.windows.com',
  '.push.apple.com',
]

/** The push services that an operator adds, and whether the instance itself is reached on this machine alone. */
export type PushHosts = { added: readonly string[]; isLocal: boolean }

/**
 * Whether the server may send to an address that a browser names: to a push service and nowhere else, or members could have it
 * call any host of its network. Plain http is for a service on this machine, of an instance on this machine.
 */
export function isPushService(endpoint: string, { added, isLocal }: PushHosts): boolean {
  const url = URL.parse(endpoint)
  if (!url || url.username || url.password) return false
  const { protocol, hostname, port } = url
  if (protocol === 'http:') return isLocal && isLoopback(hostname) && added.includes(hostname)
  if (protocol !== 'https:' || port !== '') return false
  return [...services, ...added].some((service) =>
    service.startsWith('.')
      ? hostname.endsWith(service) && hostname.length > service.length
      : hostname === service,
  )
}
