import type { Message } from '@covo/contract/chat/chat.routes'
import type { SendingStatus } from './echoes.ts'

/** The outcome of an attempt to send. `signedOut`: the message waits for the member's next session. */
export type Attempt =
  | { outcome: 'stored'; message: Message }
  | { outcome: 'unreachable' }
  | { outcome: 'signedOut' }
  | { outcome: 'refused'; problem: string }

type Sent = { clientId: string; status: SendingStatus }

type SenderOptions<Item extends Sent> = {
  items: () => readonly Item[]
  setStatus: (clientId: string, status: SendingStatus, problem?: string) => void
  /** Whether it can't be sent yet, and those after it go first. */
  isHeld?: (item: Item) => boolean
  /** Sends it once; never rejects. */
  attempt: (item: Item) => Promise<Attempt>
  onStored: (message: Message) => void
  isClosed: () => boolean
  /** Milliseconds: before the second attempt, doubled with each further one, and at most. */
  retryDelay: { first: number; longest: number }
}

/** Sends what waits, messages or edits, one after another, so that the order of writing is the order of storing. */
export function createMessageSender<Item extends Sent>(options: SenderOptions<Item>) {
  const { items, setStatus, isHeld = () => false, attempt, onStored, isClosed, retryDelay } = options
  let isSending = false
  let endPause = () => {}

  async function sendWaiting() {
    if (isSending) return
    isSending = true
    let delay = retryDelay.first
    for (;;) {
      const item = items().find(
        (one) => (one.status === 'waiting' || one.status === 'unreachable') && !isHeld(one),
      )
      if (!item || isClosed()) break
      const result = await attempt(item)
      if (result.outcome === 'signedOut') break
      if (result.outcome === 'stored') {
        setStatus(item.clientId, 'stored')
        onStored(result.message)
        delay = retryDelay.first
      } else if (result.outcome === 'unreachable') {
        for (const { clientId, status } of items())
          if (status === 'waiting') setStatus(clientId, 'unreachable')
        await pause(delay * (0.75 + Math.random() / 2))
        delay = Math.min(delay * 2, retryDelay.longest)
      } else setStatus(item.clientId, 'refused', result.problem)
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
