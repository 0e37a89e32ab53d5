import { Button } from './button.tsx'
import { InlineAlert } from './inline-alert.tsx'

/** The part of a paged query that the button needs. */
export type MoreList = {
  hasNextPage: boolean
  isFetchingNextPage: boolean
  isFetchNextPageError: boolean
  fetchNextPage: () => unknown
}

/** Fetches the next page of a list that has one; where that failed, says so, and can be pressed again. */
export function MoreButton({
  list,
  label,
  failure,
  className = '',
}: {
  list: MoreList
  label: string
  failure: string
  className?: string | undefined
}) {
  if (!list.hasNextPage) return null
  return (
    <>
      {list.isFetchNextPageError && !list.isFetchingNextPage && (
        <InlineAlert kind="error">{failure}</InlineAlert>
      )}
      <Button
        size="small"
        className={className}
        busy={list.isFetchingNextPage}
        onClick={() => void list.fetchNextPage()}
      >
        {label}
      </Button>
    </>
  )
}
