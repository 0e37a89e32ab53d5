/** The browser's local store, or null. A browser that blocks all cookies has none; even asking for it fails. */
export function localStore(): Storage | null {
  try {
    return localStorage
  } catch {
    return null
  }
}
