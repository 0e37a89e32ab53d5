import type { Team } from '@covo/contract/teams/teams.routes'
import { useId } from 'react'
import { Link } from 'react-router'
import { dateFormat } from '../platform/format.ts'
import { eventPath } from '../screens.ts'
import styles from './team.module.css'
import { isMemberOf } from './teams.queries.ts'
import { teamTexts } from './teams.texts.it.ts'

/** 'sab 5 dic 2026' */
const dayOf = dateFormat({ weekday: 'short', day: 'numeric', month: 'short', year: 'numeric' })

/** The coming and current events that a team has entered; for who isn't in it nothing where there are none. */
export function TeamEvents({ team }: { team: Team }) {
  const headingId = useId()
  const { events } = team
  if (events.length === 0 && !isMemberOf(team)) return null
  return (
    <section className={styles.card} aria-labelledby={headingId}>
      <h2 id={headingId}>{teamTexts.events}</h2>
      {events.length === 0 ? (
        <p className={styles.note}>{teamTexts.noEvents}</p>
      ) : (
        <ul className={styles.events} aria-label={teamTexts.events}>
          {events.map(({ id, title, startsAt }) => (
            <li key={id}>
              <Link to={eventPath(id)}>
                <bdi>{title}</bdi>
              </Link>
              <time dateTime={startsAt}>{dayOf(new Date(startsAt))}</time>
            </li>
          ))}
        </ul>
      )}
    </section>
  )
}
