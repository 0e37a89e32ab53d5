import type { IncomingMessage } from 'node:http'
import { BlockList, isIP, SocketAddress } from 'node:net'
import type { Log } from '../log/log.ts'

/**
 * The network that limits count as one address: an IPv4 address, also where it is mapped into IPv6 (CVE-2026-30827), or the /64
 * that an IPv6 address lies in, of which one household has all (CVE-2026-45364).
 */
export function networkOf(address: string): string {
  const ipv4 = /(?:^|:)(\d+\.\d+\.\d+\.\d+)$/.exec(address)?.[1]
  if (ipv4) return ipv4
  const [left = '', right = ''] = address.split('%')[0]?.split('::') ?? []
  const before = left.split(':').filter(Boolean)
  const after = right.split(':').filter(Boolean)
  const between = Array<string>(Math.max(0, 8 - before.length - after.length)).fill('0')
  const network = [...before, ...between, ...after].slice(0, 4)
  return `${network.map((group) => Number.parseInt(group, 16).toString(16)).join(':')}::/64`
}

/**
 * The site that a network belongs to: the /48 of an IPv6 one, which is the most that a customer is given (RIPE-690,
 * section 4.2), and an IPv4 address itself. For where somebody could use many networks against one account.
 */
export function siteOf(network: string): string {
  const groups = /^(.*)::\/64$/.exec(network)?.[1]?.split(':')
  return groups ? `${groups.slice(0, 3).join(':')}::/48` : network
}

/** Whether a host of a URL is this machine (RFC 5735, section 3; RFC 4291, section 2.5.3; RFC 6761, section 6.3). */
export function isLoopback(hostname: string): boolean {
  return /^(127\.[\d.]+|\[::1\]|(.+\.)?localhost\.?)$/.test(hostname)
}

/** Plain http would show what is sent to everybody on the way, and let them change the answer; on the own machine there is no way. */
export function isSafeAddress(address: string): boolean {
  const url = URL.parse(address)
  return url?.protocol === 'https:' || (url?.protocol === 'http:' && isLoopback(url.hostname))
}

/**
 * The networks of a list such as `10.0.0.0/8, 2001:db8::1`; null where a part of it is none. A network of all addresses
 * is refused: trusting it would mean to believe every sender.
 */
export function parseNetworks(list: string): BlockList | null {
  const networks = new BlockList()
  for (const part of list.split(',').map((one) => one.trim())) {
    if (part === '') continue
    const [address = '', prefix, ...rest] = part.split('/')
    const version = isIP(address)
    const longest = version === 4 ? 32 : 128
    const length = prefix === undefined ? longest : /^\d+$/.test(prefix) ? Number(prefix) : 0
    if (version === 0 || rest.length > 0 || length < 1 || length > longest) return null
    networks.addSubnet(address, length, version === 4 ? 'ipv4' : 'ipv6')
  }
  return networks
}

/**
 * The client's address of a request, in its canonical form. X-Forwarded-For is read only where a trusted
 * proxy sends it, from the right: each hop is named by the one after it, so the first that is not trusted is the last
 * that somebody trusted has seen, and all before it may be invented (RFC 7239, section 8.1; CVE-2026-16732). A hop
 * without an address (RFC 7239, section 6) ends the walk at the proxy that named it.
 */
export function createClientAddress(trusted: BlockList): (request: IncomingMessage) => string {
  return ({ socket, headers }) => {
    const hops = String(headers['x-forwarded-for'] ?? '').split(',')
    let address = canonicalAddress(socket.remoteAddress ?? '') ?? ''
    while (address && isListed(trusted, address)) {
      const hop = canonicalAddress(hops.pop()?.trim() ?? '')
      if (!hop) break
      address = hop
    }
    return address
  }
}

/** @param address in its canonical form */
export function isListed(networks: BlockList, address: string): boolean {
  return networks.check(address, isIP(address) === 4 ? 'ipv4' : 'ipv6')
}

/** An address without port, brackets and zone, in one spelling, IPv4 unmapped; null for a text that is no address. */
export function canonicalAddress(text: string): string | null {
  const bare = /^\[(.+)\](?::\d+)?$/.exec(text)?.[1] ?? /^([\d.]+):\d+$/.exec(text)?.[1] ?? text
  const version = isIP(bare)
  if (version === 0) return null
  const { address } = new SocketAddress({ address: bare, family: version === 4 ? 'ipv4' : 'ipv6' })
  return /^::ffff:([\d.]+)$/.exec(address)?.[1] ?? address
}

/**
 * Warns once where a proxy seems to be in front of an https origin and none is trusted: all visitors count as one address
 * then, and ten wrong passwords by anybody lock a member out for everybody.
 */
export function warnOfProxy({
  origin,
  trusted,
  log,
}: {
  origin: string
  trusted: BlockList
  log: Log
}): (request: IncomingMessage) => void {
  let isDue = origin.startsWith('https:') && trusted.rules.length === 0
  return ({ headers, socket }) => {
    if (!isDue || headers['x-forwarded-for'] === undefined) return
    isDue = false
    log.warn(
      { address: socket.remoteAddress },
      'X-Forwarded-For came, and COVO_TRUSTED_PROXIES names no proxy: every visitor counts as one address',
    )
  }
}
