import { Link } from 'react-router'
import { hasExtensions } from '../platform/instance.ts'
import { memberScreens } from '../screens.ts'
import { Button } from '../ui/button.tsx'
import { InlineAlert } from '../ui/inline-alert.tsx'
import { describeMailFailure } from './describe-mail-failure.ts'
import { useSendVerificationMail } from './notifications.queries.ts'
import { notificationTexts, verificationMailErrors } from './notifications.texts.it.ts'
import { settingsTexts } from './settings.texts.it.ts'
import styles from './unconfirmed-address.module.css'

/** Asks the member for the confirmation of their address, on whichever screen, until it is there. */
export function UnconfirmedAddress({ email }: { email: string }) {
  const send = useSendVerificationMail()
  return (
    <section className={styles.address} aria-label={settingsTexts.toConfirm}>
      <p>{settingsTexts.confirmAddress(email)}</p>
      <div className={styles.ways}>
        <Button busy={send.isPending} onClick={() => send.mutate()}>
          {settingsTexts.sendAgain}
        </Button>
        {hasExtensions && <Link to={memberScreens.settings.path}>{settingsTexts.changeAddress}</Link>}
      </div>
      {send.isSuccess && <InlineAlert kind="done">{notificationTexts.sent}</InlineAlert>}
      {send.isError && (
        <InlineAlert kind="error">{describeMailFailure(send.error, verificationMailErrors)}</InlineAlert>
      )}
    </section>
  )
}
