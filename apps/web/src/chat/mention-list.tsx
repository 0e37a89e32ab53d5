import { IconUsers } from '@tabler/icons-react'
import { BotMark } from '../ui/bot-mark.tsx'
import { mentionTexts } from './chat.texts.it.ts'
import styles from './mention-list.module.css'
import type { MentionListState } from './use-mention-list.ts'

/** The people who may be meant, above the box that has the keys. */
export function MentionList({
  list: { listId, found, index, optionId, choose },
}: {
  list: MentionListState
}) {
  if (found.length === 0) return null
  return (
    <div id={listId} role="listbox" aria-label={mentionTexts.list} tabIndex={-1} className={styles.list}>
      {found.map((person, place) => (
        // biome-ignore lint/a11y/useKeyWithClickEvents: the box has the keys
        <div
          key={person.uid}
          id={optionId(place)}
          role="option"
          tabIndex={-1}
          aria-selected={place === index}
          aria-description={person.isFriend ? mentionTexts.friend : undefined}
          className={styles.option}
          onMouseDown={(event) => event.preventDefault()}
          onClick={() => choose(person)}
        >
          <bdi>{person.displayName}</bdi>
          <BotMark uid={person.uid} />
          {person.isFriend && <IconUsers className={styles.friend} aria-hidden="true" />}
        </div>
      ))}
    </div>
  )
}
