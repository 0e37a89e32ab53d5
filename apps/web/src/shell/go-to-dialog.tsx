import { useDebouncedValue } from '@mantine/hooks'
import { IconSearch } from '@tabler/icons-react'
import { type KeyboardEvent, useEffect, useId, useState } from 'react'
import { typingPause } from '../friends/friends.queries.ts'
import { Dialog } from '../ui/dialog.tsx'
import { TextField } from '../ui/field.tsx'
import { goToTexts } from './go-to.texts.it.ts'
import styles from './go-to-dialog.module.css'
import { shellTexts } from './shell.texts.it.ts'
import { type Destination, useDestinations } from './use-destinations.ts'

/** A search field and its results, for the keyboard alone; closed, it leaves the focus where it was. */
export function GoToDialog({ ownId, onClose }: { ownId: string; onClose: () => void }) {
  return (
    <Dialog opened title={shellTexts.goTo} onClose={onClose}>
      <Search ownId={ownId} onClose={onClose} />
    </Dialog>
  )
}

function Search({ ownId, onClose }: { ownId: string; onClose: () => void }) {
  const [text, setText] = useState('')
  const [marked, setMarked] = useState(0)
  const query = text.trim()
  const [settled] = useDebouncedValue(query, typingPause)
  const { found, hasRooms, isSearching } = useDestinations(ownId, query, settled)
  const field = hasRooms ? goToTexts.fieldWithRooms : goToTexts.field
  const all = found.flatMap(({ destinations }) => destinations)
  const current = all[Math.min(marked, all.length - 1)]
  const listId = useId()
  const idOf = ({ key }: Destination) => `${listId}-${key}`
  const currentId = current && idOf(current)

  useEffect(() => {
    if (currentId) document.getElementById(currentId)?.scrollIntoView({ block: 'nearest' })
  }, [currentId])

  function choose(destination: Destination) {
    onClose()
    destination.go()
  }

  function handleKeyDown(event: KeyboardEvent) {
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key]
    if (step && all.length > 0) {
      event.preventDefault()
      setMarked((Math.min(marked, all.length - 1) + step + all.length) % all.length)
    }
    if (event.key === 'Enter' && current) {
      event.preventDefault()
      choose(current)
    }
  }

  return (
    <>
      <TextField
        className={styles.field}
        role="combobox"
        aria-label={field}
        placeholder={field}
        aria-expanded={all.length > 0}
        aria-controls={listId}
        aria-activedescendant={currentId}
        aria-autocomplete="list"
        autoComplete="off"
        data-autofocus
        icon={<IconSearch aria-hidden="true" />}
        value={text}
        onChange={(event) => {
          setText(event.currentTarget.value)
          setMarked(0)
        }}
        onKeyDown={handleKeyDown}
      />
      <div id={listId} role="listbox" aria-label={shellTexts.goTo} className={styles.list}>
        {found.map(({ name, destinations }) => (
          // biome-ignore lint/a11y/useSemanticElements: a fieldset is no part of a listbox
          <div key={name} role="group" aria-label={name}>
            <p className={styles.group} aria-hidden="true">
              {name}
            </p>
            {destinations.map((destination) => (
              // biome-ignore lint/a11y/useKeyWithClickEvents: the field has the keys
              <div
                key={destination.key}
                id={idOf(destination)}
                role="option"
                tabIndex={-1}
                aria-selected={destination === current}
                className={styles.option}
                onMouseDown={(event) => event.preventDefault()}
                onClick={() => choose(destination)}
              >
                <bdi>{destination.name}</bdi>
              </div>
            ))}
          </div>
        ))}
      </div>
      <p className={styles.nothing} role="status">
        {all.length === 0 && !isSearching && shellTexts.goToNothing}
      </p>
    </>
  )
}
