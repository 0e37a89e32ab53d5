import { markHits, maximumSearchLength, parseSearch, searchPageSize } from '@covo/contract/chat/search.rules'
import { NativeSelect } from '@mantine/core'
import { useDebouncedValue, useMediaQuery } from '@mantine/hooks'
import { IconChevronDown, IconX } from '@tabler/icons-react'
import { infiniteQueryOptions, useInfiniteQuery } from '@tanstack/react-query'
import { type KeyboardEvent, type ReactNode, useEffect, useRef, useState } from 'react'
import { Link } from 'react-router'
import { call, describeError } from '../platform/api.ts'
import { commonTexts } from '../platform/common.texts.it.ts'
import { dateFormat } from '../platform/format.ts'
import { BotMark } from '../ui/bot-mark.tsx'
import { Button } from '../ui/button.tsx'
import { Contained } from '../ui/error-boundary.tsx'
import { TextField } from '../ui/field.tsx'
import { IconButton } from '../ui/icon-button.tsx'
import { SearchBox } from '../ui/search-box.tsx'
import { searchErrors, searchTexts } from './chat.texts.it.ts'
import type { Chosen } from './mentions.ts'
import { messagePath } from './message-link.ts'
import styles from './search-panel.module.css'
import { Skeletons } from './skeletons.tsx'

/** Milliseconds without a key before a search: a member has 30 searches a minute. */
const typingPause = 500

/** Windows without room for a panel beside the conversation. */
const dialogMedia = '(width < 75em)'

/** `leadsAway`: the focus goes where a result leads. */
type Close = (leadsAway: boolean) => void

type Filters = { conversationId?: string; userId?: string; since?: string; until?: string }

const formatInstant = dateFormat({ dateStyle: 'medium', timeStyle: 'short' })

const messagesQuery = (query: string, filters: Filters) =>
  infiniteQueryOptions({
    queryKey: ['chat', 'search', query, filters],
    queryFn: ({ pageParam: before }) =>
      call('GET /api/chat/search', { query: { query, ...filters, ...(before && { before }) } }),
    initialPageParam: '',
    getNextPageParam: ({ next }) => next,
    // Searched again at each opening: messages change and go.
    gcTime: 0,
  })

/** The search of messages: beside the conversation, or in a narrow window before it. */
export function SearchPanel({
  conversationId,
  people,
  onClose,
}: {
  conversationId: string
  people: Chosen[]
  onClose: Close
}) {
  const [text, setText] = useState('')
  const [isEverywhere, setIsEverywhere] = useState(false)
  const [userId, setUserId] = useState('')
  const [[from, to], setDays] = useState(['', ''])
  const [query] = useDebouncedValue(text.trim(), typingPause)
  const words = parseSearch(query).value
  const since = startOfDay(from, 0)
  const until = startOfDay(to, 1)
  return (
    <Frame onClose={onClose}>
      <SearchBox label={searchTexts.search} text={text} onChange={setText} />
      <div className={styles.filters}>
        <NativeSelect
          label={searchTexts.where}
          size="md"
          rightSection={<IconChevronDown aria-hidden="true" />}
          data={[
            { value: 'one', label: searchTexts.here },
            { value: 'all', label: searchTexts.everywhere },
          ]}
          value={isEverywhere ? 'all' : 'one'}
          onChange={({ currentTarget: { value } }) => setIsEverywhere(value === 'all')}
        />
        <NativeSelect
          label={searchTexts.author}
          size="md"
          rightSection={<IconChevronDown aria-hidden="true" />}
          data={[
            { value: '', label: searchTexts.anybody },
            ...people.map(({ uid, displayName }) => ({ value: uid, label: displayName })),
          ]}
          value={userId}
          onChange={({ currentTarget: { value } }) => setUserId(value)}
        />
        <TextField
          type="date"
          label={searchTexts.from}
          value={from}
          onChange={({ currentTarget: { value } }) => setDays([value, to])}
        />
        <TextField
          type="date"
          label={searchTexts.to}
          value={to}
          onChange={({ currentTarget: { value } }) => setDays([from, value])}
        />
      </div>
      {words ? (
        <Results
          query={query.slice(0, maximumSearchLength)}
          words={words}
          filters={{
            ...(!isEverywhere && { conversationId }),
            ...(userId && { userId }),
            ...(since && { since }),
            ...(until && { until }),
          }}
          onFollow={() => onClose(true)}
        />
      ) : (
        query && <p role="status">{searchTexts.tooShort}</p>
      )}
    </Frame>
  )
}

