import type { ReactionKind } from '@covo/contract/chat/chat.rules'
import { infiniteQueryOptions, useInfiniteQuery } from '@tanstack/react-query'
import { call } from '../platform/api.ts'
import { commonTexts } from '../platform/common.texts.it.ts'
import { Avatar } from '../ui/avatar.tsx'
import { BotMark } from '../ui/bot-mark.tsx'
import { Button } from '../ui/button.tsx'
import { Dialog } from '../ui/dialog.tsx'
import { Contained } from '../ui/error-boundary.tsx'
import { MoreButton } from '../ui/more-button.tsx'
import { PersonLink } from '../ui/person-link.tsx'
import { reactionsTexts, reactionTexts } from './chat.texts.it.ts'
import type { MessageRow } from './message-rows.ts'
import styles from './reactions-dialog.module.css'

/** The people who reacted to a message, by kind. */
export function ReactionsDialog({
  conversationId,
  row,
  onClose,
}: {
  conversationId: string
  row: MessageRow
  onClose: () => void
}) {
  return (
    <Dialog
      opened
      title={reactionsTexts.group}
      closeLabel={reactionsTexts.close}
      className={styles.dialog}
      onClose={onClose}
    >
      <div className={styles.kinds}>
        {(row.reactions ?? [])
          .filter(({ reaction }) => reaction in reactionTexts)
          .map(({ reaction, count }) => (
            <section key={reaction}>
              <h3>
                <span aria-hidden="true">{`${reactionTexts[reaction].sign} `}</span>
                <span>{reactionsTexts.heading(reactionTexts[reaction].name, count)}</span>
              </h3>
              <People conversationId={conversationId} sequence={row.sequence ?? 0} kind={reaction} />
            </section>
          ))}
      </div>
    </Dialog>
  )
}

const reactingQuery = (conversationId: string, sequence: number, reaction: ReactionKind) =>
  infiniteQueryOptions({
    queryKey: ['chat', 'reacting', conversationId, sequence, reaction],
    queryFn: ({ pageParam: after }) =>
      call('GET /api/chat/{conversationId}/messages/{sequence}/reactions', {
        param: { conversationId, sequence },
        query: { reaction, ...(after && { after }) },
      }),
    initialPageParam: '',
    getNextPageParam: ({ next }) => next,
    // Refetched at each opening.
    gcTime: 0,
  })

function People({
  conversationId,
  sequence,
  kind,
}: {
  conversationId: string
  sequence: number
  kind: ReactionKind
}) {
  const list = useInfiniteQuery(reactingQuery(conversationId, sequence, kind))
  if (!list.data && list.isError)
    return (
      <div role="alert" className={styles.failed}>
        <p>{reactionsTexts.failed}</p>
        <Button size="small" onClick={() => void list.refetch()}>
          {commonTexts.retry}
        </Button>
      </div>
    )
  return (
    <>
      <ul className={styles.people}>
        {list.data?.pages.flatMap(({ people }) =>
          people.map(({ uid, displayName, photoURL }) => (
            <li key={uid}>
              <Contained>
                <PersonLink uid={uid} className={styles.person}>
                  <Avatar person={{ uid, name: displayName, photoURL }} />
                  <bdi>{displayName}</bdi>
                  <BotMark uid={uid} />
                </PersonLink>
              </Contained>
            </li>
          )),
        )}
      </ul>
      <MoreButton list={list} label={reactionsTexts.showMore} failure={reactionsTexts.failed} />
    </>
  )
}
