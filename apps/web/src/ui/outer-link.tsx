import type { ReactNode } from 'react'
import styles from './outer-link.module.css'

/** Characters that turn the direction of the text after them (UAX #9). */
const directions = /[\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]/g

const secure = 'https://'

/**
 * A link that somebody wrote. It leads where it says: where the text doesn't begin with the link's own host, or shows
 * another one (CVE-2023-36462), the host stands behind it. A narrow line breaks it before its path.
 *
 * @param brief the text where there is little room: the link, or the beginning of it and an ellipsis. Its 'https://' is
 * there for screen readers and for copying
 * @param rel what the page says of the link to crawlers and to the page behind it
 */
export function OuterLink({
  href,
  brief,
  rel = 'noopener noreferrer nofollow',
}: {
  href: string
  brief?: string
  rel?: string
}) {
  const shown = brief ?? href
  const host = hiddenHost(href, shown)
  const text = shown.replaceAll(directions, encodeURIComponent)
  const rest = brief && text.startsWith(secure) ? secure.length : 0
  const path = text.indexOf('/', text.indexOf('//') + 2) + 1
  return (
    <bdi dir="ltr">
      <a href={href} target="_blank" rel={rel}>
        {rest > 0 && <span className={styles.scheme}>{text.slice(0, rest)}</span>}
        {path > 0 && (
          <>
            <span>{text.slice(rest, path)}</span>
            <wbr />
          </>
        )}
        <span>{text.slice(Math.max(rest, path))}</span>
      </a>
      {host && <span className={styles.host}>{` [${host}]`}</span>}
    </bdi>
  )
}

/**
 * The host of a link whose text doesn't show it. An ellipsis may stand for its last part, 'esempio.…', and for no more:
 * the end of 'banca.it.esempio.org' names its owner.
 */
function hiddenHost(href: string, shown: string): string | null {
  const { protocol, host } = new URL(href)
  const plain = `${protocol}//${host}`
  const text = shown.toLowerCase()
  const isShown =
    (text.startsWith(plain) && '/?#…'.includes(text.charAt(plain.length))) ||
    (shown !== href &&
      text.startsWith(plain.slice(0, plain.lastIndexOf('.') + 1)) &&
      plain.startsWith(text.slice(0, -1)))
  return isShown ? null : host
}

/**
 * A link with a label that its writer chose. Unless that begins with the link's own host, the host stands behind it.
 *
 * @param label the text of the children
 */
export function LabelledLink({
  href,
  label,
  children,
}: {
  href: string
  label: string
  children: ReactNode
}) {
  const { protocol, host } = new URL(href)
  const plain = `${protocol}//${host}`
  const isShown = label.toLowerCase().startsWith(plain) && '/?#'.includes(label.charAt(plain.length))
  return (
    <bdi>
      <a href={href} target="_blank" rel="noopener noreferrer nofollow">
        {children}
      </a>
      {!isShown && <span className={styles.host}>{` [${host}]`}</span>}
    </bdi>
  )
}

/** A link to an address that Covo itself made, under a name that it chose: no host need stand behind it. */
export function ServiceLink({ href, children }: { href: string; children: ReactNode }) {
  return (
    <a href={href} target="_blank" rel="noopener noreferrer nofollow">
      {children}
    </a>
  )
}

/** A text that cannot turn the direction of the host behind it. */
export function withoutDirections(text: string): string {
  return text.replaceAll(directions, '')
}
