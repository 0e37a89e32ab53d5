import { IconCheck, IconClock } from '@tabler/icons-react'
import { useLayoutEffect, useRef } from 'react'
import styles from './friends.module.css'
import { friendsTexts } from './friends.texts.it.ts'

/** Stands in the place of 'Aggiungi Amico'. The person may accept while it is shown. */
export function RelationLabel({ areFriends }: { areFriends: boolean }) {
  const label = useRef<HTMLSpanElement>(null)

  useLayoutEffect(() => {
    // The pressed button is gone, and the focus with it.
    if (document.activeElement === document.body) label.current?.focus({ preventScroll: true })
  }, [])

  const Icon = areFriends ? IconCheck : IconClock
  return (
    <p className={styles.relation}>
      <Icon aria-hidden="true" />
      <span ref={label} tabIndex={-1}>
        {areFriends ? friendsTexts.alreadyFriends : friendsTexts.requested}
      </span>
    </p>
  )
}
