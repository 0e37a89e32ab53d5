import { Fragment } from 'react'
import { OuterLink } from '../ui/outer-link.tsx'
import styles from './message.module.css'
import { splitMessage } from './split-message.ts'

/** A message's text: exactly what was sent, with links that can be followed and code set as such. */
export function MessageText({ text }: { text: string }) {
  let position = 0
  return splitMessage(text).map((part) => {
    const key = position
    position += part.text.length
    if (part.kind === 'link') return <OuterLink key={key} href={part.text} />
    if (part.kind === 'code')
      return (
        <code key={key} className={styles.code}>
          <span>`</span>
          {part.text.slice(1, -1)}
          <span>`</span>
        </code>
      )
    return <Fragment key={key}>{part.text}</Fragment>
  })
}
