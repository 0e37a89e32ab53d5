import { Button } from '../ui/button.tsx'
import { Strip } from '../ui/strip.tsx'
import { describeMailFailure } from './describe-mail-failure.ts'
import { useSendVerificationMail } from './notifications.queries.ts'
import { notificationTexts, verificationMailErrors } from './notifications.texts.it.ts'
import styles from './settings.module.css'

/** Mails the member a link that confirms their address, without which they get no other mail. */
export function ConfirmAddress() {
  const send = useSendVerificationMail()
  return (
    <>
      <div className={styles.setting}>
        <div className={styles.what}>
          <p>{notificationTexts.unconfirmed}</p>
        </div>
        <Button className={styles.wideButton} busy={send.isPending} onClick={() => send.mutate()}>
          {notificationTexts.confirm}
        </Button>
      </div>
      {send.isSuccess && <Strip kind="done">{notificationTexts.sent}</Strip>}
      {send.isError && <Strip kind="error">{describeMailFailure(send.error, verificationMailErrors)}</Strip>}
    </>
  )
}
