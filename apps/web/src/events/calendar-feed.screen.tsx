import { useQuery } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import { Link, useLocation } from 'react-router'
import { memberScreens } from '../screens.ts'
import { LoadFailure } from '../ui/load-failure.tsx'
import { Screen } from '../ui/screen.tsx'
import { CalendarAddress } from './calendar-address.tsx'
import { CalendarChoice } from './calendar-choice.tsx'
import styles from './calendar-feed.module.css'
import { feedQuery } from './calendar-feed.queries.ts'
import { feedTexts } from './calendar-feed.texts.it.ts'
import { CopyCalendarAddress } from './copy-calendar-address.tsx'
import { BackToEvents } from './event-of-path.tsx'
import optionStyles from './event-option-fields.module.css'
import { PublicCalendars } from './public-calendars.tsx'

/** The member's events in the calendar of another program, and the way to their reminders. */
export function CalendarFeedScreen() {
  const { state } = useLocation() as { state: { showsAddress?: boolean } | null }
  const { data: feed, isError, refetch } = useQuery(feedQuery)
  /** Whether the address is to be selected, for the member to copy it by themselves. */
  const [isAddressSought, setIsAddressSought] = useState(state?.showsAddress === true)
  const options = useRef<HTMLDetailsElement>(null)
  const url = feed?.url

  useEffect(() => {
    const field = options.current?.querySelector('input')
    if (!isAddressSought || !url || !options.current || !field) return
    options.current.open = true
    field.focus()
    field.select()
    setIsAddressSought(false)
  }, [isAddressSought, url])

  return (
    <Screen title={feedTexts.title} back={<BackToEvents />}>
      <div className={styles.page}>
        <p className={styles.hint}>{feedTexts.hint}</p>
        <CopyCalendarAddress variant="primary" onNotCopied={() => setIsAddressSought(true)} />
        <Link className={styles.link} to={memberScreens.notifications.path}>
          {feedTexts.reminders}
        </Link>
        <details ref={options} className={optionStyles.options}>
          <summary>{feedTexts.options}</summary>
          <div className={styles.options}>
            {feed && <CalendarAddress feed={feed} />}
            {feed && <CalendarChoice feed={feed} />}
            {isError && !feed && <LoadFailure onRetry={refetch} />}
            <PublicCalendars />
          </div>
        </details>
      </div>
    </Screen>
  )
}
