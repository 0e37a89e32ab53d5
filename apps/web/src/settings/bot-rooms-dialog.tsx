import type { Bot } from '@covo/contract/tokens/bots.routes'
import { useQuery } from '@tanstack/react-query'
import { useEffect, useId, useRef } from 'react'
import { Button } from '../ui/button.tsx'
import { LoadFailure } from '../ui/load-failure.tsx'
import { PlainDialog } from '../ui/plain-dialog.tsx'
import { botTexts } from './bots.texts.it.ts'
import styles from './settings.module.css'
import { Setting } from './settings-panel.tsx'
import { namedRoomsQuery, useMoveBot } from './tokens.queries.ts'

/** The open rooms that the member is in, which a bot of theirs enters and leaves at once. */
export function BotRoomsDialog({ bot, onClose }: { bot: Bot; onClose: () => void }) {
  const dialog = useRef<HTMLDialogElement>(null)
  const { data, isError, refetch } = useQuery(namedRoomsQuery)
  useEffect(() => {
    if (!dialog.current?.open) dialog.current?.showModal()
  }, [])
  const isMember = new Map(bot.rooms.map((room) => [room.slug, room.isMember]))
  const rooms = data?.rooms.filter(({ slug, archivedAt }) => archivedAt === null && isMember.has(slug))
  return (
    <PlainDialog dialog={dialog} title={botTexts.rooms} close={botTexts.close} onClose={onClose}>
      <p className={styles.note}>{rooms?.length === 0 ? botTexts.noRooms : botTexts.roomsHint}</p>
      {isError && !data && <LoadFailure onRetry={refetch} />}
      {rooms && rooms.length > 0 && (
        <ul className={styles.botRooms} aria-label={botTexts.rooms}>
          {rooms.map(({ slug, name }) => (
            <BotRoom key={slug} uid={bot.uid} slug={slug} name={name} isIn={isMember.get(slug) ?? false} />
          ))}
        </ul>
      )}
    </PlainDialog>
  )
}

function BotRoom({ uid, slug, name, isIn }: { uid: string; slug: string; name: string; isIn: boolean }) {
  const id = useId()
  const move = useMoveBot(uid)
  return (
    <Setting
      as="li"
      what={
        <strong id={id}>
          <bdi>{name}</bdi>
        </strong>
      }
    >
      <Button
        variant="quiet"
        size="small"
        aria-describedby={id}
        busy={move.isPending}
        onClick={() => move.mutate({ slug, enters: !isIn })}
      >
        {isIn ? botTexts.leave : botTexts.enter}
      </Button>
    </Setting>
  )
}
