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
import { askedQuery, friendCountsQuery, searchQuery, typingPause } from './friends.queries.ts'
import { friendsTexts, searchErrors, sendErrors } from './friends.texts.it.ts'
import { InviteSomebody } from './invite-somebody.tsx'
import { ListFrame, PersonRow } from './people-list.tsx'
import { RelationLabel } from './relation-label.tsx'
import { showFailure } from './show-failure.ts'
import { useListedWithdrawal } from './use-answer-request.ts'
import { useOpenChat } from './use-open-chat.ts'
import { useReportedFailure } from './use-reported-failure.ts'
import { useSendRequest } from './use-send-request.ts'

/** Finds people to make friends with. `keepFocus` is called when the focused element may have gone. */
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
  const isAlone = useQuery(friendCountsQuery).data?.isAlone
  const send = useSendRequest(query)
  const { withdraw } = useListedWithdrawal(onFailure, keepFocus)
  const { uid: ownId } = useMember()
  const chat = useOpenChat(ownId, onFailure)
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
      <SearchBox
        className={styles.search}
        label={friendsTexts.searchBox}
        text={text}
        onChange={onTextChange}
      />
      {query ? (
        <ListFrame list={list} isBusy={send.isPending || chat.isPending}>
          {rows && rows.length > 0 && (
            <>
              <ul className={styles.list}>
                {rows.map(({ person, relation }) => (
                  <Contained as="li" key={person.uid}>
                    <FoundRow
                      person={person}
                      relation={relation}
                      query={query}
                      onAdd={() => add(person)}
                      onMessage={() => chat.open(person.uid)}
                      onWithdraw={() => withdraw(person)}
                    />
                  </Contained>
                ))}
              </ul>
              <p className={styles.hint}>{friendsTexts.friendsSee}</p>
            </>
          )}
          {rows?.length === 0 && (
            <EmptyState text={friendsTexts.nobodyFound}>{isAlone && <InviteSomebody />}</EmptyState>
          )}
        </ListFrame>
      ) : (
        <EmptyState text={friendsTexts.searchPrompt}>
          <p className={styles.hint}>
            {friendsTexts.knowsNobody}{' '}
            <Link to={memberScreens.publicChat.path}>{memberScreens.publicChat.name}</Link>.
          </p>
        </EmptyState>
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

function FoundRow({
  person,
  relation,
  query,
  onAdd,
  onMessage,
  onWithdraw,
}: Row & { query: string; onAdd: () => void; onMessage: () => void; onWithdraw: () => void }) {
  const nameId = useId()
  const name = person.displayName && <Highlighted text={person.displayName} part={query} />
  return (
    <PersonRow person={person} nameId={nameId} name={name || undefined}>
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
