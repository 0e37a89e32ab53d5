import { IconArrowDown, IconArrowUp, IconAt } from '@tabler/icons-react'
import { type ReactElement, useCallback, useEffect, useLayoutEffect, useMemo, useRef, useState } from 'react'
import { Virtualizer, type VirtualizerHandle } from 'virtua'
import { readDensity } from '../platform/density.ts'
import { Contained } from '../ui/error-boundary.tsx'
import { chatTexts, mentionTexts } from './chat.texts.it.ts'
import type { Target } from './conversation.ts'
import { CurrentMessageContext, createCurrentMessage } from './current-message.ts'
import { focusWhenShown } from './focus-when-shown.ts'
import { MessageBubble, type MessageHandlers } from './message-bubble.tsx'
import styles from './message-list.module.css'
import { isReached, isUnread, type MessageRow } from './message-rows.ts'
import { TargetContext } from './message-target.ts'
import { useMessageKeys } from './use-message-keys.ts'
import type { Unread } from './use-unread.ts'

/** Pixels from the end within which a reader counts as reading the newest messages. */
const endTolerance = 60
/** Pixels from the start or the end within which further messages are asked for. */
const loadingTolerance = 600
/**
 * Pixels of a usual row, with which the list opens at its end. Without it the virtualizer measures rows of the start first.
 */
const usualHeight = { comfortable: 72, compact: 36 }
/** Pages of the screen from the end on which a button leads there. */
const farFromEnd = 2

/**
 * The messages, of which only those on the screen are in the document. The list follows its end while the reader is
 * there, and keeps its place otherwise.
 */
