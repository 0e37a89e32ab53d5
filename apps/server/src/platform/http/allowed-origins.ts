/**
 * The origins whose pages may change state or open a socket: the configured public one, or, where none is configured,
 * the loopback names on the server's own port.
 */
export function allowedOrigins(publicOrigin: string | null, port: number): ReadonlySet<string> {
  if (publicOrigin) return new Set([publicOrigin])
  return new Set(['localhost', '127.0.0.1', '[::1]'].map((host) => `http://${host}:${port}`))
}
