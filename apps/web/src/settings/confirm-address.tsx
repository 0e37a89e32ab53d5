import { Button } from '../ui/button.tsx'
import { InlineAlert } from '../ui/inline-alert.tsx'
import { describeMailFailure } from './describe-mail-failure.ts'
import { useSendVerificationMail } from './notifications.queries.ts'
import { notificationTexts, verificationMailErrors } from './notifications.texts.it.ts'
import styles from './settings.module.css'
import { Setting } from './settings-panel.tsx'

/** Mails the member a link that confirms their address, without which they get no other mail. */
export function ConfirmAddress() {
  const send = useSendVerificationMail()
  return (
    <>
      <Setting what={<p>{notificationTexts.unconfirmed}</p>}>
        <Button className={styles.wideButton} busy={send.isPending} onClick={() => send.mutate()}>
          {notificationTexts.confirm}
        </Button>
      </Setting>
      {send.isSuccess && <InlineAlert kind="done">{notificationTexts.sent}</InlineAlert>}
      {send.isError && (
        <InlineAlert kind="error">{describeMailFailure(send.error, verificationMailErrors)}</InlineAlert>
      )}
    </>
  )
}
