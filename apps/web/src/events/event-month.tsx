import type { EventSelection } from '@covo/contract/events/events.fold'
import type { Event, LightEvent } from '@covo/contract/events/events.routes'
import { wallTimeAt } from '@covo/contract/time-zones'
import { IconChevronLeft, IconChevronRight } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { type KeyboardEvent, useEffect, useId, useRef, useState } from 'react'
import { useSearchParams } from 'react-router'
import { describeError } from '../platform/api.ts'
import { dateFormat } from '../platform/format.ts'
import { Button } from '../ui/button.tsx'
import { giveFocus } from '../ui/keep-focus.ts'
import { LoadFailure } from '../ui/load-failure.tsx'
import agendaStyles from './event-agenda.module.css'
import { AgendaRows } from './event-agenda.tsx'
import { readerZone } from './event-dates.ts'
import styles from './event-month.module.css'
import { eventPeriodQuery } from './events.queries.ts'
import { eventsTexts, periodErrors } from './events.texts.it.ts'
import { addDays, addMonths, eventsOn, isMonth, periodOf, weekdayOf, weeksOf } from './month.ts'

/** Titles in the cell of a day; the others are counted. */
const shownTitles = 2

const dayIn = (options: Intl.DateTimeFormatOptions) => {
  const format = dateFormat({ timeZone: 'UTC', ...options })
  return (date: string) => format(new Date(date))
}
const longDay = dayIn({ weekday: 'long', day: 'numeric', month: 'long' })
const longMonth = dayIn({ month: 'long', year: 'numeric' })
const longWeekday = dayIn({ weekday: 'long' })
const shortWeekday = dayIn({ weekday: 'short' })

/** To which day a key leads. */
const steps: Record<string, (date: string) => string> = {
  ArrowLeft: (date) => addDays(date, -1),
  ArrowRight: (date) => addDays(date, 1),
  ArrowUp: (date) => addDays(date, -7),
  ArrowDown: (date) => addDays(date, 7),
  Home: (date) => addDays(date, -weekdayOf(date)),
  End: (date) => addDays(date, 6 - weekdayOf(date)),
  PageUp: (date) => addMonths(date, -1),
  PageDown: (date) => addMonths(date, 1),
}

/**
 * The events of a selection in the month that the address names, and below it those of the day that is chosen. The day of the event
 * that is `sought` takes the focus and calls `onFound`.
 */
