import { IconArrowDown, IconArrowUp } from '@tabler/icons-react'
import { type ReactElement, useCallback, useEffect, useLayoutEffect, useMemo, useRef, useState } from 'react'
import { Virtualizer, type VirtualizerHandle } from 'virtua'
import { ActionBarsContext, createActionBars } from './action-bars.ts'
import { chatTexts } from './chat.texts.it.ts'
import { MessageBubble, type MessageHandlers } from './message-bubble.tsx'
import styles from './message-list.module.css'
import { isReached, isUnread, type MessageRow } from './message-rows.ts'
import type { Unread } from './use-unread.ts'

/** Pixels from the end within which a reader counts as reading the newest messages. */
const endTolerance = 60
/** Pixels from the start within which older messages are asked for. */
const startTolerance = 600

/**
 * The messages, of which only those on the screen are in the document. The list follows its end while the reader is
 * there, and keeps its place otherwise.
 */
export function MessageList({
  rows,
  unread,
  growsAtStart,
  onStartNear,
  handlers,
  onSeen,
}: {
  rows: MessageRow[]
  unread: Unread | null
  /** Whether the last change added to the start. */
  growsAtStart: boolean
  onStartNear: () => void
  handlers: MessageHandlers
  /** A reader at the end has everything up to this sequence before them. */
  onSeen: (sequence: number) => void
}) {
  const scroller = useRef<HTMLDivElement>(null)
  const virtualizer = useRef<VirtualizerHandle>(null)
  const isAtEnd = useRef(true)
  const lastOffset = useRef(0)
  const newest = rows.findLast(({ sequence }) => sequence !== null)?.sequence ?? 0
  const [seen, setSeen] = useState(newest)
  const [now] = useState(() => new Date())
  const [actionBars] = useState(createActionBars)
  const last = rows.at(-1)
  const lastKey = last?.key
  const isLastOwn = last?.isOwn ?? false
  const isBeingSent = last?.status === 'waiting'
  const lastSeen = rows.findLastIndex(({ sequence }) => sequence !== null && sequence <= seen)
  const unseen = rows.slice(lastSeen + 1).filter(({ isOwn, isRemoved }) => !isOwn && !isRemoved).length
  const [foundUnread, setFoundUnread] = useState<Unread | null>(null)
  const markFound = useCallback(() => setFoundUnread(unread), [unread])
  const firstUnread = rows.findIndex(({ startsUnread }) => startsUnread)
  const waiting = unread && unread !== foundUnread ? rows.filter((row) => isUnread(row, unread)).length : 0

  const bubbleOf = useMemo(
    () =>
      oncePerRow((row) => (
        <MessageBubble key={row.key} row={row} now={now} handlers={handlers} onUnreadShown={markFound} />
      )),
    [now, handlers, markFound],
  )

  // What one writes oneself brings the end.
  // biome-ignore lint/correctness/useExhaustiveDependencies: another message of one's own is what matters
  useLayoutEffect(() => {
    if (isLastOwn) isAtEnd.current = true
  }, [lastKey, isLastOwn])

  // A reader at the end expects to see another newest message, be it above one's own that was not sent.
  // biome-ignore lint/correctness/useExhaustiveDependencies: so does one's own, which has no sequence yet
  useLayoutEffect(() => {
    if (!isAtEnd.current) return
    scrollToEnd(virtualizer.current)
    setSeen(newest)
  }, [lastKey, newest])

  // Who writes has caught up.
  useEffect(() => {
    if (isBeingSent) markFound()
  }, [isBeingSent, markFound])

  useEffect(() => {
    onSeen(seen)
  }, [seen, onSeen])

  // A message that is measured, a keyboard that opens and a composer that grows all move the end away.
  function handleResize() {
    if (isAtEnd.current) scrollToEnd(virtualizer.current)
  }

  function handleScroll(offset: number) {
    const list = virtualizer.current
    if (!list) return
    const distance = list.scrollSize - list.viewportSize - offset
    // On the way up the first pixel counts: the end would otherwise pull the reader back.
    isAtEnd.current = distance <= (offset < lastOffset.current ? 1 : endTolerance)
    lastOffset.current = offset
    if (isAtEnd.current) setSeen(newest)
    else if (firstUnread >= 0 && list.findItemIndex(offset) <= firstUnread) markFound()
    if (offset < startTolerance) onStartNear()
  }

  /** Leads towards the first unread message; where it was not fetched yet, on the way there. */
  function goToUnread() {
    isAtEnd.current = false
    virtualizer.current?.scrollToIndex(Math.max(0, firstUnread))
    focusList()
  }

  function goToEnd() {
    scrollToEnd(virtualizer.current)
    focusList()
  }

  /** What was pressed goes away. */
  function focusList() {
    scroller.current?.focus({ preventScroll: true })
  }

  return (
    <div className={styles.frame}>
      {waiting > 0 && (
        <div className={styles.above}>
          <button type="button" className={styles.pill} onClick={goToUnread}>
            <IconArrowUp aria-hidden="true" />
            {chatTexts.unread(waiting, isReached(rows, unread))}
          </button>
        </div>
      )}
      <div
        ref={scroller}
        className={styles.list}
        role="log"
        aria-label={chatTexts.list}
        // What is scrolled into the document is history; news is announced by itself.
        aria-live="off"
        // biome-ignore lint/a11y/noNoninteractiveTabindex: without it the keyboard could not scroll the list
        tabIndex={0}
      >
        <ActionBarsContext value={actionBars}>
          <Virtualizer
            ref={virtualizer}
            scrollRef={scroller}
            shift={growsAtStart}
            onScroll={handleScroll}
            onResize={handleResize}
            data={rows}
          >
            {bubbleOf}
          </Virtualizer>
        </ActionBarsContext>
      </div>
      {unseen > 0 && (
        <div className={styles.below}>
          <button type="button" className={styles.pill} onClick={goToEnd}>
            <IconArrowDown aria-hidden="true" />
            {chatTexts.newMessages(unseen)}
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

function scrollToEnd(virtualizer: VirtualizerHandle | null) {
  virtualizer?.scrollToIndex(Number.POSITIVE_INFINITY, { align: 'end' })
}
