import type { ErrorCode } from '@covo/contract/errors'
import { type Scope, scopes } from '@covo/contract/scopes'
import type { Bot } from '@covo/contract/tokens/bots.routes'
import { botProblem, botScopes, botTokenProblem, webhookPath } from '@covo/contract/tokens/bots.rules'
import { nameProblem, tokenLifetimes, tokenProblem } from '@covo/contract/tokens/tokens.rules'
import { NativeSelect } from '@mantine/core'
import { useForm } from '@mantine/form'
import { IconChevronDown } from '@tabler/icons-react'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { call } from '../platform/api.ts'
import { useProblem } from '../platform/use-problem.ts'
import { Button } from '../ui/button.tsx'
import { DialogForm } from '../ui/dialog-form.tsx'
import { TextField } from '../ui/field.tsx'
import { botErrors, botTexts, botTokenErrors, webhookErrors } from './bots.texts.it.ts'
import { copyText } from './copy-text.ts'
import styles from './security.module.css'
import settingsStyles from './settings.module.css'
import { ShownOnceDialog } from './shown-once-dialog.tsx'
import { namedRoomsQuery, tokensKey } from './tokens.queries.ts'
import { scopeNames, tokenErrors, tokenTexts } from './tokens.texts.it.ts'

/** Where a member makes a token of their own. */
export function TokenDialog({ onClose }: { onClose: () => void }) {
  return (
    <SecretDialog
      title={tokenTexts.create}
      texts={tokenErrors}
      scopes={scopes}
      problemOf={tokenProblem}
      make={(json) => call('POST /api/tokens', { json })}
      onClose={onClose}
    />
  )
}

/** Where a member makes a bot. */
export function BotDialog({ onClose }: { onClose: () => void }) {
  return (
    <SecretDialog
      title={botTexts.create}
      texts={botErrors}
      scopes={botScopes}
      problemOf={botProblem}
      make={(json) => call('POST /api/bots', { json })}
      onClose={onClose}
    />
  )
}

/** Where a bot of the member gets another token. */
export function BotTokenDialog({ bot: { uid, displayName, token }, onClose }: BotTokenDialogProps) {
  return (
    <SecretDialog
      title={botTexts.renew}
      texts={botTokenErrors}
      scopes={botScopes}
      chosen={botScopes.filter((scope) => token?.scopes.includes(scope))}
      problemOf={botTokenProblem}
      make={({ scopes: chosen, expiresInDays }) =>
        call('POST /api/bots/{uid}/token', { param: { uid }, json: { scopes: chosen, expiresInDays } })
      }
      ended={displayName}
      onClose={onClose}
    />
  )
}

/** Where a bot gets an address that posts as it. */
export function WebhookDialog({ bot: { uid, rooms }, onClose }: BotTokenDialogProps) {
  const isAsked = rooms.some(({ isMember }) => isMember)
  const named = useQuery({ ...namedRoomsQuery, enabled: isAsked })
  const entered = named.data?.rooms.filter(
    ({ slug, archivedAt }) =>
      archivedAt === null && rooms.some((room) => room.slug === slug && room.isMember),
  )
  return (
    <SecretDialog
      title={botTexts.createWebhook}
      texts={webhookErrors}
      scopes={[]}
      problemOf={nameProblem}
      make={({ name, room }) =>
        call('POST /api/bots/{uid}/webhooks', { param: { uid }, json: { name, room } })
      }
      isAddress
      rooms={entered}
      onClose={onClose}
    />
  )
}

type BotTokenDialogProps = { bot: Bot; onClose: () => void }

type Problem = { code: ErrorCode; field: 'name' | 'scopes' }

type FormProps<Allowed extends Scope> = {
  /** The sentences of the refusals. */
  texts: Record<string, string> & { fallback: string }
  /** Those that can be chosen, and those that are at first; where there are none, nothing but the name is asked. */
  scopes: readonly Allowed[]
  chosen?: Allowed[]
  problemOf: (form: { name: string; scopes: readonly Allowed[] }) => Problem | null
  make: (form: {
    name: string
    /** The one that was chosen; null: the public room. */
    room: string | null
    scopes: Allowed[]
    expiresInDays: (typeof tokenLifetimes)[number] | null
  }) => Promise<{ secret: string }>
  /** The rooms by subject that it may be for; where there are none, nothing is asked. */
  rooms?: { slug: string; name: string }[] | undefined
  /** The bot whose token ends by it; without one the form asks for a name. */
  ended?: string
}

