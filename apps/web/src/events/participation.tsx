import type { Event, EventDetails } from '@covo/contract/events/events.routes'
import { IconCheck, IconCrown } from '@tabler/icons-react'
import { useRef } from 'react'
import { AlertDialog } from '../ui/alert-dialog.tsx'
import { Button } from '../ui/button.tsx'
import { isFull } from './event-seats.ts'
import { eventsTexts } from './events.texts.it.ts'
import styles from './participation.module.css'
import { useParticipation } from './use-participation.ts'

/**
 * Joins and leaves, or the waiting list where no seat is free; nobody does when it is over, and never its organizer.
 *
 * @param now milliseconds
 * @param titleId names the element that describes the button
 * @param isMain whether it is what the view is for
 */
export function Participation({
  event,
  now,
  titleId,
  isMain = false,
}: {
  event: Event
  now: number
  titleId: string
  isMain?: boolean
}) {
  const participation = useParticipation()
  const dialog = useRef<HTMLDialogElement>(null)
  if (event.canManage)
    return (
      <p className={styles.organized}>
        <IconCrown aria-hidden="true" />
        {eventsTexts.organized}
      </p>
    )
  if (Date.parse(event.deadline) < now || event.status === 'cancelled') return null
  const isIn = event.participation !== 'none'
  const isClosed = event.joinDeadline !== null && Date.parse(event.joinDeadline) < now
  if (isClosed && !isIn) return <p className={styles.closed}>{eventsTexts.joiningClosed}</p>

  const leavesToOthers = event.isParticipating && event.waitingCount > 0

  function toggle() {
    // A double click is one wish.
    if (!participation.isPending) participation.mutate(event)
  }

  return (
    <>
      <Button
        size={isMain ? 'medium' : 'small'}
        variant={isIn ? 'soft' : isMain ? 'primary' : 'secondary'}
        aria-pressed={isIn}
        aria-describedby={titleId}
        onClick={() => {
          if (leavesToOthers) dialog.current?.showModal()
          else toggle()
        }}
      >
        {isIn && <IconCheck aria-hidden="true" />}
        <span>{labelOf(event)}</span>
      </Button>
      {leavesToOthers && (
        <AlertDialog
          dialog={dialog}
          title={eventsTexts.leaveSeat}
          text={eventsTexts.leaveSeatText}
          cancel={eventsTexts.leaveSeatCancel}
          confirm={eventsTexts.leaveSeatConfirm}
          onConfirm={toggle}
        />
      )}
    </>
  )
}

function labelOf(event: Event): string {
  if (event.participation === 'joined') return eventsTexts.joined
  if (event.participation === 'waiting') return eventsTexts.queued
  return isFull(event) ? eventsTexts.queue : eventsTexts.join
}

/** Positions beyond it are not shown. */
const lastShown = 1000

/** The reader's place in the waiting list, once it is known. */
export function QueuePosition({ event }: { event: EventDetails }) {
  const { participation, queuePosition, waitingCount } = event
  if (participation !== 'waiting' || queuePosition === null) return null
  return (
    <p className={styles.position}>
      {queuePosition > lastShown
        ? eventsTexts.queueFar
        : eventsTexts.queuePosition(queuePosition, Math.max(queuePosition, waitingCount))}
    </p>
  )
}
