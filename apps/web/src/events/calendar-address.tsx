import type { CalendarFeed } from '@covo/contract/events/calendar-feed.routes'
import { type RefObject, useRef } from 'react'
import { describeError } from '../platform/api.ts'
import { dateFormat } from '../platform/format.ts'
import { AlertDialog } from '../ui/alert-dialog.tsx'
import { Button } from '../ui/button.tsx'
import { TextField } from '../ui/field.tsx'
import styles from './calendar-feed.module.css'
import { useReplaceAddress } from './calendar-feed.queries.ts'
import { feedTexts, makeFeedErrors } from './calendar-feed.texts.it.ts'
import { googleSubscriptionLink, outlookSubscriptionLink, webcalLink } from './calendar-links.ts'

const timeOfReading = dateFormat({ dateStyle: 'medium', timeStyle: 'short' })

/** The address of the member's calendar, with the ways to use and to replace it once there is one. */
export function CalendarAddress({ feed: { url, lastReadAt } }: { feed: CalendarFeed }) {
  return (
    <div className={styles.group}>
      <TextField
        label={feedTexts.address}
        readOnly
        value={url ?? ''}
        onFocus={({ currentTarget }) => currentTarget.select()}
      />
      <p className={styles.hint}>
        {feedTexts.lastRead(lastReadAt ? timeOfReading(new Date(lastReadAt)) : feedTexts.never)}
      </p>
      {url && (
        <>
          <ul className={styles.links}>
            <li>
              <a href={webcalLink(url)}>{feedTexts.openInApp}</a>
            </li>
            <li>
              <a href={googleSubscriptionLink(url)} target="_blank" rel="noopener noreferrer">
                {feedTexts.addToGoogle}
              </a>
            </li>
            <li>
              <a href={outlookSubscriptionLink(url)} target="_blank" rel="noopener noreferrer">
                {feedTexts.addToOutlook}
              </a>
            </li>
          </ul>
          <Replacement />
        </>
      )}
    </div>
  )
}

function Replacement() {
  const { mutateAsync: replace } = useReplaceAddress()
  const renewing = useRef<HTMLDialogElement>(null)
  const revoking = useRef<HTMLDialogElement>(null)
  const question = (dialog: RefObject<HTMLDialogElement | null>, how: 'renew' | 'revoke') => (
    <AlertDialog
      dialog={dialog}
      title={feedTexts[how]}
      text={feedTexts.addressEnds}
      cancel={feedTexts.cancel}
      confirm={feedTexts.confirm}
      describeFailure={(error) => describeError(error, makeFeedErrors)}
      onConfirm={() => replace(how)}
    />
  )
  return (
    <div className={styles.buttons}>
      <Button size="small" onClick={() => renewing.current?.showModal()}>
        {feedTexts.renew}
      </Button>
      <Button size="small" onClick={() => revoking.current?.showModal()}>
        {feedTexts.revoke}
      </Button>
      {question(renewing, 'renew')}
      {question(revoking, 'revoke')}
    </div>
  )
}
