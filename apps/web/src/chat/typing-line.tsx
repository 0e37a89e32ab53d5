import type { ShownTyping } from '@covo/contract/chat/chat.fold'
import { Fragment } from 'react'
import { BotMark } from '../ui/bot-mark.tsx'
import { typingTexts } from './chat.texts.it.ts'
import styles from './typing-line.module.css'

/** The others who are writing, in a line that is always there: the list above it keeps its height. It is not read aloud. */
export function TypingLine({ typing: { people, more } }: { typing: ShownTyping }) {
  const last = people.length - 1
  const names = people.map(({ displayName }) => displayName)
  return (
    <p key={`${names} ${more}`} className={styles.line} data-names={people.length}>
      {people.map(({ uid, displayName }, index) => (
        <Fragment key={uid}>
          {index > 0 && (index === last && more === 0 ? typingTexts.and : ', ')}
          <bdi>{displayName}</bdi>
          <BotMark uid={uid} />
        </Fragment>
      ))}
      {people.length > 0 && typingTexts.typing(people.length + more, more)}
    </p>
  )
}
