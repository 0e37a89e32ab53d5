import { IconSearch } from '@tabler/icons-react'
import { lazy, Suspense, useRef, useState } from 'react'
import { IconButton } from '../ui/icon-button.tsx'
import { searchTexts } from './chat.texts.it.ts'
import type { Chosen } from './mentions.ts'
import styles from './search-button.module.css'

const SearchPanel = lazy(() =>
  import('./search-panel.tsx').then((module) => ({ default: module.SearchPanel })),
)

/** Opens the search of messages, in a conversation's head. */
export function SearchButton({
  conversationId,
  people,
}: {
  conversationId: string
  /** By whom messages may be looked for. */
  people: () => Chosen[]
}) {
  const button = useRef<HTMLButtonElement>(null)
  const [isOpen, setIsOpen] = useState(false)
  return (
    <>
      <IconButton
        ref={button}
        className={styles.button}
        aria-label={searchTexts.search}
        aria-expanded={isOpen}
        title={searchTexts.search}
        onClick={() => setIsOpen(!isOpen)}
      >
        <IconSearch aria-hidden="true" />
      </IconButton>
      {isOpen && (
        <Suspense>
          <SearchPanel
            conversationId={conversationId}
            people={people()}
            onClose={(leadsAway) => {
              setIsOpen(false)
              if (!leadsAway) button.current?.focus()
            }}
          />
        </Suspense>
      )}
    </>
  )
}
