import { Button } from '../ui/button.tsx'
import { Strip } from '../ui/strip.tsx'
import { describeMailFailure } from './describe-mail-failure.ts'
import styles from './settings.module.css'
import { useSendPasswordReset } from './settings.queries.ts'
import { passwordResetErrors, settingsTexts } from './settings.texts.it.ts'
import { Setting } from './settings-panel.tsx'

/** Mails the member a link to a new password. */
export function PasswordSetting() {
  const send = useSendPasswordReset()
  return (
    <>
      <Setting title={settingsTexts.password} hint={settingsTexts.passwordHint}>
        <Button className={styles.wideButton} busy={send.isPending} onClick={() => send.mutate()}>
          {send.isPending ? settingsTexts.sendingReset : settingsTexts.sendReset}
        </Button>
      </Setting>
      {send.isSuccess && <Strip kind="done">{settingsTexts.resetSent(send.data.email)}</Strip>}
      {send.isError && <Strip kind="error">{describeMailFailure(send.error, passwordResetErrors)}</Strip>}
    </>
  )
}
