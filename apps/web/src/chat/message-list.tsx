import { IconArrowDown } from '@tabler/icons-react'
import { useLayoutEffect, useRef, useState } from 'react'
import { Virtualizer, type VirtualizerHandle } from 'virtua'
import { chatTexts } from './chat.texts.it.ts'
import { MessageBubble } from './message-bubble.tsx'
import styles from './message-list.module.css'
import type { MessageRow } from './message-rows.ts'

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
  growsAtStart,
  onStartNear,
  onRetry,
}: {
  rows: MessageRow[]
  /** Whether the last change added to the start. */
  growsAtStart: boolean
  onStartNear: () => void
  onRetry: (clientId: string) => void
}) {
  const scroller = useRef<HTMLDivElement>(null)
  const virtualizer = useRef<VirtualizerHandle>(null)
  const isAtEnd = useRef(true)
  const lastOffset = useRef(0)
  const [seenKey, setSeenKey] = useState<string | undefined>(rows.at(-1)?.key)
  const [now] = useState(() => new Date())
  const last = rows.at(-1)
  const lastKey = last?.key
  const isLastOwn = last?.isOwn ?? false
  const unseen = unseenCount(rows, seenKey)

  // Another newest message: one's own, or one that a reader at the end expects to see.
  useLayoutEffect(() => {
    if (!isAtEnd.current && !isLastOwn) return
    isAtEnd.current = true
    scrollToEnd(virtualizer.current)
    setSeenKey(lastKey)
  }, [lastKey, isLastOwn])

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
    if (isAtEnd.current) setSeenKey(lastKey)
    if (offset < startTolerance) onStartNear()
  }

  return (
    <div className={styles.frame}>
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
        <Virtualizer
          ref={virtualizer}
          scrollRef={scroller}
          shift={growsAtStart}
          onScroll={handleScroll}
          onResize={handleResize}
        >
          {rows.map((row) => (
            <MessageBubble key={row.key} row={row} now={now} isLast={row === last} onRetry={onRetry} />
          ))}
        </Virtualizer>
      </div>
      {unseen > 0 && (
        <div className={styles.fade}>
          <button type="button" className={styles.pill} onClick={() => scrollToEnd(virtualizer.current)}>
            <IconArrowDown size={16} stroke={2} aria-hidden="true" />
            {chatTexts.newMessages(unseen)}
          </button>
        </div>
      )}
    </div>
  )
}

function scrollToEnd(virtualizer: VirtualizerHandle | null) {
  virtualizer?.scrollToIndex(Number.POSITIVE_INFINITY, { align: 'end' })
}

/** Messages of others after the last one that was on the screen. */
function unseenCount(rows: MessageRow[], seenKey: string | undefined): number {
  const seen = rows.findLastIndex(({ key }) => key === seenKey)
  return seen < 0 ? 0 : rows.slice(seen + 1).filter(({ isOwn }) => !isOwn).length
}
