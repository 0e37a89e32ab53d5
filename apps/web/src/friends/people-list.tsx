import type { FoundPerson } from '@covo/contract/friends/friends.routes'
import type { ReactNode } from 'react'
import { commonTexts } from '../platform/common.texts.it.ts'
import { dateFormat } from '../platform/format.ts'
import { formatTime } from '../platform/format-time.ts'
import { Avatar } from '../ui/avatar.tsx'
import { Button } from '../ui/button.tsx'
import { Email } from '../ui/email.tsx'
import { Online } from '../ui/online.tsx'
import { PersonLink } from '../ui/person-link.tsx'
import styles from './friends.module.css'
import { friendsTexts } from './friends.texts.it.ts'

const day = dateFormat({ day: 'numeric', month: 'short', year: 'numeric' })

/** 'oggi, 14:32', or '20 nov 2026', in the reader's zone. */
function dayOf(date: Date, now: Date): string {
  if (date.toDateString() !== now.toDateString()) return day(date)
  return `${friendsTexts.today}, ${formatTime(date)}`
}

/** The part of a query that the frame of its list needs. */
type List = {
  data: unknown
  isLoading: boolean
  isError: boolean
  isFetchingNextPage: boolean
  hasNextPage: boolean
  fetchNextPage: () => unknown
  refetch: () => unknown
}

/**
 * The room of a list that comes page by page: its content, the way to the rest of it and, while it is awaited for the
 * first time or something is being done (`isBusy`), an overlay that takes no press.
 */
export function ListFrame({ list, isBusy, children }: { list: List; isBusy: boolean; children: ReactNode }) {
  const isBlocked = isBusy || list.isLoading
  return (
    <div className={styles.frame} aria-busy={isBlocked}>
      {!list.data && list.isError ? (
        <Button className={styles.retry} onClick={list.refetch}>
          {commonTexts.retry}
        </Button>
      ) : (
        children
      )}
      {list.hasNextPage && (
        <Button className={styles.more} busy={list.isFetchingNextPage} onClick={list.fetchNextPage}>
          {friendsTexts.more}
        </Button>
      )}
      <div className={`${styles.overlay} appears-late`} data-shown={isBlocked} role="status">
        {isBlocked && (
          <p>
            {friendsTexts.loading}
            <span className="cursor cursor-blinking" />
          </p>
        )}
      </div>
    </div>
  )
}

/** One person of a list, with the actions. `nameId` lets the buttons be described by the name. */
export function PersonRow({
  person,
  nameId,
  name = person.displayName || friendsTexts.unknownName,
  isOnline = false,
  email,
  date,
  common,
  children,
}: {
  person: FoundPerson
  nameId: string
  name?: ReactNode
  isOnline?: boolean
  email?: string
  /** An instant (ISO 8601). */
  date?: string
  /** What the member and this person have in common. */
  common?: ReactNode
  children: ReactNode
}) {
  return (
    <li className={styles.row}>
      <PersonLink uid={person.uid} isDecoration>
        <Avatar
          size="large"
          person={{ uid: person.uid, name: person.displayName, photoURL: person.photoURL }}
        />
      </PersonLink>
      <div className={styles.person}>
        <p className={styles.name}>
          <span id={nameId}>
            <PersonLink uid={person.uid}>
              <bdi>{name}</bdi>
            </PersonLink>
          </span>{' '}
          {isOnline && <Online />}
        </p>
        {email !== undefined && (
          <p className={styles.email}>{email ? <Email address={email} /> : friendsTexts.unknownEmail}</p>
        )}
        {date && (
          <time className={styles.date} dateTime={date}>
            {dayOf(new Date(date), new Date())}
          </time>
        )}
        {common && <p className={styles.common}>{common}</p>}
      </div>
      <div className={styles.actions}>{children}</div>
    </li>
  )
}
