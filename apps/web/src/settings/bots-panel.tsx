import type { Bot } from '@covo/contract/tokens/bots.routes'
import { useQuery } from '@tanstack/react-query'
import { lazy, Suspense, useId, useRef, useState } from 'react'
import { commonTexts } from '../platform/common.texts.it.ts'
import { AlertDialog } from '../ui/alert-dialog.tsx'
import { BotMark } from '../ui/bot-mark.tsx'
import { Button } from '../ui/button.tsx'
import { EmptyState } from '../ui/empty-state.tsx'
import { PersonLink } from '../ui/person-link.tsx'
import { botTexts } from './bots.texts.it.ts'
import styles from './security.module.css'
import { SettingsPanel } from './settings-panel.tsx'
import { TokenUse } from './token-use.tsx'
import { botsQuery, useDeleteBot } from './tokens.queries.ts'
import { tokenTexts } from './tokens.texts.it.ts'

// With their fields, which are of a library: few open them.
const BotDialog = lazy(() => import('./token-dialog.tsx').then((module) => ({ default: module.BotDialog })))
const BotTokenDialog = lazy(() =>
  import('./token-dialog.tsx').then((module) => ({ default: module.BotTokenDialog })),
)

/** The bots of the member. */
export function BotsPanel() {
  const [isMaking, setIsMaking] = useState(false)
  return (
    <SettingsPanel title={botTexts.title}>
      <p className={styles.hint}>{botTexts.hint}</p>
      <div className={styles.actions}>
        <Button variant="primary" onClick={() => setIsMaking(true)}>
          {botTexts.create}
        </Button>
      </div>
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
  const deletion = useDeleteBot()
  if (isError && !data)
    return (
      <EmptyState broken text={commonTexts.failed}>
        <Button onClick={() => refetch()}>{commonTexts.retry}</Button>
      </EmptyState>
    )
  if (!data) return null
  if (data.bots.length === 0) return <EmptyState text={botTexts.none} />
  return (
    <>
      <ul className={`${styles.devices} ${styles.tokens}`} aria-label={botTexts.list}>
        {data.bots.map((bot) => (
          <BotRow
            key={bot.uid}
            bot={bot}
            isBusy={deletion.isPending && deletion.variables === bot.uid}
            onRenew={() => setRenewed(bot)}
            onDelete={() => deletion.mutate(bot.uid)}
          />
        ))}
      </ul>
      {renewed && (
        <Suspense>
          <BotTokenDialog bot={renewed} onClose={() => setRenewed(null)} />
        </Suspense>
      )}
    </>
  )
}

type BotRowProps = { bot: Bot; isBusy: boolean; onRenew: () => void; onDelete: () => void }

function BotRow({ bot: { uid, displayName, token }, isBusy, onRenew, onDelete }: BotRowProps) {
  const id = useId()
  const dialog = useRef<HTMLDialogElement>(null)
  return (
    <li className={`${styles.device} ${styles.passkey}`}>
      <div className={styles.about}>
        <strong id={id}>
          <PersonLink uid={uid}>
            <bdi>{displayName}</bdi>
          </PersonLink>
          <BotMark uid={uid} />
        </strong>
        {token ? <TokenUse {...token} /> : <span>{botTexts.noToken}</span>}
      </div>
      <div className={styles.rowActions}>
        <Button variant="quiet" size="small" aria-describedby={id} onClick={onRenew}>
          {botTexts.renew}
        </Button>
        <Button
          variant="quiet"
          size="small"
          busy={isBusy}
          aria-describedby={id}
          onClick={() => dialog.current?.showModal()}
        >
          {botTexts.delete}
        </Button>
      </div>
      <AlertDialog
        dialog={dialog}
        title={botTexts.deleteTitle}
        text={botTexts.deleteText(displayName)}
        cancel={tokenTexts.cancel}
        confirm={botTexts.delete}
        onConfirm={onDelete}
      />
    </li>
  )
}
