import { IconUsers } from '@tabler/icons-react'
import { BotMark } from '../ui/bot-mark.tsx'
import { mentionTexts } from './chat.texts.it.ts'
import { type Chosen, nameBegun, type Offered, peopleNamed } from './mentions.ts'
import styles from './suggestion-list.module.css'
import type { SuggestionSource } from './use-suggestions.ts'

/** The people to mention. */
export function mentionSuggestions(
  people: () => Offered[],
  onChoose: (person: Chosen) => void,
): SuggestionSource {
  return {
    label: mentionTexts.list,
    begun: nameBegun,
    find: (typed) =>
      peopleNamed(people(), typed).map(({ uid, displayName, isFriend }) => ({
        key: uid,
        content: (
          <>
            <bdi>{displayName}</bdi>
            <BotMark uid={uid} />
            {isFriend && <IconUsers className={styles.friend} aria-hidden="true" />}
          </>
        ),
        description: isFriend ? mentionTexts.friend : undefined,
        insert: `@${displayName} `,
        onChoose: () => onChoose({ uid, displayName }),
      })),
  }
}
