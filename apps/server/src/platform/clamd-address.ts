/** Where clamd listens. */
export type ClamdAddress = { path: string } | { host: string; port: number }

/** What to write where an address is not one. */
export const clamdAddressForm = 'unix:/run/clamav/clamd.ctl or tcp://127.0.0.1:3310'

/** Reads an address of that form; null where it is none. */
export function parseClamdAddress(text: string): ClamdAddress | null {
  const [, path] = /^unix:(\/.+)$/.exec(text) ?? []
  if (path) return { path }
  const url = URL.parse(text)
  if (url?.protocol !== 'tcp:' || !url.hostname || !url.port || !/^tcp:\/\/[^/?#@]+$/.test(text)) return null
  return { host: url.hostname.replace(/^\[(.*)\]$/, '$1'), port: Number(url.port) }
}
