import { type ReactNode, type RefObject, useLayoutEffect, useRef } from 'react'
import { describeError } from '../platform/api.ts'
import { EmptyState } from '../ui/empty-state.tsx'
import { LoadFailure } from '../ui/load-failure.tsx'
import { MoreButton, type MoreList } from '../ui/more-button.tsx'
import styles from './moderation.module.css'
import { moderatorTexts, readingErrors } from './moderator.texts.it.ts'

/** The part of a query that the frame of its list needs. */
type List = MoreList & {
  data: unknown
  error: Error | null
  isFetching: boolean
  refetch: () => unknown
}

/** A list that comes page by page: its content or a placeholder, and a button for the next page. */
export function PagedList({
  list,
  empty,
  children,
}: {
  list: List
  /** The text of an empty list; null while there are items. */
  empty: string | null
  children: ReactNode
}) {
  if (!list.data)
    return list.error ? (
      <LoadFailure
        text={describeError(list.error, readingErrors)}
        isBusy={list.isFetching}
        onRetry={list.refetch}
      />
    ) : (
      <div className={`${styles.awaited} appears-late`} aria-busy="true" />
    )
  if (empty !== null) return <EmptyState text={empty} />
  return (
    <>
      {children}
      <MoreButton
        list={list}
        label={moderatorTexts.more}
        failure={describeError(list.error, readingErrors)}
        className={styles.more}
      />
    </>
  )
}

/** An element that calls `keepFocus` before it goes away with the focus. */
export function useKeptFocus<Kept extends HTMLElement>(keepFocus: () => void): RefObject<Kept | null> {
  const element = useRef<Kept>(null)
  const keep = useRef(keepFocus)
  useLayoutEffect(() => {
    keep.current = keepFocus
  })
  useLayoutEffect(() => {
    const { current } = element
    return () => {
      if (current?.contains(document.activeElement)) keep.current()
    }
  }, [])
  return element
}
