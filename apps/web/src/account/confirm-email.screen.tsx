import { useState } from 'react'
import { useLocation } from 'react-router'
import { ApiError, api, call, describeError } from '../platform/api.ts'
import { memberScreens } from '../screens.ts'
import { Button, ButtonLink } from '../ui/button.tsx'
import { Strip } from '../ui/strip.tsx'
import { Outcome, VisitorScreen } from '../ui/visitor-screen.tsx'
import { accountTexts, confirmationErrors } from './account.texts.it.ts'

/** Reached by the link of a mail, confirms its address: by a press, since programs that examine mails open links too. */
export function ConfirmEmailScreen() {
  const { hash } = useLocation()
  const token = new URLSearchParams(hash.slice(1)).get('token') ?? ''
  return (
    <VisitorScreen
      title={accountTexts.confirmHeading}
      heading={accountTexts.confirmHeading}
      route="conferma-email"
      panelFrom={768}
    >
      <Outcome>
        <Confirmation key={token} token={token} />
      </Outcome>
    </VisitorScreen>
  )
}

function Confirmation({ token }: { token: string }) {
  const [state, setState] = useState<'idle' | 'busy' | 'link-invalid' | { confirmed: string }>(
    token ? 'idle' : 'link-invalid',
  )
  const [failure, setFailure] = useState<string | null>(null)

  async function confirm() {
    setFailure(null)
    setState('busy')
    try {
      const { email } = await call(api.api.account.email.confirm.$post({ json: { token } }))
      setState({ confirmed: email })
    } catch (error) {
      const isInvalid = error instanceof ApiError && error.code === 'auth.reset_link_invalid'
      setState(isInvalid ? 'link-invalid' : 'idle')
      setFailure(describeError(error, confirmationErrors))
    }
  }

  if (state === 'idle' || state === 'busy')
    return (
      <>
        <Button variant="primary" size="large" busy={state === 'busy'} onClick={() => void confirm()}>
          {accountTexts.confirm}
        </Button>
        {failure && <Strip kind="error">{failure}</Strip>}
      </>
    )
  return (
    <>
      {state === 'link-invalid' ? (
        <Strip kind="error">{confirmationErrors['auth.reset_link_invalid']}</Strip>
      ) : (
        <Strip kind="done">{accountTexts.confirmed(state.confirmed)}</Strip>
      )}
      <ButtonLink to={memberScreens.home.path} variant="primary" size="large">
        {accountTexts.goOn}
      </ButtonLink>
    </>
  )
}
