import { type ReactNode, useState } from 'react'
import { useLocation } from 'react-router'
import { ApiError, describeError } from '../platform/api.ts'
import { memberScreens } from '../screens.ts'
import { Button, ButtonLink } from '../ui/button.tsx'
import { InlineAlert } from '../ui/inline-alert.tsx'
import { Outcome, VisitorScreen } from '../ui/visitor-screen.tsx'
import { accountTexts, linkErrors } from './account.texts.it.ts'

type MailedLinkProps = {
  heading: string
  route: string
  /** The button's name. */
  action: string
  /** Uses the link by its token; answers the outcome. */
  onUse: (token: string) => Promise<string>
}

/** The screen of a mailed link. It acts on a press, since programs that examine mails open links too. */
export function MailedLink({ heading, route, ...use }: MailedLinkProps) {
  const { hash } = useLocation()
  const token = new URLSearchParams(hash.slice(1)).get('token') ?? ''
  return (
    <VisitorScreen title={heading} heading={heading} route={route} panelFrom={768}>
      <Outcome>
        <LinkUse key={token} token={token} {...use} />
      </Outcome>
    </VisitorScreen>
  )
}

function LinkUse({
  token,
  action,
  onUse,
}: { token: string } & Pick<MailedLinkProps, 'action' | 'onUse'>): ReactNode {
  const [state, setState] = useState<'idle' | 'busy' | 'link-invalid' | { done: string }>(
    token ? 'idle' : 'link-invalid',
  )
  const [failure, setFailure] = useState<string | null>(null)

  async function use() {
    setFailure(null)
    setState('busy')
    try {
      setState({ done: await onUse(token) })
    } catch (error) {
      const isInvalid = error instanceof ApiError && error.code === 'auth.reset_link_invalid'
      setState(isInvalid ? 'link-invalid' : 'idle')
      setFailure(describeError(error, linkErrors))
    }
  }

  if (state === 'idle' || state === 'busy')
    return (
      <>
        <Button variant="primary" size="large" busy={state === 'busy'} onClick={() => void use()}>
          {action}
        </Button>
        {failure && <InlineAlert kind="error">{failure}</InlineAlert>}
      </>
    )
  return (
    <>
      {state === 'link-invalid' ? (
        <InlineAlert kind="error">{linkErrors['auth.reset_link_invalid']}</InlineAlert>
      ) : (
        <InlineAlert kind="done">{state.done}</InlineAlert>
      )}
      <ButtonLink to={memberScreens.home.path} variant="primary" size="large">
        {accountTexts.goOn}
      </ButtonLink>
    </>
  )
}
