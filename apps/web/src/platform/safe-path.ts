/** The path if it leads to a page of this site, else null: what comes back from the browser's history is not trusted. */
export function safePath(path: unknown): string | null {
  if (typeof path !== 'string' || !path.startsWith('/') || path.startsWith('//') || path.includes('\\'))
    return null
  return URL.canParse(path, location.origin) && new URL(path, location.origin).origin === location.origin
    ? path
    : null
}
