import type { Statement } from '@covo/contract/moderation/moderation.routes'
import { maximumReasonsLength, parseReasons } from '@covo/contract/moderation/moderation.rules'
import { type FormEvent, useCallback, useEffect, useId, useState } from 'react'
import { useLocation } from 'react-router'
import { ApiError, call, describeError } from '../platform/api.ts'
import { commonTexts } from '../platform/common.texts.it.ts'
import { Button } from '../ui/button.tsx'
import { InlineAlert } from '../ui/inline-alert.tsx'
import { Outcome, VisitorScreen } from '../ui/visitor-screen.tsx'
import styles from './appeal.module.css'
import { appealErrors, appealTexts } from './moderation.texts.it.ts'
import { StatementCard } from './statement-card.tsx'

const isLinkInvalid = (error: unknown) =>
  error instanceof ApiError && error.code === 'auth.reset_link_invalid'

/** Appeals against the decision of a mail whose link leads here; signed in or not. */
export function AppealScreen() {
  const { hash } = useLocation()
  const token = new URLSearchParams(hash.slice(1)).get('token') ?? ''
  return (
    <VisitorScreen title={appealTexts.heading} heading={appealTexts.heading} route="reclamo" panelFrom={768}>
      <Appeal key={token} token={token} />
    </VisitorScreen>
  )
}

type State = 'idle' | 'busy' | 'received' | 'link-invalid'

/** A link that doesn't work says so before anything is typed. */
function Appeal({ token }: { token: string }) {
  const [state, setState] = useState<State>(token ? 'idle' : 'link-invalid')
  const [statement, setStatement] = useState<Statement | 'reading' | 'failed' | 'link-invalid'>('reading')

  const read = useCallback(() => {
    setStatement('reading')
    call('POST /api/appeals/statement', { json: { token } }).then(setStatement, (error) =>
      setStatement(isLinkInvalid(error) ? 'link-invalid' : 'failed'),
    )
  }, [token])
  useEffect(() => {
    if (token) read()
  }, [token, read])

  if (state === 'received')
    return (
      <Outcome>
        <InlineAlert kind="done">{appealTexts.received}</InlineAlert>
      </Outcome>
    )
  if (state === 'link-invalid')
    return (
      <Outcome>
        <InlineAlert kind="error">{appealErrors['auth.reset_link_invalid']}</InlineAlert>
      </Outcome>
    )
  if (statement === 'reading')
    return (
      <Outcome>
        <p className="appears-late" role="status">
          {appealTexts.reading}
        </p>
      </Outcome>
    )
  return (
    <Outcome>
      {statement === 'link-invalid' && <p>{appealErrors['auth.reset_link_invalid']}</p>}
      {statement === 'failed' && (
        <div className={styles.failed}>
          <p>{appealTexts.readingFailed}</p>
          <Button onClick={read}>{commonTexts.retry}</Button>
        </div>
      )}
      {typeof statement === 'object' && <StatementCard statement={statement} />}
      <AppealForm token={token} isBusy={state === 'busy'} onState={setState} />
    </Outcome>
  )
}

function AppealForm({
  token,
  isBusy,
  onState,
}: {
  token: string
  isBusy: boolean
  onState: (state: State) => void
}) {
  const id = useId()
  const [text, setText] = useState('')
  const [failure, setFailure] = useState<string | null>(null)

  async function send() {
    const { problem } = parseReasons(text)
    if (problem) throw new ApiError(problem.code, {})
    await call('POST /api/appeals', { json: { token, text } })
  }

  async function handleSubmit(submitted: FormEvent) {
    submitted.preventDefault()
    setFailure(null)
    onState('busy')
    try {
      await send()
      onState('received')
    } catch (error) {
      onState(isLinkInvalid(error) ? 'link-invalid' : 'idle')
      setFailure(describeError(error, appealErrors))
    }
  }

  return (
    <form className={styles.form} noValidate onSubmit={(submitted) => void handleSubmit(submitted)}>
      <label htmlFor={id}>{appealTexts.why}</label>
      <textarea
        id={id}
        rows={8}
        maxLength={maximumReasonsLength}
        value={text}
        onChange={({ currentTarget }) => setText(currentTarget.value)}
      />
      <Button type="submit" variant="primary" size="large" busy={isBusy}>
        {appealTexts.send}
      </Button>
      {failure && <InlineAlert kind="error">{failure}</InlineAlert>}
    </form>
  )
}