export function EventMonth({
  selection,
  sought,
  onFound,
}: {
  selection: EventSelection
  sought: Event | null
  onFound: () => void
}) {
  const [query, setQuery] = useSearchParams()
  const today = wallTimeAt(Date.now(), readerZone()).slice(0, 10)
  const asked = query.get('mese') ?? ''
  const month = isMonth(asked) ? asked : today.slice(0, 7)
  const [chosen, setChosen] = useState(today)
  const day = [chosen, today].find((date) => date.startsWith(month)) ?? `${month}-01`
  const { data, error, isFetching, refetch } = useQuery(eventPeriodQuery(selection, periodOf(month)))
  const grid = useRef<HTMLTableElement>(null)
  const region = useRef<HTMLElement>(null)
  /** The day that takes the focus as soon as it is shown. */
  const awaited = useRef('')
  const regionId = useId()
  const events = data?.events ?? []

  function choose(date: string) {
    setChosen(date)
    if (!date.startsWith(month)) setQuery({ vista: 'mese', mese: date.slice(0, 7) })
  }

  function focusDay(date: string) {
    awaited.current = date
    choose(date)
  }

  // Of each rendering: the month of the day that is awaited may be one later.
  useEffect(() => {
    const cell = grid.current?.querySelector<HTMLElement>(`[data-day="${awaited.current}"]`)
    if (cell && giveFocus(cell)) awaited.current = ''
  })

  const soughtDay = sought && eventDay(sought)
  const handleSought = useRef(focusDay)
  useEffect(() => {
    handleSought.current = focusDay
  })
  useEffect(() => {
    if (!soughtDay) return
    handleSought.current(soughtDay)
    onFound()
  }, [soughtDay, onFound])

  function handleKey(event: KeyboardEvent) {
    const step = steps[event.key]
    if (event.altKey || event.ctrlKey || event.metaKey || !(step || event.key === 'Enter')) return
    event.preventDefault()
    if (step) focusDay(step(day))
    else if (region.current) giveFocus(region.current)
  }

  if (error && !data)
    return (
      <LoadFailure
        text={eventsTexts.loadFailed(describeError(error, periodErrors))}
        isBusy={isFetching}
        onRetry={refetch}
      />
    )
  const weeks = weeksOf(month)
  const ofDay = eventsOn(events, day)
  return (
    <>
      <div className={styles.head}>
        <h2 className={styles.month}>{longMonth(day)}</h2>
        <Button size="small" onClick={() => choose(today)}>
          {eventsTexts.today}
        </Button>
        <Button size="small" aria-label={eventsTexts.monthBefore} onClick={() => choose(addMonths(day, -1))}>
          <IconChevronLeft aria-hidden="true" />
        </Button>
        <Button size="small" aria-label={eventsTexts.monthAfter} onClick={() => choose(addMonths(day, 1))}>
          <IconChevronRight aria-hidden="true" />
        </Button>
      </div>
      {/* biome-ignore lint/a11y/noNoninteractiveElementToInteractiveRole: a table with one tab stop is a grid */}
      <table ref={grid} role="grid" className={styles.grid} aria-label={longMonth(day)} aria-busy={!data}>
        <thead>
          <tr>
            {[0, 1, 2, 3, 4, 5, 6].map((index) => {
              const date = addDays('2024-01-01', index)
              return (
                <th key={index} scope="col" abbr={longWeekday(date)}>
                  {shortWeekday(date)}
                </th>
              )
            })}
          </tr>
        </thead>
        <tbody onKeyDown={handleKey}>
          {weeks.map((week, index) => (
            <tr key={week.find(Boolean) ?? index}>
              {week.map((date, place) =>
                date ? (
                  <Day
                    key={date}
                    date={date}
                    events={eventsOn(events, date)}
                    isChosen={date === day}
                    isToday={date === today}
                    onChoose={() => choose(date)}
                  />
                ) : (
                  // biome-ignore lint/suspicious/noArrayIndexKey: the place beside a month's days is all that an empty cell has
                  <td key={place} />
                ),
              )}
            </tr>
          ))}
        </tbody>
      </table>
      <section ref={region} className={agendaStyles.agenda} aria-labelledby={regionId} tabIndex={-1}>
        <div>
          <h2 id={regionId}>{eventsTexts.eventsOf(longDay(day))}</h2>
          {ofDay.length > 0 ? (
            <AgendaRows events={ofDay} headingId={regionId} />
          ) : (
            data && <p className={styles.none}>{eventsTexts.noneOfDay}</p>
          )}
        </div>
      </section>
    </>
  )
}

function eventDay({ dateTime, timeZone, isAllDay }: Event): string {
  return wallTimeAt(Date.parse(dateTime), isAllDay ? timeZone : readerZone()).slice(0, 10)
}

function Day({
  date,
  events,
  isChosen,
  isToday,
  onChoose,
}: {
  date: string
  events: LightEvent[]
  isChosen: boolean
  isToday: boolean
  onChoose: () => void
}) {
  const more = events.length - shownTitles
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: the grid has the keys
    <td
      // biome-ignore lint/a11y/noNoninteractiveElementToInteractiveRole: so are its cells
      role="gridcell"
      data-day={date}
      tabIndex={isChosen ? 0 : -1}
      aria-label={eventsTexts.dayWithEvents(longDay(date), events.length)}
      aria-selected={isChosen}
      aria-current={isToday ? 'date' : undefined}
      onClick={onChoose}
    >
      <span className={styles.number}>{Number(date.slice(8))}</span>
      {events.length > 0 && <span className={styles.count}>{events.length}</span>}
      {events.slice(0, shownTitles).map(({ id, title, status }) => (
        <bdi key={id} className={styles.title} data-status={status}>
          {title}
        </bdi>
      ))}
      {more > 0 && <span className={styles.more}>{eventsTexts.moreOfDay(more)}</span>}
    </td>
  )
}
