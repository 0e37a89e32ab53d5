import type { Asked } from '@covo/contract/friends/friends.fold'
import type { FoundPerson } from '@covo/contract/friends/friends.routes'
import { useDebouncedValue } from '@mantine/hooks'
import { IconMessage2 } from '@tabler/icons-react'
import { useInfiniteQuery, useQuery } from '@tanstack/react-query'
import { useId } from 'react'
import { Link } from 'react-router'
import { useMember } from '../platform/member.ts'
import { memberScreens } from '../screens.ts'
import { Button } from '../ui/button.tsx'
import { EmptyState } from '../ui/empty-state.tsx'
import { Contained } from '../ui/error-boundary.tsx'
import { SearchBox } from '../ui/search-box.tsx'
import { showToast } from '../ui/toast.tsx'
import styles from './friends.module.css'
import {
  type AskedPerson,
  askedQuery,
  friendCountsQuery,
  searchQuery,
  suggestionsQuery,
  typingPause,
} from './friends.queries.ts'
import { friendsTexts, searchErrors, sendErrors } from './friends.texts.it.ts'
import { InviteSomebody } from './invite-somebody.tsx'
import { ListFrame, PersonRow } from './people-list.tsx'
import { RelationLabel } from './relation-label.tsx'
import { showFailure } from './show-failure.ts'
import { useListedWithdrawal } from './use-answer-request.ts'
import { useOpenChat } from './use-open-chat.ts'
import { useReportedFailure } from './use-reported-failure.ts'
import { useSendRequest } from './use-send-request.ts'

/** Finds people to make friends with; before a text is typed it proposes some. `keepFocus` is called when the focused element may have gone. */
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
  const headingId = useId()
  const list = useInfiniteQuery(searchQuery(query))
  useReportedFailure(list, searchErrors, onFailure)
  // Without an answer the prompt stands there alone: nobody asked for more.
  const suggestions = useInfiniteQuery({ ...suggestionsQuery, enabled: query === '' })
  const { data: allAsked = [] } = useQuery(askedQuery)
  const asked = allAsked.filter((one) => one.query === query)
  const isAlone = useQuery(friendCountsQuery).data?.isAlone
  const send = useSendRequest(query)
  const { withdraw } = useListedWithdrawal(onFailure, keepFocus)
  const { uid: ownId } = useMember()
  const chat = useOpenChat(ownId, onFailure)
  const people = (query ? list : suggestions).data?.pages.flatMap((page): Person[] => page.people)
  const rows = people && withAsked(people, asked, query ? byUid : byCloseness)

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

  const actions = { query, onAdd: add, onMessage: chat.open, onWithdraw: withdraw }

  return (
    <>
      <SearchBox
        className={styles.search}
        label={friendsTexts.searchBox}
        text={text}
        onChange={onTextChange}
      />
      {query ? (
        <ListFrame list={list} isBusy={send.isPending || chat.isPending}>
          {rows && rows.length > 0 && <FoundList rows={rows} {...actions} />}
          {rows?.length === 0 && (
            <EmptyState text={friendsTexts.nobodyFound}>{isAlone && <InviteSomebody />}</EmptyState>
          )}
        </ListFrame>
      ) : suggestions.isError && !rows ? (
        <Prompt />
      ) : (
        <ListFrame list={suggestions} isBusy={send.isPending || chat.isPending}>
          {rows && rows.length > 0 && (
            <section className={styles.suggested} aria-labelledby={headingId}>
              <p className={styles.prompt}>{friendsTexts.searchPrompt}</p>
              <h2 id={headingId}>{friendsTexts.suggested}</h2>
              <FoundList rows={rows} {...actions} />
            </section>
          )}
          {rows?.length === 0 && <Prompt />}
        </ListFrame>
      )}
    </>
  )
}

function Prompt() {
  return (
    <EmptyState text={friendsTexts.searchPrompt}>
      <p className={styles.hint}>
        {friendsTexts.knowsNobody}{' '}
        <Link to={memberScreens.publicChat.path}>{memberScreens.publicChat.name}</Link>.
      </p>
    </EmptyState>
  )
}