function Frame({ onClose, children }: { onClose: Close; children: ReactNode }) {
  const isDialog = useMediaQuery(dialogMedia, undefined, { getInitialValueInEffect: false })
  const dialog = useRef<HTMLDialogElement>(null)
  const panel = useRef<HTMLElement>(null)
  useEffect(() => {
    if (isDialog) dialog.current?.showModal()
    const frame = isDialog ? dialog.current : panel.current
    frame?.querySelector('input')?.focus()
  }, [isDialog])
  const content = (
    <>
      <div className={styles.head}>
        <h2>{searchTexts.search}</h2>
        <IconButton aria-label={searchTexts.close} onClick={() => onClose(false)}>
          <IconX aria-hidden="true" />
        </IconButton>
      </div>
      {children}
    </>
  )
  if (isDialog)
    return (
      <dialog
        ref={dialog}
        aria-label={searchTexts.search}
        className={styles.panel}
        onCancel={(event) => {
          event.preventDefault()
          onClose(false)
        }}
      >
        {content}
      </dialog>
    )
  return (
    <section
      ref={panel}
      aria-label={searchTexts.search}
      className={styles.panel}
      onKeyDown={(event: KeyboardEvent) => {
        if (event.key === 'Escape') onClose(false)
      }}
    >
      {content}
    </section>
  )
}

function Results({
  query,
  words,
  filters,
  onFollow,
}: {
  query: string
  words: string[]
  filters: Filters
  onFollow: () => void
}) {
  const list = useInfiniteQuery(messagesQuery(query, filters))
  const results = list.data?.pages.flatMap((page) => page.results) ?? []
  const isDialog = useMediaQuery(dialogMedia, undefined, { getInitialValueInEffect: false })
  const isPageFull = list.data?.pages.at(-1)?.results.length === searchPageSize
  if (list.isPending) return <Skeletons />
  return (
    <>
      <p role="status" className={styles.count}>
        {results.length === 0 && !list.hasNextPage
          ? !list.isError && searchTexts.nothing
          : searchTexts.count(results.length)}
      </p>
      <ul className={styles.results}>
        {results.map(({ conversationId, sequence, userId, userName, timestamp, excerpt }) => (
          <li key={`${conversationId} ${sequence}`}>
            <Contained>
              <Link
                to={messagePath(conversationId, sequence)}
                className={styles.result}
                {...(isDialog && { onClick: onFollow })}
              >
                <bdi>{userName}</bdi>
                <BotMark uid={userId} />
                <span>, </span>
                <time dateTime={timestamp}>{formatInstant(new Date(timestamp))}</time>
                <span>: </span>
                {markHits(excerpt, words).map(({ isHit, text }, place) => {
                  const Part = isHit ? 'mark' : 'span'
                  // biome-ignore lint/suspicious/noArrayIndexKey: the parts of one excerpt never change
                  return <Part key={place}>{text}</Part>
                })}
              </Link>
            </Contained>
          </li>
        ))}
      </ul>
      {list.isError && (
        <p role="alert" className={styles.failed}>
          {describeError(list.error, searchErrors)}
        </p>
      )}
      {(list.hasNextPage || list.isError) && (
        <Button
          size="small"
          className={styles.more}
          busy={list.isFetching}
          onClick={() => void (list.hasNextPage ? list.fetchNextPage() : list.refetch())}
        >
          {list.isError ? commonTexts.retry : isPageFull ? searchTexts.more : searchTexts.further}
        </Button>
      )}
    </>
  )
}

/** The instant at which a day of a date field begins in the reader's zone, or so many days later. */
function startOfDay(value: string, later: number): string | undefined {
  if (!value) return undefined
  const day = new Date(`${value}T00:00`)
  day.setDate(day.getDate() + later)
  return day.toISOString()
}
