import type { FoundPerson } from '@covo/contract/friends/friends.routes'
import { useInfiniteQuery } from '@tanstack/react-query'
import { useId } from 'react'
import { blockTexts } from '../platform/blocks.texts.it.ts'
import { blockedQuery } from '../platform/blocks.ts'
import { commonTexts } from '../platform/common.texts.it.ts'
import { Avatar } from '../ui/avatar.tsx'
import { useUnblock } from '../ui/block-dialog.tsx'
import { BotMark } from '../ui/bot-mark.tsx'
import { Button } from '../ui/button.tsx'
import { Contained } from '../ui/error-boundary.tsx'
import { LoadFailure } from '../ui/load-failure.tsx'
import { MoreButton } from '../ui/more-button.tsx'
import styles from './settings.module.css'
import { Setting, SettingsPanel } from './settings-panel.tsx'

/** The people whom the member has blocked, each to be unblocked. */
export function BlockedPeople() {
  const list = useInfiniteQuery(blockedQuery)
  const { data, isError, refetch } = list
  const people = data?.pages.flatMap((page) => page.people)
  return (
    <SettingsPanel title={blockTexts.people}>
      {isError && !people && <LoadFailure onRetry={refetch} />}
      {people?.length === 0 && <Setting what={<p>{blockTexts.nobody}</p>} />}
      {people && people.length > 0 && (
        <ul>
          {people.map((person) => (
            <Contained as="li" key={person.uid}>
              <Blocked person={person} />
            </Contained>
          ))}
        </ul>
      )}
      <MoreButton list={list} label={blockTexts.more} failure={commonTexts.failed} />
    </SettingsPanel>
  )
}

function Blocked({ person: { uid, displayName, photoURL } }: { person: FoundPerson }) {
  const nameId = useId()
  const { unblock, isPending } = useUnblock({ uid, name: displayName })
  return (
    <Setting
      as="li"
      what={
        <div className={styles.person}>
          <Avatar person={{ uid, name: displayName, photoURL }} />
          <strong id={nameId}>
            <bdi>{displayName}</bdi>
            <BotMark uid={uid} />
          </strong>
        </div>
      }
    >
      <Button variant="quiet" size="small" busy={isPending} aria-describedby={nameId} onClick={unblock}>
        {blockTexts.unblock}
      </Button>
    </Setting>
  )
}
