import { useEffect, useState } from 'react'
import { chatTexts } from '../chat.texts.it.ts'
import styles from '../suggestion-list.module.css'
import type { SuggestionSource } from '../use-suggestions.ts'
import { emojiBegun } from './emoji-begun.ts'
import { noteRecent } from './recent-emoji.ts'

/** As many as the list shows without scrolling. */
const maximumOffered = 4

/** Emoji by their names, which are loaded with the first that is begun. */
export function useEmojiSuggestions(text: string, cursor: number): SuggestionSource {
  const [emoji, setEmoji] = useState<typeof import('./emoji.ts') | null>(null)
  const isAwaited = emoji === null && emojiBegun(text, cursor) !== null
  useEffect(() => {
    // Without network there are none; the next name asks for them again.
    if (isAwaited) import('./emoji.ts').then(setEmoji, () => undefined)
  }, [isAwaited])
  return {
    label: chatTexts.suggestedEmoji,
    begun: emojiBegun,
    find: (typed) =>
      (emoji?.findEmoji(typed) ?? []).slice(0, maximumOffered).map(({ sign, names: [name, shortcode] }) => ({
        key: sign,
        content: (
          <>
            <span className={styles.sign} aria-hidden="true">
              {sign}
            </span>
            <span>{name}</span>
            <span className={styles.shortcode} aria-hidden="true">
              {`:${shortcode}:`}
            </span>
          </>
        ),
        insert: sign,
        onChoose: () => noteRecent(sign),
      })),
  }
}