type Person = AskedPerson['person']
type Row = { person: Person; relation: Asked['relation'] | null }

/** Asked people keep their places. Those whom the server finds may be asked again. */
function withAsked(
  found: Person[],
  asked: AskedPerson[],
  inOrder: (one: Person, other: Person) => number,
): Row[] {
  const foundUids = new Set(found.map(({ uid }) => uid))
  const gone = asked.filter(({ person }) => !foundUids.has(person.uid))
  const rows: Row[] = [...found.map((person) => ({ person, relation: null })), ...gone]
  return rows.sort((one, other) => inOrder(one.person, other.person))
}

/** As a search answers. */
function byUid(one: Person, other: Person): number {
  return one.uid < other.uid ? -1 : 1
}

/** Near to the order in which people are proposed; the server compares names by their keys. */
function byCloseness(one: Person, other: Person): number {
  return (
    closenessOf(other) - closenessOf(one) ||
    one.displayName.localeCompare(other.displayName) ||
    byUid(one, other)
  )
}

/** Grows by the events in common, and by less where the city is shared. */
function closenessOf(person: Person): number {
  return 'sharedEvents' in person ? person.sharedEvents + (person.citta === null ? 0 : 0.5) : 0
}

/** Why a person is proposed. */
function reasonOf(person: Person) {
  if (!('sharedEvents' in person)) return undefined
  const { sharedEvents, sharedEvent, citta } = person
  if (sharedEvent) return friendsTexts.sharedEvents(sharedEvents, <bdi key="event">{sharedEvent.title}</bdi>)
  return friendsTexts.sameCity(<bdi key="city">{citta}</bdi>)
}

/** The found people, with what is done with each. */
function FoundList({
  rows,
  query,
  onAdd,
  onMessage,
  onWithdraw,
}: {
  rows: Row[]
  query: string
  onAdd: (person: Person) => void
  onMessage: (uid: string) => void
  onWithdraw: (person: Person) => void
}) {
  return (
    <>
      <ul className={styles.list}>
        {rows.map(({ person, relation }) => (
          <Contained as="li" key={person.uid}>
            <FoundRow
              person={person}
              relation={relation}
              query={query}
              onAdd={() => onAdd(person)}
              onMessage={() => onMessage(person.uid)}
              onWithdraw={() => onWithdraw(person)}
            />
          </Contained>
        ))}
      </ul>
      <p className={styles.hint}>{friendsTexts.friendsSee}</p>
    </>
  )
}

function FoundRow({
  person,
  relation,
  query,
  onAdd,
  onMessage,
  onWithdraw,
}: Row & { query: string; onAdd: () => void; onMessage: () => void; onWithdraw: () => void }) {
  const nameId = useId()
  const name = query && person.displayName && <Highlighted text={person.displayName} part={query} />
  return (
    <PersonRow person={person} nameId={nameId} name={name || undefined} common={reasonOf(person)}>
      {relation ? (
        <>
          <RelationLabel areFriends={relation === 'friends'} />
          {relation === 'friends' ? (
            <Button variant="quiet" size="small" aria-describedby={nameId} onClick={onMessage}>
              <IconMessage2 aria-hidden="true" />
              {friendsTexts.message}
            </Button>
          ) : (
            <Button variant="quiet" size="small" aria-describedby={nameId} onClick={onWithdraw}>
              {friendsTexts.withdraw}
            </Button>
          )}
        </>
      ) : (
        <Button size="small" aria-describedby={nameId} onClick={onAdd}>
          {friendsTexts.add}
        </Button>
      )}
    </PersonRow>
  )
}

function Highlighted({ text, part }: { text: string; part: string }) {
  const start = text.toLowerCase().indexOf(part.toLowerCase())
  if (start < 0) return <span>{text}</span>
  const end = start + part.length
  return (
    <>
      <span>{text.slice(0, start)}</span>
      <mark>{text.slice(start, end)}</mark>
      <span>{text.slice(end)}</span>
    </>
  )
}
