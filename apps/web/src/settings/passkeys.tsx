import type { Account } from '@covo/contract/account/account.routes'
import { maximumPasskeyName } from '@covo/contract/auth/passkeys.rules'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { type FormEvent, useEffect, useId, useRef, useState } from 'react'
import { accountQuery } from '../platform/account.ts'
import { call, describeError } from '../platform/api.ts'
import { dateFormat } from '../platform/format.ts'
import { canUsePasskeys } from '../platform/instance.ts'
import { addPasskey } from '../platform/passkeys.ts'
import { Button } from '../ui/button.tsx'
import { TextField } from '../ui/field.tsx'
import { InlineAlert } from '../ui/inline-alert.tsx'
import { passkeyErrors, passkeyTexts } from './passkeys.texts.it.ts'
import styles from './security.module.css'
import settingsStyles from './settings.module.css'
import { Setting } from './settings-panel.tsx'

type Passkey = Account['passkeys'][number]

const dayFormat = dateFormat({ day: 'numeric', month: 'long', year: 'numeric' })

function nameOf({ name, createdAt }: Passkey): string {
  return name || passkeyTexts.unnamed(dayFormat(new Date(createdAt)))
}

/** The member's passkeys, each to be named and removed, and new ones where this browser can make them. */
export function Passkeys({ passkeys }: { passkeys: Passkey[] }) {
  const [renamed, setRenamed] = useState<Passkey | null>(null)
  const queryClient = useQueryClient()
  const onSettled = () => queryClient.invalidateQueries({ queryKey: accountQuery.queryKey })
  const add = useMutation({ mutationFn: addPasskey, onSettled })
  const remove = useMutation({
    mutationFn: (id: string) => call('DELETE /api/account/passkeys/{id}', { param: { id } }),
    onSettled,
  })
  const failure = add.error
    ? describeError(add.error, { ...passkeyErrors, fallback: passkeyTexts.notAdded })
    : remove.error && describeError(remove.error, passkeyErrors)
  return (
    <>
      <Setting what={<p>{passkeyTexts.hint}</p>}>
        {canUsePasskeys && (
          <Button
            busy={add.isPending}
            onClick={() => {
              remove.reset()
              add.mutate()
            }}
          >
            {passkeyTexts.add}
          </Button>
        )}
      </Setting>
      {passkeys.length > 0 && (
        <ul aria-label={passkeyTexts.title}>
          {passkeys.map((passkey) => (
            <PasskeyRow
              key={passkey.id}
              passkey={passkey}
              isRemoving={remove.isPending && remove.variables === passkey.id}
              onRename={() => setRenamed(passkey)}
              onRemove={() => {
                add.reset()
                remove.mutate(passkey.id)
              }}
            />
          ))}
        </ul>
      )}
      {failure && <InlineAlert kind="error">{failure}</InlineAlert>}
      {renamed && <RenameDialog passkey={renamed} onClose={() => setRenamed(null)} />}
    </>
  )
}

type PasskeyRowProps = {
  passkey: Passkey
  isRemoving: boolean
  onRename: () => void
  onRemove: () => void
}

function PasskeyRow({ passkey, isRemoving, onRename, onRemove }: PasskeyRowProps) {
  const id = useId()
  return (
    <Setting as="li" what={<strong id={id}>{nameOf(passkey)}</strong>}>
      <div className={settingsStyles.buttons}>
        <Button variant="quiet" size="small" aria-describedby={id} onClick={onRename}>
          {passkeyTexts.rename}
        </Button>
        <Button variant="quiet" size="small" busy={isRemoving} aria-describedby={id} onClick={onRemove}>
          {passkeyTexts.remove}
        </Button>
      </div>
    </Setting>
  )
}

function RenameDialog({ passkey, onClose }: { passkey: Passkey; onClose: () => void }) {
  const dialog = useRef<HTMLDialogElement>(null)
  const [name, setName] = useState(nameOf(passkey))
  const queryClient = useQueryClient()
  const save = useMutation({
    mutationFn: () =>
      call('PATCH /api/account/passkeys/{id}', { param: { id: passkey.id }, json: { name: name.trim() } }),
    onSuccess: () => dialog.current?.close(),
    onSettled: () => queryClient.invalidateQueries({ queryKey: accountQuery.queryKey }),
  })
  const id = useId()

  useEffect(() => {
    if (!dialog.current?.open) dialog.current?.showModal()
  }, [])

  function handleSubmit(event: FormEvent) {
    event.preventDefault()
    if (!save.isPending) save.mutate()
  }

  return (
    <dialog ref={dialog} className={`small-dialog ${styles.dialog}`} aria-labelledby={id} onClose={onClose}>
      <h2 id={id}>{passkeyTexts.renameTitle}</h2>
      <form className={styles.form} noValidate onSubmit={handleSubmit}>
        <TextField
          label={passkeyTexts.name}
          value={name}
          maxLength={maximumPasskeyName}
          onChange={(event) => setName(event.currentTarget.value)}
        />
        {save.error && <InlineAlert kind="error">{describeError(save.error, passkeyErrors)}</InlineAlert>}
        <div className={styles.foot}>
          <Button variant="quiet" onClick={() => dialog.current?.close()}>
            {passkeyTexts.cancel}
          </Button>
          <Button type="submit" variant="primary" busy={save.isPending}>
            {passkeyTexts.save}
          </Button>
        </div>
      </form>
    </dialog>
  )
}
