import { type Scope, scopes } from '@covo/contract/scopes'
import { tokenLifetimes, tokenProblem } from '@covo/contract/tokens/tokens.rules'
import { NativeSelect } from '@mantine/core'
import { useForm } from '@mantine/form'
import { IconChevronDown } from '@tabler/icons-react'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { api, call } from '../platform/api.ts'
import { useProblem } from '../platform/use-problem.ts'
import { Button } from '../ui/button.tsx'
import { DialogForm } from '../ui/dialog-form.tsx'
import { TextField } from '../ui/field.tsx'
import { copyText } from './copy-text.ts'
import styles from './security.module.css'
import settingsStyles from './settings.module.css'
import { ShownOnceDialog } from './shown-once-dialog.tsx'
import { tokensQuery } from './tokens.queries.ts'
import { scopeNames, tokenErrors, tokenTexts } from './tokens.texts.it.ts'

/** Where a token is made, and its secret shown once: nothing else keeps that. */
export function TokenDialog({ onClose }: { onClose: () => void }) {
  const [secret, setSecret] = useState<string | null>(null)
  return (
    <ShownOnceDialog
      title={secret ? tokenTexts.secret : tokenTexts.create}
      isLastStep={secret !== null}
      onClose={onClose}
    >
      {(close) =>
        secret ? <Secret secret={secret} onDone={close} /> : <Form onMade={setSecret} onCancel={close} />
      }
    </ShownOnceDialog>
  )
}

type Fields = { name: string; scopes: Scope[]; lifetime: string }

function Form({ onMade, onCancel }: { onMade: (secret: string) => void; onCancel: () => void }) {
  const form = useForm<Fields>({ initialValues: { name: '', scopes: [], lifetime: '90' } })
  const { failure, setFailure, showProblem, showError } = useProblem(form, tokenErrors)
  const [isBusy, setIsBusy] = useState(false)
  const queryClient = useQueryClient()
  const { name, scopes: chosen, lifetime } = form.values

  async function handleSubmit() {
    setFailure(null)
    const problem = tokenProblem({ name, scopes: chosen })
    if (problem?.field === 'scopes') return setFailure(tokenErrors[problem.code])
    if (problem) return showProblem(problem)
    setIsBusy(true)
    try {
      const days = tokenLifetimes.find((one) => `${one}` === lifetime) ?? null
      const { secret } = await call(
        api.api.tokens.$post({ json: { name, scopes: chosen, expiresInDays: days } }),
      )
      onMade(secret)
      await queryClient.invalidateQueries({ queryKey: tokensQuery.queryKey })
    } catch (error) {
      showError(error)
    } finally {
      setIsBusy(false)
    }
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
      <TextField
        label={tokenTexts.name}
        autoComplete="off"
        key={form.key('name')}
        {...form.getInputProps('name')}
      />
      <fieldset className={styles.scopes}>
        <legend>{tokenTexts.scopes}</legend>
        {scopes.map((scope) => (
          <label key={scope} className={styles.choice}>
            <input
              type="checkbox"
              className={settingsStyles.box}
              checked={chosen.includes(scope)}
              onChange={({ currentTarget: { checked } }) =>
                form.setFieldValue('scopes', (known) =>
                  checked ? [...known, scope] : known.filter((one) => one !== scope),
                )
              }
            />
            {scopeNames[scope]}
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
    </DialogForm>
  )
}

function Secret({ secret, onDone }: { secret: string; onDone: () => void }) {
  return (
    <div className={styles.form}>
      <div className={styles.secret}>
        <code>{secret}</code>
        <Button size="small" onClick={() => copyText(secret)}>
          {tokenTexts.copy}
        </Button>
      </div>
      <p className={styles.hint}>{tokenTexts.shownOnce}</p>
      <div className={styles.foot}>
        <Button variant="primary" onClick={onDone}>
          {tokenTexts.done}
        </Button>
      </div>
    </div>
  )
}
