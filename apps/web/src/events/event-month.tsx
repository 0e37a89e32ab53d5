import type { EventSelection } from '@covo/contract/events/events.fold'
import type { Event, LightEvent } from '@covo/contract/events/events.routes'
import type { DateOptions } from '@covo/contract/formatter'
import { wallTimeAt } from '@covo/contract/time-zones'
import { IconChevronLeft, IconChevronRight } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { type CSSProperties, type KeyboardEvent, useEffect, useId, useRef, useState } from 'react'
import { useSearchParams } from 'react-router'
import { describeError } from '../platform/api.ts'
import { dateFormat, readerZone } from '../platform/format.ts'
import { Button } from '../ui/button.tsx'
import { Contained } from '../ui/error-boundary.tsx'
import { giveFocus } from '../ui/keep-focus.ts'
import { LoadFailure } from '../ui/load-failure.tsx'
import { CategoryGlyph } from './category-badge.tsx'
import agendaStyles from './event-agenda.module.css'
import { AgendaRows } from './event-agenda.tsx'
import { datesOf } from './event-dates.ts'
import styles from './event-month.module.css'
import { eventPeriodQuery } from './events.queries.ts'
import { eventsTexts, periodErrors } from './events.texts.it.ts'
import {
  addDays,
  addMonths,
  type Bar,
  barsOf,
  eventsOn,
  periodOf,
  shownMonth,
  weekdayOf,
  weeksOf,
  withDays,
} from './month.ts'

/** Events of a day's own in its cell, and bars over it; the others are counted. */
const shownTitles = 2
const shownBars = 3

type ShownEvent = ReturnType<typeof withDays<LightEvent>>[number]

const dayIn = (options: DateOptions) => {
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
  const month = shownMonth(query.get('mese') ?? '', today)
  const [chosen, setChosen] = useState(today)
  const day = [chosen, today].find((date) => date.startsWith(month)) ?? `${month}-01`
  const period = periodOf(month)
  const { data, error, isFetching, refetch } = useQuery(eventPeriodQuery(selection, period))
  const own = useQuery(eventPeriodQuery({ ...selection, filter: 'mine', search: '' }, period))
  const ownIds = new Set(own.data?.events.map(({ id }) => id))
  const grid = useRef<HTMLTableElement>(null)
  const region = useRef<HTMLElement>(null)
  /** The day that takes the focus as soon as it is shown. */
  const awaited = useRef('')
  const regionId = useId()
  const events = withDays(data?.events ?? [])

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
          {weeks.map((week, index) => {
            const bars = barsOf(events, week)
            return (
              <tr key={week.find(Boolean) ?? index}>
                {week.map((date, place) =>
                  date ? (
                    <Contained as="td" key={date}>
                      <Day
                        date={date}
                        events={eventsOn(events, date)}
                        bars={bars}
                        ownIds={ownIds}
                        isChosen={date === day}
                        isToday={date === today}
                        onChoose={() => choose(date)}
                      />
                    </Contained>
                  ) : (
                    // biome-ignore lint/suspicious/noArrayIndexKey: the place beside a month's days is all that an empty cell has
                    <td key={place} />
                  ),
                )}
              </tr>
            )
          })}
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
  bars,
  ownIds,
  isChosen,
  isToday,
  onChoose,
}: {
  date: string
  events: ShownEvent[]
  /** Of the week. */
  bars: Bar<LightEvent>[]
  ownIds: ReadonlySet<string>
  isChosen: boolean
  isToday: boolean
  onChoose: () => void
}) {
  const over = bars.filter(({ from, to, lane }) => from <= date && date <= to && lane < shownBars)
  const length = Math.max(0, ...over.map(({ lane }) => lane + 1))
  /** The bars that begin in this cell; lanes without one keep their room. */
  const lanes = Array.from({ length }, (_, lane) =>
    over.find((bar) => bar.lane === lane && bar.from === date),
  )
  const titles = events.filter(({ firstDay, lastDay }) => firstDay === lastDay).slice(0, shownTitles)
  const more = events.length - over.length - titles.length
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
      {lanes.map((bar, lane) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: a lane is its place
        <span key={lane} className={styles.lane}>
          {bar && <BarOfDays bar={bar} isOwn={ownIds.has(bar.event.id)} />}
        </span>
      ))}
      {titles.map((event) => (
        <span key={event.id} className={styles.event} {...marksOf(event, ownIds.has(event.id))}>
          <EventTitle event={event} hasTime={!event.isAllDay} />
        </span>
      ))}
      {more > 0 && <span className={styles.more}>{eventsTexts.moreOfDay(more)}</span>}
    </td>
  )
}

/** Reaches from the cell of its first day in the week over those of the others. */
function BarOfDays({ bar: { event, from, to, days }, isOwn }: { bar: Bar<LightEvent>; isOwn: boolean }) {
  const begins = event.firstDay === from
  return (
    <span
      className={styles.event}
      {...marksOf(event, isOwn)}
      data-begins={begins}
      data-ends={event.lastDay === to}
      style={{ '--days': days } as CSSProperties}
    >
      <EventTitle event={event} hasTime={begins && !event.isAllDay} />
    </span>
  )
}

const marksOf = ({ category, status }: LightEvent, isOwn: boolean) => ({
  'data-category': category,
  'data-status': status,
  'data-own': isOwn,
})

function EventTitle({ event, hasTime }: { event: LightEvent; hasTime: boolean }) {
  return (
    <>
      <CategoryGlyph category={event.category} />
      {hasTime && <span className={styles.time}>{datesOf(event).time(event.dateTime)}</span>}
      <bdi>{event.title}</bdi>
    </>
  )
}
