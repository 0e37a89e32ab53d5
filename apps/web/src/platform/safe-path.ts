/**
 * The path if it leads to a page of this site, as a browser reads it, else null: a state from the browser's
 * history is not trusted.
 */
export function safePath(path: unknown): string | null {
  if (typeof path !== 'string' || !path.startsWith('/') || !URL.canParse(path, location.origin)) return null
  const { origin, pathname, search, hash } = new URL(path, location.origin)
  // With its dots resolved a path can begin with two slashes, which name another site.
  if (origin !== location.origin || pathname.startsWith('//')) return null
  return `${pathname}${search}${hash}`
}
