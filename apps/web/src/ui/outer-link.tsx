import styles from './outer-link.module.css'

/** Characters that turn the direction of what follows (UAX #9). */
const directions = /[\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]/g

/**
 * A link that somebody wrote. It leads where it says: where the text doesn't begin with the link's own host in full,
 * or shows another one (CVE-2023-36462), the host stands behind it. `shown` is the link, or the beginning of it. A
 * narrow line breaks it before its path.
 */
export function OuterLink({ href, shown = href }: { href: string; shown?: string }) {
  const host = hiddenHost(href, shown)
  const text = shown.replaceAll(directions, encodeURIComponent)
  const path = text.indexOf('/', text.indexOf('//') + 2) + 1
  return (
    <bdi dir="ltr">
      <a href={href} target="_blank" rel="noopener noreferrer nofollow">
        {path > 0 && (
          <>
            {text.slice(0, path)}
            <wbr />
          </>
        )}
        {text.slice(path)}
      </a>
      {host && <span className={styles.host}> [{host}]</span>}
    </bdi>
  )
}

function hiddenHost(href: string, shown: string): string | null {
  const { protocol, host } = new URL(href)
  const plain = `${protocol}//${host}`
  const isShown = shown.toLowerCase().startsWith(plain) && '/?#'.includes(shown.charAt(plain.length))
  return isShown ? null : host
}