export function MessageList({
  rows,
  unread,
  growsAtStart,
  reachesEnd,
  opensAt,
  target,
  onStartNear,
  onEndNear,
  onGoToEnd,
  handlers,
  onSeen,
  onReading,
  mentions,
}: {
  rows: MessageRow[]
  unread: Unread | null
  /** Whether the last change added to the start. */
  growsAtStart: boolean
  /** Whether the newest message is among the rows. */
  reachesEnd: boolean
  /** The sequence that is shown at first; null: the end. */
  opensAt: number | null
  /** The message that the reader was led to. */
  target: Target | null
  onStartNear: () => void
  onEndNear: () => void
  /** Leads to the end where it is not among the rows. */
  onGoToEnd: () => void
  handlers: MessageHandlers
  /** A reader at the end has everything up to this sequence before them. */
  onSeen: (sequence: number) => void
  /** The message that is before the reader, or null where that is the end. */
  onReading: (sequence: number | null) => void
  /** Unread mentions of the reader: their number, and the sequences of the oldest, in order. */
  mentions: { total: number; sequences: readonly number[] }
}) {
  const scroller = useRef<HTMLDivElement>(null)
  const virtualizer = useRef<VirtualizerHandle>(null)
  const isAtEnd = useRef(opensAt === null)
  const reachedEnd = useRef(reachesEnd)
  const focused = useRef<Target | null>(null)
  const [isFar, setIsFar] = useState(false)
  const lastOffset = useRef(0)
  /** The smallest offset of the end since the last scroll event: where a browser moves a list that became shorter. */
  const smallestEnd = useRef(Number.POSITIVE_INFINITY)
  const newest = rows.findLast(({ sequence }) => sequence !== null)?.sequence ?? 0
  const [seen, setSeen] = useState(newest)
  const [now] = useState(() => new Date())
  const [density] = useState(readDensity)
  const [current] = useState(createCurrentMessage)
  const handleKeyDown = useMessageKeys(scroller, virtualizer, rows, handlers, goToEnd)
  const last = rows.at(-1)
  const lastKey = last?.key
  const isLastOwn = last?.isOwn ?? false
  const isBeingSent = last?.status === 'waiting'
  const lastSeen = rows.findLastIndex(({ sequence }) => sequence !== null && sequence <= seen)
  const unseen = rows.slice(lastSeen + 1).filter(({ isOwn, isRemoved }) => !isOwn && !isRemoved).length
  const [foundUnread, setFoundUnread] = useState<Unread | null>(null)
  const markFound = useCallback(() => setFoundUnread(unread), [unread])
  const [oldestMention] = mentions.sequences
  const firstUnread = rows.findIndex(({ startsUnread }) => startsUnread)
  const waiting = unread && unread !== foundUnread ? rows.filter((row) => isUnread(row, unread)).length : 0

  const bubbleOf = useMemo(
    () =>
      oncePerRow((row) => (
        <Contained key={row.key}>
          <MessageBubble row={row} now={now} handlers={handlers} onUnreadShown={markFound} />
        </Contained>
      )),
    [now, handlers, markFound],
  )

  // A new own message scrolls to the end; an old one, loaded by scrolling towards the end, does not.
  // biome-ignore lint/correctness/useExhaustiveDependencies: another message of one's own is what matters
  useLayoutEffect(() => {
    if (isLastOwn && reachedEnd.current) isAtEnd.current = true
    reachedEnd.current = reachesEnd
  }, [lastKey, isLastOwn, reachesEnd])

  // A reader at the end expects to see another newest message, be it above one's own that was not sent.
  // biome-ignore lint/correctness/useExhaustiveDependencies: so does one's own, which has no sequence yet
  useLayoutEffect(() => {
    if (followEnd() || !reachesEnd || isEndInView()) setSeen(newest)
  }, [lastKey, newest])

  // A reader who writes has caught up.
  useEffect(() => {
    if (isBeingSent) markFound()
  }, [isBeingSent, markFound])

  useEffect(() => {
    if (isAtEnd.current) onSeen(seen)
  }, [seen, onSeen])

  const placeOf = (sequence: number) => rows.findIndex((row) => row.sequence === sequence)

  // biome-ignore lint/correctness/useExhaustiveDependencies: once for each target
  useLayoutEffect(() => {
    const place = placeOf(target?.sequence ?? opensAt ?? 0)
    if (place < 0) return
    isAtEnd.current = false
    virtualizer.current?.scrollToIndex(place, { align: 'center' })
  }, [target])

  // The control that was pressed to come here went away with the list before.
  useEffect(() => {
    if (document.activeElement === document.body) scroller.current?.focus({ preventScroll: true })
  }, [])

  const targeting = useMemo(
    () => ({
      target,
      focusOnce(shown: Target, element: HTMLElement | null) {
        if (focused.current === shown) return
        focused.current = shown
        focusWhenShown(() => element)
      },
    }),
    [target],
  )

  // A message that is measured, a keyboard that opens and a composer that grows all move the end away.
  function handleResize() {
    if (virtualizer.current) smallestEnd.current = Math.min(smallestEnd.current, endOf(virtualizer.current))
    followEnd()
  }

  /** Unless the keyboard is at a message: that would go out of sight (WCAG 2.4.11). */
  function followEnd(): boolean {
    const isFollowed = isAtEnd.current && !scroller.current?.querySelector(':focus-visible')
    if (isFollowed) scrollToEnd(virtualizer.current)
    return isFollowed
  }

  /** Also where the list doesn't follow it: there may be room below for a new message. */
  function isEndInView(): boolean {
    const list = virtualizer.current
    return list !== null && isAtEnd.current && endOf(list) - list.scrollOffset <= endTolerance
  }

  function handleScroll(offset: number) {
    const list = virtualizer.current
    if (!list) return
    const distance = endOf(list) - offset
    // On the way up the first pixel counts: the end would otherwise pull the reader back. Rows that turn out to be
    // smaller than estimated move the list up too, and the next message may be there before the event of that.
    const isReaderMovingUp = offset < lastOffset.current && offset < smallestEnd.current - 1
    isAtEnd.current =
      reachesEnd && (isReaderMovingUp ? distance <= 1 : isAtEnd.current || distance <= endTolerance)
    lastOffset.current = offset
    smallestEnd.current = endOf(list)
    setIsFar(distance > farFromEnd * list.viewportSize)
    onReading(
      isAtEnd.current ? null : (rows[list.findItemIndex(offset + list.viewportSize / 2)]?.sequence ?? null),
    )
    if (isAtEnd.current) {
      setSeen(newest)
      onSeen(newest)
    } else if (firstUnread >= 0 && list.findItemIndex(offset) <= firstUnread) markFound()
    if (offset < loadingTolerance) onStartNear()
    if (distance < loadingTolerance) onEndNear()
  }

  /** Leads towards the first unread message; where it was not fetched yet, on the way there. */
  function goToUnread() {
    isAtEnd.current = false
    virtualizer.current?.scrollToIndex(Math.max(0, firstUnread))
    focusList()
  }

  function goToEnd() {
    if (!reachesEnd) return onGoToEnd()
    // The rows there may be measured after the virtualizer has given up waiting for them: the list follows its end from here.
    isAtEnd.current = true
    scrollToEnd(virtualizer.current)
    focusList()
  }

  /** The pressed control goes away. */
  function focusList() {
    scroller.current?.focus({ preventScroll: true })
  }

  return (
    <div className={styles.frame}>
      {(waiting > 0 || oldestMention !== undefined) && (
        <div className={styles.above}>
          {waiting > 0 && (
            <button type="button" className={styles.pill} onClick={goToUnread}>
              <IconArrowUp aria-hidden="true" />
              <span>{chatTexts.unread(waiting, isReached(rows, unread))}</span>
            </button>
          )}
          {oldestMention !== undefined && (
            <button type="button" className={styles.pill} onClick={() => handlers.onJump(oldestMention)}>
              <IconAt aria-hidden="true" />
              <span>{mentionTexts.forYou(mentions.total)}</span>
            </button>
          )}
        </div>
      )}
      <div
        ref={scroller}
        className={styles.list}
        data-density={density}
        role="log"
        aria-label={chatTexts.list}
        // Rows that are scrolled into the document are history; news is announced by itself.
        aria-live="off"
        // biome-ignore lint/a11y/noNoninteractiveTabindex: without it the keyboard could not scroll the list
        tabIndex={0}
        onKeyDown={handleKeyDown}
      >
        <CurrentMessageContext value={current}>
          <TargetContext value={targeting}>
            <Virtualizer
              ref={virtualizer}
              scrollRef={scroller}
              shift={growsAtStart}
              itemSize={usualHeight[density]}
              onScroll={handleScroll}
              onResize={handleResize}
              data={rows}
            >
              {bubbleOf}
            </Virtualizer>
          </TargetContext>
        </CurrentMessageContext>
      </div>
      {(unseen > 0 || isFar || !reachesEnd) && (
        <div className={styles.below}>
          <button type="button" className={styles.pill} onClick={goToEnd}>
            <IconArrowDown aria-hidden="true" />
            <span>{unseen > 0 && reachesEnd ? chatTexts.newMessages(unseen) : chatTexts.goToNewest}</span>
          </button>
        </div>
      )}
    </div>
  )
}

/** Scrolling asks for every row on the screen again and again: the element of an unchanged row is cached, so that React doesn't draw it again. */
function oncePerRow(make: (row: MessageRow) => ReactElement) {
  const made = new WeakMap<MessageRow, ReactElement>()
  return (row: MessageRow) => {
    const element = made.get(row) ?? make(row)
    made.set(row, element)
    return element
  }
}

/** The offset of the list's end, in pixels. */
function endOf({ scrollSize, viewportSize }: VirtualizerHandle): number {
  return scrollSize - viewportSize
}

function scrollToEnd(virtualizer: VirtualizerHandle | null) {
  virtualizer?.scrollToIndex(Number.POSITIVE_INFINITY, { align: 'end' })
}
