import { Link } from 'react-router'
import { memberScreens } from '../screens.ts'
import { Button } from '../ui/button.tsx'
import { InlineAlert } from '../ui/inline-alert.tsx'
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
      <Setting
        what={
          <>
            <h3>{settingsTexts.password}</h3>
            <p>{settingsTexts.passwordHint}</p>
            <p>
              <Link to={memberScreens.security.path}>{settingsTexts.changeNow}</Link>{' '}
              {settingsTexts.inSecurity}
            </p>
          </>
        }
      >
        <Button className={styles.wideButton} busy={send.isPending} onClick={() => send.mutate()}>
          {send.isPending ? settingsTexts.sendingReset : settingsTexts.sendReset}
        </Button>
      </Setting>
      {send.isSuccess && <InlineAlert kind="done">{settingsTexts.resetSent(send.data.email)}</InlineAlert>}
      {send.isError && (
        <InlineAlert kind="error">{describeMailFailure(send.error, passwordResetErrors)}</InlineAlert>
      )}
    </>
  )
}
