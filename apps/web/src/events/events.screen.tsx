import { isSelected } from '@covo/contract/events/events.fold'
import type { Event } from '@covo/contract/events/events.routes'
import { type EventFilter, eventFilters } from '@covo/contract/events/events.rules'
import { NativeSelect } from '@mantine/core'
import { useDebouncedValue, useMediaQuery } from '@mantine/hooks'
import { IconCalendarShare, IconChevronDown, IconPlus, IconUsersGroup } from '@tabler/icons-react'
import { lazy, Suspense, useCallback, useEffect, useState } from 'react'
import { Link, useLocation, useNavigate, useSearchParams } from 'react-router'
import { readerZone } from '../platform/format.ts'
import { useMember } from '../platform/member.ts'
import { memberScreens, newEventPath } from '../screens.ts'
import { Button } from '../ui/button.tsx'
import { EmptyState } from '../ui/empty-state.tsx'
import { Screen } from '../ui/screen.tsx'
import { SearchBox } from '../ui/search-box.tsx'
import { feedTexts } from './calendar-feed.texts.it.ts'
import { CopyCalendarAddress } from './copy-calendar-address.tsx'
import { CreateEventDialog } from './create-event-dialog.tsx'
import { EventGrid } from './event-grid.tsx'
import styles from './events.module.css'
import { eventsTexts, filterNames } from './events.texts.it.ts'

const EventMonth = lazy(() => import('./event-month.tsx').then((module) => ({ default: module.EventMonth })))

type View = { name: string; inAddress: string | null }

const cards: View = { name: eventsTexts.cards, inAddress: null }
/** How the events are shown, in the order of the choice. */
const views: View[] = [
  cards,
  { name: eventsTexts.agenda, inAddress: 'agenda' },
  { name: eventsTexts.month, inAddress: 'mese' },
]

/** Milliseconds without a key before the server is asked. */
const searchDelay = 250

type DialogState = 'closed' | 'open' | 'done'

/** The community's events, to find, join and organise. */
export function EventsScreen() {
  const { uid: viewerId } = useMember()
  const [filter, setFilter] = useState<EventFilter>('all')
  const [typed, setTyped] = useState('')
  const [search] = useDebouncedValue(typed.trim(), searchDelay)
  const [query, setQuery] = useSearchParams()
  const view = views.find((one) => one.inAddress === query.get('vista')) ?? cards
  const location = useLocation()
  const navigate = useNavigate()
  const { pathname, search: shownQuery, hash } = location
  const state = location.state as { search?: string } | null
  const [dialog, setDialog] = useState<DialogState>(`${pathname}${hash}` === newEventPath ? 'open' : 'closed')
  const [sought, setSought] = useState<Event | null>(null)
  const handleFound = useCallback(() => setSought(null), [])
  const isNarrow = useMediaQuery('(width < 48em)', undefined, { getInitialValueInEffect: false })
  const selection = { filter, search, viewerId }
  const isFiltered = filter !== 'all' || search !== ''

  // 'Vai a…' opens this screen with the title of the chosen event as the search.
  useEffect(() => {
    if (!state?.search) return
    setFilter('all')
    setTyped(state.search)
  }, [state])

  useEffect(() => {
    // The dialog opens once, and not again at each reload. The router has no need to know, and would begin a new screen.
    if (hash) history.replaceState(history.state, '', `${pathname}${shownQuery}`)
  }, [hash, pathname, shownQuery])

  function clearFilters() {
    setFilter('all')
    setTyped('')
  }

  function handleCreated(event: Event) {
    if (!isSelected(event, { filter, search: typed.trim(), viewerId })) clearFilters()
    setSought(event)
    setDialog('done')
  }

  return (
    <Screen title={eventsTexts.title} heading={eventsTexts.heading} route="eventi">
      <div className={styles.tools}>
        <SearchBox className={styles.search} label={eventsTexts.search} text={typed} onChange={setTyped} />
        <NativeSelect
          className={styles.filter ?? ''}
          size="md"
          aria-label={eventsTexts.filter}
          rightSection={<IconChevronDown aria-hidden="true" />}
          data={eventFilters.map((value) => ({ value, label: filterNames[value] }))}
          value={filter}
          onChange={(event) => setFilter(event.currentTarget.value as EventFilter)}
        />
        <Button variant="primary" className={styles.create} onClick={() => setDialog('open')}>
          <IconPlus aria-hidden="true" />
          {eventsTexts.create}
        </Button>
      </div>
      <div className={styles.below}>
        {!isNarrow && (
          <>
            <Zone />
            <p className={styles.ways}>
              <Link to={memberScreens.calendar.path}>{feedTexts.title}</Link>
              <Link to={memberScreens.teams.path}>{eventsTexts.teams}</Link>
            </p>
          </>
        )}
        {filter === 'mine' && (
          <CopyCalendarAddress
            variant="soft"
            onNotCopied={() => navigate(memberScreens.calendar.path, { state: { showsAddress: true } })}
          />
        )}
        <ViewChoice
          view={view}
          onChange={({ inAddress }) => setQuery(inAddress ? { vista: inAddress } : {})}
        />
        {isNarrow && (
          <>
            <Link className={styles.sign} to={memberScreens.teams.path} title={eventsTexts.teams}>
              <IconUsersGroup aria-hidden="true" />
              <span className="visually-hidden">{eventsTexts.teams}</span>
            </Link>
            <Link className={styles.sign} to={memberScreens.calendar.path} title={feedTexts.title}>
              <IconCalendarShare aria-hidden="true" />
              <span className="visually-hidden">{feedTexts.title}</span>
            </Link>
          </>
        )}
      </div>
      {view.inAddress === 'mese' ? (
        <Suspense>
          <EventMonth selection={selection} sought={sought} onFound={handleFound} />
          {isNarrow && (
            <div className={styles.below}>
              <Zone />
            </div>
          )}
        </Suspense>
      ) : (
        <EventGrid
          selection={selection}
          view={view.inAddress === 'agenda' ? 'agenda' : 'cards'}
          sought={sought}
          onFound={handleFound}
          foot={isNarrow && <Zone />}
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
                <Button variant="soft" onClick={() => setDialog('open')}>
                  {eventsTexts.createFirst}
                </Button>
              </EmptyState>
            )
          }
        />
      )}
      <CreateEventDialog
        isOpen={dialog === 'open'}
        // The new card takes the focus.
        returnFocus={dialog !== 'done'}
        onClose={() => setDialog('closed')}
        onCreated={handleCreated}
      />
    </Screen>
  )
}

/** Of the times; on a phone it stands below the events. */
function Zone() {
  return <p className={styles.zone}>{eventsTexts.zone(readerZone())}</p>
}

function ViewChoice({ view, onChange }: { view: View; onChange: (view: View) => void }) {
  return (
    <fieldset className={styles.views}>
      <legend className="visually-hidden">{eventsTexts.view}</legend>
      {views.map((one) => (
        <label key={one.name} className={styles.view}>
          <input type="radio" name="view" checked={one === view} onChange={() => onChange(one)} />
          <span>{one.name}</span>
        </label>
      ))}
    </fieldset>
  )
}
