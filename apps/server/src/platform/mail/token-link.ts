/**
 * The link of a mail with a token, which only its recipient knows. It is made of the configured origin, never of a request. Its
 * token is in the fragment, which a browser sends to nobody: no proxy's log has it.
 */
export function tokenLink(origin: string, path: string, token: string): string {
  return `${origin}${path}#token=${encodeURIComponent(token)}`
}
