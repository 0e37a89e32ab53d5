import { type MailKind, readUnsubscribeToken } from '@covo/contract/notifications/notifications.rules'
import { useEffect, useState } from 'react'
import { useParams } from 'react-router'
import { commonTexts } from '../platform/common.texts.it.ts'
import { Button } from '../ui/button.tsx'
import { InlineAlert } from '../ui/inline-alert.tsx'
import { Outcome, VisitorScreen } from '../ui/visitor-screen.tsx'
import { unsubscribeTexts } from './notifications.texts.it.ts'

/** Reached by the link below a mail, ends its kind: by a press, since programs that examine mails open links too. */
export function UnsubscribeScreen() {
  const { token = '' } = useParams()
  const kind = readUnsubscribeToken(token)?.kind
  return (
    <VisitorScreen
      title={unsubscribeTexts.heading}
      heading={unsubscribeTexts.heading}
      route="disiscrizione"
      panelFrom={768}
    >
      <Outcome>
        {kind ? (
          <Question key={token} kind={kind} />
        ) : (
          <InlineAlert kind="error">{unsubscribeTexts.linkInvalid}</InlineAlert>
        )}
      </Outcome>
    </VisitorScreen>
  )
}

function Question({ kind }: { kind: MailKind }) {
  const [state, setState] = useState<'asking' | 'busy' | 'done' | 'link-invalid' | 'failed'>('asking')

  // The address has answered with this page whether the link is one of ours: a script can only ask it again.
  useEffect(() => {
    fetch(location.pathname, { method: 'HEAD' }).then(
      ({ status }) => status === 404 && setState('link-invalid'),
      () => {},
    )
  }, [])

  async function unsubscribe() {
    setState('busy')
    const body = new URLSearchParams({ 'List-Unsubscribe': 'One-Click' })
    const answer = await fetch(location.pathname, { method: 'POST', body }).catch(() => null)
    if (answer?.status === 404) setState('link-invalid')
    else setState(answer?.ok ? 'done' : 'failed')
  }

  if (state === 'link-invalid') return <InlineAlert kind="error">{unsubscribeTexts.linkInvalid}</InlineAlert>
  if (state === 'done') return <InlineAlert kind="done">{unsubscribeTexts.done(kind)}</InlineAlert>
  return (
    <>
      <p>{unsubscribeTexts.question(kind)}</p>
      <Button variant="primary" size="large" busy={state === 'busy'} onClick={() => void unsubscribe()}>
        {unsubscribeTexts.confirm}
      </Button>
      {state === 'failed' && <InlineAlert kind="error">{commonTexts.failed}</InlineAlert>}
    </>
  )
}
