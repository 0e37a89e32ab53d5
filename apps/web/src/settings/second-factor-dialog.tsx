import { useForm } from '@mantine/form'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { accountQuery } from '../platform/account.ts'
import { call } from '../platform/api.ts'
import { useProblem } from '../platform/use-problem.ts'
import { Button } from '../ui/button.tsx'
import { DialogForm } from '../ui/dialog-form.tsx'
import { TextField } from '../ui/field.tsx'
import { drawQrCode, QrPicture } from '../ui/qr-picture.tsx'
import { copyText } from './copy-text.ts'
import styles from './security.module.css'
import { secondFactorErrors, securityTexts } from './security.texts.it.ts'
import settingsStyles from './settings.module.css'
import { ShownOnceDialog } from './shown-once-dialog.tsx'

/** A seed that waits for a code of its app, or recovery codes that were just made. */
export type SecondFactorStep = { secret: string; uri: string } | { recoveryCodes: string[] }

type SecondFactorDialogProps = {
  step: SecondFactorStep
  onStep: (step: SecondFactorStep) => void
  onClose: () => void
}

/** Has the member enter the seed in an app and type a code of it, then keep the recovery codes. */
export function SecondFactorDialog({ step, onStep, onClose }: SecondFactorDialogProps) {
  const showsCodes = 'recoveryCodes' in step
  return (
    <ShownOnceDialog
      title={showsCodes ? securityTexts.recoveryCodes : securityTexts.turnOnTitle}
      isLastStep={showsCodes}
      onClose={onClose}
    >
      {(close) =>
        showsCodes ? (
          <RecoveryCodes codes={step.recoveryCodes} onDone={close} />
        ) : (
          <Seed {...step} onOn={onStep} onCancel={close} />
        )
      }
    </ShownOnceDialog>
  )
}

type SeedProps = {
  secret: string
  uri: string
  onOn: (step: SecondFactorStep) => void
  onCancel: () => void
}

function Seed({ secret, uri, onOn, onCancel }: SeedProps) {
  const form = useForm({ initialValues: { code: '' } })
  const { failure, setFailure, isBusy, submit } = useProblem(form, secondFactorErrors, {
    'auth.second_factor_wrong': 'code',
  })
  const queryClient = useQueryClient()

  async function handleSubmit() {
    setFailure(null)
    await submit(async () => {
      onOn(await call('PUT /api/account/second-factor', { json: form.values }))
      await queryClient.invalidateQueries({ queryKey: accountQuery.queryKey })
    })
  }

  return (
    <DialogForm
      isBusy={isBusy}
      failure={failure}
      cancel={securityTexts.cancel}
      submit={securityTexts.turnOn}
      onCancel={onCancel}
      onSubmit={() => void handleSubmit()}
    >
      <p className={styles.hint}>{securityTexts.whichApp}</p>
      <div className={styles.qr}>
        <QrPicture {...drawQrCode(uri)} label={securityTexts.qrCode} />
      </div>
      <div className={styles.secret}>
        <div>
          <strong>{securityTexts.secret}</strong>
          <code>{secret.replaceAll(/.{4}(?=.)/g, '$& ')}</code>
        </div>
        <Button size="small" onClick={() => copyText(secret)}>
          {securityTexts.copySecret}
        </Button>
      </div>
      <TextField
        label={securityTexts.sixDigits}
        autoComplete="one-time-code"
        inputMode="numeric"
        data-autofocus
        key={form.key('code')}
        {...form.getInputProps('code')}
      />
    </DialogForm>
  )
}

function RecoveryCodes({ codes, onDone }: { codes: string[]; onDone: () => void }) {
  const [areKept, setAreKept] = useState(false)
  const text = codes.join('\n')

  function download() {
    const link = document.createElement('a')
    link.href = `data:text/plain,${encodeURIComponent(`${text}\n`)}`
    link.download = 'codici-di-recupero.txt'
    link.click()
  }

  return (
    <>
      <p className={styles.hint}>{securityTexts.recoveryCodesHint}</p>
      <ul className={styles.codes}>
        {codes.map((code) => (
          <li key={code}>
            <code>{code}</code>
          </li>
        ))}
      </ul>
      <div className={styles.actions}>
        <Button size="small" onClick={() => copyText(text)}>
          {securityTexts.copyCodes}
        </Button>
        <Button size="small" onClick={download}>
          {securityTexts.downloadCodes}
        </Button>
      </div>
      <label className={styles.choice}>
        <input
          type="checkbox"
          className={settingsStyles.box}
          checked={areKept}
          onChange={({ currentTarget }) => setAreKept(currentTarget.checked)}
        />
        {securityTexts.codesKept}
      </label>
      <div className={styles.foot}>
        <Button variant="primary" disabled={!areKept} onClick={onDone}>
          {securityTexts.done}
        </Button>
      </div>
    </>
  )
}
