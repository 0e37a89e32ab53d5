const utf8 = new TextDecoder('utf-8', { fatal: true })

/** Controls but the tab and what ends a line: a terminal would obey them, and no text has them. */
const control = /[^\P{Cc}\t\n\f\r]/u

/** Whether bytes are a text in UTF-8 without control characters. */
export function isText(bytes: Uint8Array): boolean {
  try {
    return !control.test(utf8.decode(bytes))
  } catch {
    return false
  }
}
