/** The browser's local store. Who blocks all cookies has none; even asking for it fails. */
export function localStore(): Storage | null {
  try {
    return localStorage
  } catch {
    return null
  }
}
