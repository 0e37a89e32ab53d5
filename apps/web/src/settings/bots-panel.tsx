import type { Bot } from '@covo/contract/tokens/bots.routes'
import { useQuery } from '@tanstack/react-query'
import { lazy, Suspense, useId, useState } from 'react'
import { BotMark } from '../ui/bot-mark.tsx'
import { Button } from '../ui/button.tsx'
import { Contained } from '../ui/error-boundary.tsx'
import { LoadFailure } from '../ui/load-failure.tsx'
import { PersonLink } from '../ui/person-link.tsx'
import { botTexts } from './bots.texts.it.ts'
import { ConfirmedButton } from './confirmed-button.tsx'
import { formatDay, formatDayOfUse } from './format-day.ts'
import styles from './settings.module.css'
import { Setting, SettingsPanel } from './settings-panel.tsx'
import { TokenUse } from './token-use.tsx'
import { botsQuery, namedRoomsQuery, useDeleteBot, useRevokeWebhook } from './tokens.queries.ts'
import { tokenTexts } from './tokens.texts.it.ts'

// With their fields, which are of a library: few open them.
const BotDialog = lazy(() => import('./token-dialog.tsx').then((module) => ({ default: module.BotDialog })))
const BotTokenDialog = lazy(() =>
  import('./token-dialog.tsx').then((module) => ({ default: module.BotTokenDialog })),
)

const BotRoomsDialog = lazy(() =>
  import('./bot-rooms-dialog.tsx').then((module) => ({ default: module.BotRoomsDialog })),
)

const WebhookDialog = lazy(() =>
  import('./token-dialog.tsx').then((module) => ({ default: module.WebhookDialog })),
)

/** The bots of the member. */
export function BotsPanel() {
  const [isMaking, setIsMaking] = useState(false)
  return (
    <SettingsPanel title={botTexts.title}>
      <Setting what={<p>{botTexts.hint}</p>}>
        <Button onClick={() => setIsMaking(true)}>{botTexts.create}</Button>
      </Setting>
      <Bots />
      {isMaking && (
        <Suspense>
          <BotDialog onClose={() => setIsMaking(false)} />
        </Suspense>
      )}
    </SettingsPanel>
  )
}

function Bots() {
  const { data, isError, refetch } = useQuery(botsQuery)
  const [renewed, setRenewed] = useState<Bot | null>(null)
  const [called, setCalled] = useState<Bot | null>(null)
  const [moved, setMoved] = useState<string | null>(null)
  const deletion = useDeleteBot()
  if (isError && !data) return <LoadFailure onRetry={refetch} />
  if (!data) return null
  if (data.bots.length === 0) return <Setting what={<p>{botTexts.none}</p>} />
  return (
    <>
      <ul aria-label={botTexts.list}>
        {data.bots.map((bot) => (
          <Contained as="li" key={bot.uid}>
            <BotRow
              bot={bot}
              isBusy={deletion.isPending && deletion.variables === bot.uid}
              onRenew={() => setRenewed(bot)}
              onCreateWebhook={() => setCalled(bot)}
              onShowRooms={() => setMoved(bot.uid)}
              onDelete={() => deletion.mutate(bot.uid)}
            />
          </Contained>
        ))}
      </ul>
      {data.bots
        .filter(({ uid }) => uid === moved)
        .map((bot) => (
          <Suspense key={bot.uid}>
            <BotRoomsDialog bot={bot} onClose={() => setMoved(null)} />
          </Suspense>
        ))}
      {called && (
        <Suspense>
          <WebhookDialog bot={called} onClose={() => setCalled(null)} />
        </Suspense>
      )}
      {renewed && (
        <Suspense>
          <BotTokenDialog bot={renewed} onClose={() => setRenewed(null)} />
        </Suspense>
      )}
    </>
  )
}

type BotRowProps = {
  bot: Bot
  isBusy: boolean
  onRenew: () => void
  onCreateWebhook: () => void
  onShowRooms: () => void
  onDelete: () => void
}

function BotRow({ bot, isBusy, onRenew, onCreateWebhook, onShowRooms, onDelete }: BotRowProps) {
  const { uid, displayName, suspension, token, rooms } = bot
  const id = useId()
  return (
    <Setting
      as="li"
      what={
        <>
          <strong id={id}>
            <PersonLink uid={uid}>
              <bdi>{displayName}</bdi>
            </PersonLink>
            <BotMark uid={uid} />
          </strong>
          {suspension && (
            <em className={styles.expired}>
              {suspension.until
                ? botTexts.suspendedUntil(formatDay(new Date(suspension.until)))
                : botTexts.suspended}
            </em>
          )}
          {token ? <TokenUse {...token} /> : <span>{botTexts.noToken}</span>}
        </>
      }
    >
      <div className={styles.buttons}>
        <Button variant="quiet" size="small" aria-describedby={id} onClick={onRenew}>
          {botTexts.renew}
        </Button>
        <Button variant="quiet" size="small" aria-describedby={id} onClick={onCreateWebhook}>
          {botTexts.createWebhook}
        </Button>
        {rooms.length > 0 && (
          <Button variant="quiet" size="small" aria-describedby={id} onClick={onShowRooms}>
            {botTexts.rooms}
          </Button>
        )}
        <ConfirmedButton
          label={botTexts.delete}
          describedBy={id}
          isBusy={isBusy}
          title={botTexts.deleteTitle}
          text={botTexts.deleteText(displayName)}
          onConfirm={onDelete}
        />
      </div>
      <Webhooks bot={bot} />
    </Setting>
  )
}

function Webhooks({ bot: { uid, displayName, webhooks } }: { bot: Bot }) {
  const revoke = useRevokeWebhook()
  const named = useQuery({ ...namedRoomsQuery, enabled: webhooks.some(({ room }) => room !== null) })
  if (webhooks.length === 0) return null
  return (
    <ul className={styles.webhooks} aria-label={botTexts.webhooks(displayName)}>
      {webhooks.map((webhook) => (
        <Contained as="li" key={webhook.id}>
          <WebhookRow
            webhook={webhook}
            room={named.data?.rooms.find(({ slug }) => slug === webhook.room)?.name}
            isBusy={revoke.isPending && revoke.variables.id === webhook.id}
            onRevoke={() => revoke.mutate({ uid, id: webhook.id })}
          />
        </Contained>
      ))}
    </ul>
  )
}

type WebhookRowProps = {
  webhook: Bot['webhooks'][number]
  /** The name of the room by subject that it posts to. */
  room: string | undefined
  isBusy: boolean
  onRevoke: () => void
}

function WebhookRow({ webhook: { name, createdAt, lastUsedOn }, room, isBusy, onRevoke }: WebhookRowProps) {
  const id = useId()
  return (
    <Setting
      as="li"
      what={
        <>
          <strong id={id}>{botTexts.webhook(name)}</strong>
          <span>
            {[
              ...(room === undefined ? [] : [botTexts.postsIn(room)]),
              tokenTexts.created(formatDay(new Date(createdAt))),
              lastUsedOn ? tokenTexts.lastUsed(formatDayOfUse(lastUsedOn)) : tokenTexts.unused,
            ].join(' · ')}
          </span>
        </>
      }
    >
      <ConfirmedButton
        label={tokenTexts.revoke}
        describedBy={id}
        isBusy={isBusy}
        title={botTexts.revokeWebhookTitle}
        text={botTexts.revokeWebhookText(name)}
        onConfirm={onRevoke}
      />
    </Setting>
  )
}
