import { type EventFilter, eventFilters } from '@covo/contract/events/events.rules'
import { NativeSelect, TextInput } from '@mantine/core'
import { useDebouncedValue } from '@mantine/hooks'
import { IconChevronDown, IconPlus, IconSearch } from '@tabler/icons-react'
import { useState } from 'react'
import { useMember } from '../platform/member.ts'
import { Button } from '../ui/button.tsx'
import { EmptyState } from '../ui/empty-state.tsx'
import { Screen } from '../ui/screen.tsx'
import { CreateEventDialog } from './create-event-dialog.tsx'
import { readerZone } from './event-dates.ts'
import { EventGrid } from './event-grid.tsx'
import styles from './events.module.css'
import { eventsTexts, filterNames } from './events.texts.it.ts'

/** Milliseconds without a key before the server is asked. */
const searchDelay = 250
/** What the server takes. */
const maximumSearchLength = 200

/** What happens in the community, to find, join and organise. */
export function EventsScreen() {
  const { uid: viewerId } = useMember()
  const [filter, setFilter] = useState<EventFilter>('all')
  const [typed, setTyped] = useState('')
  const [search] = useDebouncedValue(typed.trim(), searchDelay)
  const [isCreating, setIsCreating] = useState(false)
  const isFiltered = filter !== 'all' || search !== ''

  function clearFilters() {
    setFilter('all')
    setTyped('')
  }

  return (
    <Screen title={eventsTexts.title} heading={eventsTexts.heading} route="eventi">
      <div className={styles.tools}>
        <TextInput
          className={styles.search ?? ''}
          type="search"
          aria-label={eventsTexts.search}
          placeholder={eventsTexts.search}
          maxLength={maximumSearchLength}
          leftSection={<IconSearch aria-hidden="true" />}
          value={typed}
          onChange={(event) => setTyped(event.currentTarget.value)}
        />
        <NativeSelect
          className={styles.filter ?? ''}
          size="md"
          aria-label={eventsTexts.filter}
          rightSection={<IconChevronDown aria-hidden="true" />}
          data={eventFilters.map((value) => ({ value, label: filterNames[value] }))}
          value={filter}
          onChange={(event) => setFilter(event.currentTarget.value as EventFilter)}
        />
        <Button variant="primary" className={styles.create} onClick={() => setIsCreating(true)}>
          <IconPlus aria-hidden="true" />
          {eventsTexts.create}
        </Button>
      </div>
      <p className={styles.zone}>{eventsTexts.zone(readerZone)}</p>
      <EventGrid
        selection={{ filter, search, viewerId }}
        empty={
          isFiltered ? (
            <EmptyState text={eventsTexts.noneFiltered}>
              <Button variant="soft" onClick={clearFilters}>
                {eventsTexts.clearFilters}
              </Button>
            </EmptyState>
          ) : (
            <EmptyState text={eventsTexts.none}>
              <p className={styles.hint}>{eventsTexts.noneHint}</p>
              <Button variant="soft" onClick={() => setIsCreating(true)}>
                {eventsTexts.createFirst}
              </Button>
            </EmptyState>
          )
        }
      />
      <CreateEventDialog isOpen={isCreating} onClose={() => setIsCreating(false)} />
    </Screen>
  )
}
