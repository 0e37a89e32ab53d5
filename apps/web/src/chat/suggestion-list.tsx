import styles from './suggestion-list.module.css'
import type { SuggestionListState } from './use-suggestions.ts'

/** What may be meant, above the box that has the keys. */
export function SuggestionList({
  list: { listId, label, found, index, optionId, choose },
}: {
  list: SuggestionListState
}) {
  if (found.length === 0) return null
  return (
    <div id={listId} role="listbox" aria-label={label} tabIndex={-1} className={styles.list}>
      {found.map((suggestion, place) => (
        // biome-ignore lint/a11y/useKeyWithClickEvents: the box has the keys
        <div
          key={suggestion.key}
          ref={place === index && index > 0 ? scrollToIt : undefined}
          id={optionId(place)}
          role="option"
          tabIndex={-1}
          aria-selected={place === index}
          aria-description={suggestion.description}
          className={styles.option}
          onMouseDown={(event) => event.preventDefault()}
          onClick={() => choose(suggestion)}
        >
          {suggestion.content}
        </div>
      ))}
    </div>
  )
}

function scrollToIt(option: HTMLElement | null): void {
  option?.scrollIntoView({ block: 'nearest' })
}
