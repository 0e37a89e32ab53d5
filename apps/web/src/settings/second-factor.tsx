import { useQueryClient } from '@tanstack/react-query'
import { lazy, Suspense, useState } from 'react'
import { accountQuery } from '../platform/account.ts'
import { call, describeError } from '../platform/api.ts'
import { Button } from '../ui/button.tsx'
import { InlineAlert } from '../ui/inline-alert.tsx'
import type { SecondFactorStep } from './second-factor-dialog.tsx'
import { secondFactorErrors, securityTexts } from './security.texts.it.ts'
import styles from './settings.module.css'
import { Setting } from './settings-panel.tsx'

// With the drawing of the code: few open it.
const SecondFactorDialog = lazy(() =>
  import('./second-factor-dialog.tsx').then((module) => ({ default: module.SecondFactorDialog })),
)

type SecondFactorProps = { isOn: boolean; recoveryCodesLeft: number }

/** Turns the second factor on and off, and makes new recovery codes. */
export function SecondFactor({ isOn, recoveryCodesLeft }: SecondFactorProps) {
  const [step, setStep] = useState<SecondFactorStep | null>(null)
  const [busy, setBusy] = useState<'begin' | 'codes' | 'off' | null>(null)
  const [failure, setFailure] = useState<string | null>(null)
  const queryClient = useQueryClient()

  async function run(what: typeof busy, work: () => Promise<unknown>) {
    setBusy(what)
    setFailure(null)
    try {
      await work()
    } catch (error) {
      setFailure(describeError(error, secondFactorErrors))
    } finally {
      setBusy(null)
      await queryClient.invalidateQueries({ queryKey: accountQuery.queryKey })
    }
  }

  const begin = () => run('begin', async () => setStep(await call('POST /api/account/second-factor')))
  const renew = () => run('codes', async () => setStep(await call('POST /api/account/recovery-codes')))
  const turnOff = () => run('off', () => call('DELETE /api/account/second-factor'))

  return (
    <>
      <Setting what={<p>{isOn ? securityTexts.factorOn(recoveryCodesLeft) : securityTexts.factorOff}</p>}>
        <div className={styles.buttons}>
          {isOn ? (
            <>
              <Button busy={busy === 'codes'} onClick={renew}>
                {securityTexts.newRecoveryCodes}
              </Button>
              <Button variant="quiet" busy={busy === 'off'} onClick={turnOff}>
                {securityTexts.turnOff}
              </Button>
            </>
          ) : (
            <Button busy={busy === 'begin'} onClick={begin}>
              {securityTexts.turnOn}
            </Button>
          )}
        </div>
      </Setting>
      {failure && <InlineAlert kind="error">{failure}</InlineAlert>}
      <Suspense>
        {step && <SecondFactorDialog step={step} onStep={setStep} onClose={() => setStep(null)} />}
      </Suspense>
    </>
  )
}
