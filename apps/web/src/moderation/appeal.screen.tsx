import { maximumReasonsLength, parseReasons } from '@covo/contract/moderation/moderation.rules'
import { type FormEvent, useId, useState } from 'react'
import { useLocation } from 'react-router'
import { ApiError, call, describeError } from '../platform/api.ts'
import { Button } from '../ui/button.tsx'
import { InlineAlert } from '../ui/inline-alert.tsx'
import { VisitorScreen } from '../ui/visitor-screen.tsx'
import styles from './appeal.module.css'
import { appealErrors, appealTexts } from './moderation.texts.it.ts'

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

function Appeal({ token }: { token: string }) {
  const id = useId()
  const [state, setState] = useState<'idle' | 'busy' | 'received' | 'link-invalid'>(
    token ? 'idle' : 'link-invalid',
  )
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
    setState('busy')
    try {
      await send()
      setState('received')
    } catch (error) {
      const isInvalid = error instanceof ApiError && error.code === 'auth.reset_link_invalid'
      setState(isInvalid ? 'link-invalid' : 'idle')
      setFailure(describeError(error, appealErrors))
    }
  }

  if (state === 'received') return <InlineAlert kind="done">{appealTexts.received}</InlineAlert>
  if (state === 'link-invalid')
    return <InlineAlert kind="error">{appealErrors['auth.reset_link_invalid']}</InlineAlert>
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
      <Button type="submit" variant="primary" size="large" busy={state === 'busy'}>
        {appealTexts.send}
      </Button>
      {failure && <InlineAlert kind="error">{failure}</InlineAlert>}
    </form>
  )
}