/** Where a token is made, and its secret shown once: nothing else keeps that. */
function SecretDialog<Allowed extends Scope>({
  title,
  isAddress = false,
  onClose,
  ...form
}: FormProps<Allowed> & { title: string; isAddress?: boolean; onClose: () => void }) {
  const [made, setMade] = useState<{ secret: string; room: string | null } | null>(null)
  const room = form.rooms?.find(({ slug }) => slug === made?.room)
  return (
    <ShownOnceDialog
      title={made ? (isAddress ? botTexts.address : tokenTexts.secret) : title}
      isLastStep={made !== null}
      onClose={onClose}
    >
      {(close) =>
        made ? (
          <Secret
            secret={made.secret}
            isAddress={isAddress}
            room={room?.name ?? botTexts.publicRoom}
            onDone={close}
          />
        ) : (
          <Form {...form} onMade={setMade} onCancel={close} />
        )
      }
    </ShownOnceDialog>
  )
}

function Form<Allowed extends Scope>({
  texts,
  scopes: allowed,
  chosen: chosenBefore = [],
  problemOf,
  make,
  rooms = [],
  ended,
  onMade,
  onCancel,
}: FormProps<Allowed> & {
  onMade: (made: { secret: string; room: string | null }) => void
  onCancel: () => void
}) {
  const form = useForm({ initialValues: { name: '', lifetime: '90', room: '' } })
  const [chosen, setChosen] = useState<Allowed[]>(chosenBefore)
  const { failure, setFailure, isBusy, showProblem, submit } = useProblem(form, texts, {
    'profiles.display_name_taken': 'name',
  })
  const queryClient = useQueryClient()
  const { name, lifetime, room: chosenRoom } = form.values

  async function handleSubmit() {
    setFailure(null)
    const problem = problemOf({ name, scopes: chosen })
    if (problem?.field === 'scopes') return setFailure(texts[problem.code] ?? texts.fallback)
    if (problem) return showProblem({ code: problem.code, field: 'name' })
    await submit(async () => {
      const days = tokenLifetimes.find((one) => `${one}` === lifetime) ?? null
      const room = chosenRoom || null
      const { secret } = await make({ name, room, scopes: chosen, expiresInDays: days })
      onMade({ secret, room })
      await queryClient.invalidateQueries({ queryKey: tokensKey })
    })
  }

  return (
    <DialogForm
      isBusy={isBusy}
      failure={failure}
      cancel={tokenTexts.cancel}
      submit={tokenTexts.submit}
      onCancel={onCancel}
      onSubmit={() => void handleSubmit()}
    >
      {ended !== undefined ? (
        <p className={styles.hint}>{botTexts.ended(ended)}</p>
      ) : (
        <TextField
          label={tokenTexts.name}
          autoComplete="off"
          key={form.key('name')}
          {...form.getInputProps('name')}
        />
      )}
      {rooms.length > 0 && (
        <NativeSelect
          label={botTexts.where}
          size="md"
          rightSection={<IconChevronDown aria-hidden="true" />}
          data={[
            { value: '', label: botTexts.publicRoom },
            ...rooms.map(({ slug, name }) => ({ value: slug, label: name })),
          ]}
          {...form.getInputProps('room')}
        />
      )}
      {allowed.length > 0 && (
        <>
          <fieldset className={styles.scopes}>
            <legend>{tokenTexts.scopes}</legend>
            {allowed.map((scope) => (
              <label key={scope} className={styles.choice}>
                <input
                  type="checkbox"
                  className={settingsStyles.box}
                  checked={chosen.includes(scope)}
                  onChange={({ currentTarget: { checked } }) =>
                    setChosen((known) => (checked ? [...known, scope] : known.filter((one) => one !== scope)))
                  }
                />
                <span>{scopeNames[scope]}</span>
              </label>
            ))}
          </fieldset>
          <NativeSelect
            label={tokenTexts.lifetime}
            size="md"
            rightSection={<IconChevronDown aria-hidden="true" />}
            data={[
              ...tokenLifetimes.map((days) => ({ value: `${days}`, label: tokenTexts.days(days) })),
              { value: '', label: tokenTexts.never },
            ]}
            {...form.getInputProps('lifetime')}
          />
        </>
      )}
    </DialogForm>
  )
}

type SecretProps = { secret: string; isAddress: boolean; room: string; onDone: () => void }

function Secret({ secret, isAddress, room, onDone }: SecretProps) {
  const shown = isAddress ? `${location.origin}${webhookPath}${secret}` : secret
  return (
    <div className={styles.form}>
      <div className={styles.secret}>
        <code>{shown}</code>
        <Button size="small" onClick={() => copyText(shown)}>
          {isAddress ? botTexts.copyAddress : tokenTexts.copy}
        </Button>
      </div>
      <p className={styles.hint}>{tokenTexts.shownOnce}</p>
      {isAddress && <p className={styles.hint}>{botTexts.addressHint(room)}</p>}
      <div className={styles.foot}>
        <Button variant="primary" onClick={onDone}>
          {tokenTexts.done}
        </Button>
      </div>
    </div>
  )
}
