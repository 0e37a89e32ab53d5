import { IconBellOff } from '@tabler/icons-react'
import { type KeyboardEvent, useId, useState } from 'react'
import { Link, useLocation } from 'react-router'
import { memberScreens } from '../screens.ts'
import { conversationsTexts, mentionTexts } from './chat.texts.it.ts'
import { conversationPath } from './message-link.ts'
import styles from './own-places.module.css'
import { ownPlacesTexts } from './own-places.texts.it.ts'
import type { OwnPlace, PlaceGroup } from './own-places.ts'
import { roomsTexts } from './rooms.texts.it.ts'

/** In a list that is one stop of Tab, these keys lead from link to link. */
function moveInList(event: KeyboardEvent<HTMLElement>): void {
  const links = [...event.currentTarget.querySelectorAll('a')]
  const index = links.indexOf(event.target as HTMLAnchorElement)
  const targets = new Map([
    ['ArrowUp', links[index - 1]],
    ['ArrowDown', links[index + 1]],
    ['Home', links[0]],
    ['End', links.at(-1)],
  ])
  if (index < 0 || !targets.has(event.key)) return
  event.preventDefault()
  targets.get(event.key)?.focus()
}

/** The ways to the member's rooms, and last to all rooms; one stop of Tab. */
export function OwnPlaceList({
  groups,
  onGo,
}: {
  groups: readonly PlaceGroup[]
  onGo?: (() => void) | undefined
}) {
  const { pathname } = useLocation()
  const [focused, setFocused] = useState('')
  const all = memberScreens.rooms.path
  const places = groups.flatMap((group) => group.places)
  const paths = [...places.map(({ conversationId }) => conversationPath(conversationId)), all]
  const stop = [focused, pathname].find((path) => paths.includes(path)) ?? paths[0]
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: the links within take the focus
    <div
      className={styles.list}
      onClick={({ target }) => target instanceof Element && target.closest('a') && onGo?.()}
      onKeyDown={moveInList}
      onFocus={({ target }) => setFocused(target.getAttribute('href') ?? '')}
    >
      {groups.map((group) => (
        <Group key={group.heading} group={group} stop={stop} current={pathname} />
      ))}
      <Link
        to={all}
        className={styles.all}
        tabIndex={stop === all ? 0 : -1}
        aria-current={pathname === all ? 'page' : undefined}
      >
        {roomsTexts.all}
      </Link>
    </div>
  )
}

function Group({
  group: { heading, places },
  stop,
  current,
}: {
  group: PlaceGroup
  stop: string | undefined
  current: string
}) {
  const headingId = useId()
  return (
    <section>
      {heading && (
        <h2 id={headingId}>
          <bdi>{heading}</bdi>
        </h2>
      )}
      <ul aria-labelledby={heading ? headingId : undefined}>
        {places.map((place) => {
          const path = conversationPath(place.conversationId)
          return (
            <li key={place.conversationId}>
              <PlaceLink place={place} path={path} isStop={path === stop} isCurrent={path === current} />
            </li>
          )
        })}
      </ul>
    </section>
  )
}

function PlaceLink({
  place,
  path,
  isStop,
  isCurrent,
}: {
  place: OwnPlace
  path: string
  isStop: boolean
  isCurrent: boolean
}) {
  const noteId = useId()
  const { name, forYou, isMuted } = place
  // What comes while it is open is read there.
  const isMarked = place.isMarked && !isCurrent
  const notes = [
    forYou > 0 && mentionTexts.forYou(forYou),
    isMuted && ownPlacesTexts.muted,
    isMarked && forYou === 0 && conversationsTexts.roomNews,
  ].filter(Boolean)
  return (
    <>
      <Link
        to={path}
        className={styles.place}
        data-news={isMarked || forYou > 0}
        tabIndex={isStop ? 0 : -1}
        aria-current={isCurrent ? 'page' : undefined}
        aria-describedby={notes.length > 0 ? noteId : undefined}
      >
        <bdi>{name}</bdi>
        {isMuted && <IconBellOff aria-hidden="true" />}
        {forYou > 0 ? (
          <span className={styles.figure} aria-hidden="true">
            {forYou}
          </span>
        ) : (
          isMarked && <span className={styles.dot} aria-hidden="true" />
        )}
      </Link>
      {notes.length > 0 && (
        <p id={noteId} hidden>
          {notes.join(', ')}
        </p>
      )}
    </>
  )
}
