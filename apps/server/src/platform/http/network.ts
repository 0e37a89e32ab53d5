/**
 * What limits count as one address: an IPv4 address, also where it comes mapped into IPv6 (CVE-2026-30827), or the /64
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
