import type { Message } from '@covo/contract/chat/chat.routes'
import type { Echo } from './echoes.ts'

/** What became of an attempt to send. `signedOut`: the message waits for the member's next session. */
export type Attempt =
  | { outcome: 'stored'; message: Message }
  | { outcome: 'unreachable' }
  | { outcome: 'signedOut' }
  | { outcome: 'refused'; problem: string }

type SenderOptions = {
  echoes: () => readonly Echo[]
  setStatus: (clientId: string, status: Echo['status'], problem?: string) => void
  /** Sends a message once; never rejects. */
  attempt: (echo: Echo) => Promise<Attempt>
  onStored: (message: Message) => void
  isClosed: () => boolean
  /** Milliseconds: before the second attempt, doubled with each further one, and at most. */
  retryDelay: { first: number; longest: number }
}

/** Sends the waiting echoes one after another, so that the order of writing is the order of storing. */
export function createMessageSender(options: SenderOptions) {
  const { echoes, setStatus, attempt, onStored, isClosed, retryDelay } = options
  let isSending = false
  let endPause = () => {}

  async function sendWaiting() {
    if (isSending) return
    isSending = true
    let delay = retryDelay.first
    for (;;) {
      const echo = echoes().find(({ status }) => status === 'waiting' || status === 'unreachable')
      if (!echo || isClosed()) break
      const result = await attempt(echo)
      if (result.outcome === 'signedOut') break
      if (result.outcome === 'stored') {
        setStatus(echo.clientId, 'stored')
        onStored(result.message)
        delay = retryDelay.first
      } else if (result.outcome === 'unreachable') {
        for (const { clientId, status } of echoes())
          if (status === 'waiting') setStatus(clientId, 'unreachable')
        await pause(delay * (0.75 + Math.random() / 2))
        delay = Math.min(delay * 2, retryDelay.longest)
      } else setStatus(echo.clientId, 'refused', result.problem)
    }
    isSending = false
  }

  function pause(milliseconds: number): Promise<void> {
    return new Promise((resolve) => {
      const timer = setTimeout(resolve, milliseconds)
      endPause = () => {
        clearTimeout(timer)
        resolve()
      }
    })
  }

  return {
    sendWaiting: () => void sendWaiting(),

    /** Ends the pause between two attempts: the connection is back, or the member presses 'Riprova'. */
    retryNow: () => endPause(),
  }
}
