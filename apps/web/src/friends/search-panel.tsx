import type { Asked } from '@covo/contract/friends/friends.fold'
import type { FoundPerson } from '@covo/contract/friends/friends.routes'
import { useDebouncedValue } from '@mantine/hooks'
import { IconCheck, IconClock } from '@tabler/icons-react'
import { useInfiniteQuery, useQuery } from '@tanstack/react-query'
import { useId, useLayoutEffect, useRef } from 'react'
import { Button } from '../ui/button.tsx'
import { EmptyState } from '../ui/empty-state.tsx'
import { showToast } from '../ui/toast.tsx'
import styles from './friends.module.css'
import { askedQuery, searchQuery, typingPause } from './friends.queries.ts'
import { friendsTexts, searchErrors, sendErrors } from './friends.texts.it.ts'
import { ListFrame, PersonRow } from './people-list.tsx'
import { SearchBox } from './search-box.tsx'
import { showFailure } from './show-failure.ts'
import { useReportedFailure } from './use-reported-failure.ts'
import { useSendRequest } from './use-send-request.ts'

/** Finds people to make friends with. `keepFocus` is called when what had the focus may have gone. */
export function SearchPanel({
  text,
  onTextChange,
  onFailure,
  keepFocus,
}: {
  text: string
  onTextChange: (text: string) => void
  onFailure: (failure: string) => void
  keepFocus: () => void
}) {
  const [settled] = useDebouncedValue(text.trim(), typingPause)
  const query = text.trim() && settled
  const list = useInfiniteQuery(searchQuery(query))
  useReportedFailure(list, searchErrors, onFailure)
  const { data: allAsked = [] } = useQuery(askedQuery)
  const asked = allAsked.filter((one) => one.query === query)
  const send = useSendRequest(query)
  const rows =
    list.data &&
    withAsked(
      list.data.pages.flatMap(({ people }) => people),
      asked,
    )

  async function add(person: FoundPerson) {
    if (send.isPending) return
    try {
      const { relation } = await send.mutateAsync(person)
      if (relation === 'requested') showToast('done', friendsTexts.sent)
    } catch (error) {
      keepFocus()
      showFailure(error, sendErrors, onFailure)
    }
  }

  return (
    <>
      <SearchBox label={friendsTexts.searchBox} text={text} onChange={onTextChange} />
      {query ? (
        <ListFrame list={list} isBusy={send.isPending}>
          {rows && rows.length > 0 && (
            <ul className={styles.list}>
              {rows.map(({ person, relation }) => (
                <FoundRow
                  key={person.uid}
                  person={person}
                  relation={relation}
                  query={query}
                  onAdd={() => add(person)}
                />
              ))}
            </ul>
          )}
          {rows?.length === 0 && <EmptyState text={friendsTexts.nobodyFound} />}
        </ListFrame>
      ) : (
        <EmptyState text={friendsTexts.searchPrompt} />
      )}
    </>
  )
}

type Row = { person: FoundPerson; relation: Asked['relation'] | null }

/** Asked people keep their places, in the order of uids in which people are found. Those whom the server finds may be asked again. */
function withAsked(found: FoundPerson[], asked: Asked[]): Row[] {
  const foundUids = new Set(found.map(({ uid }) => uid))
  const gone = asked.filter(({ person }) => !foundUids.has(person.uid))
  const rows: Row[] = [...found.map((person) => ({ person, relation: null })), ...gone]
  return rows.sort((one, other) => (one.person.uid < other.person.uid ? -1 : 1))
}

function FoundRow({ person, relation, query, onAdd }: Row & { query: string; onAdd: () => void }) {
  const nameId = useId()
  const name = person.displayName && <Highlighted text={person.displayName} part={query} />
  return (
    <PersonRow person={person} nameId={nameId} name={name || undefined}>
      {relation ? (
        <Relation relation={relation} />
      ) : (
        <Button size="small" aria-describedby={nameId} onClick={onAdd}>
          {friendsTexts.add}
        </Button>
      )}
    </PersonRow>
  )
}

/** Stands in the place of the button. The person may accept while it is shown. */
function Relation({ relation }: { relation: Asked['relation'] }) {
  const areFriends = relation === 'friends'
  const label = useRef<HTMLParagraphElement>(null)

  useLayoutEffect(() => {
    // The pressed button is gone, and the focus with it.
    if (document.activeElement === document.body) label.current?.focus({ preventScroll: true })
  }, [])

  const Icon = areFriends ? IconCheck : IconClock
  return (
    <p className={styles.relation} ref={label} tabIndex={-1}>
      <Icon aria-hidden="true" />
      {areFriends ? friendsTexts.alreadyFriends : friendsTexts.requested}
    </p>
  )
}

function Highlighted({ text, part }: { text: string; part: string }) {
  const start = text.toLowerCase().indexOf(part.toLowerCase())
  if (start < 0) return text
  const end = start + part.length
  return (
    <>
      {text.slice(0, start)}
      <mark>{text.slice(start, end)}</mark>
      {text.slice(end)}
    </>
  )
}
