import { newUuid } from '../platform/uuid.ts'

/** How signing in at the external provider ended. */
export type ProviderOutcome = 'signed-in' | 'cancelled' | 'failed'

type ProviderMessage = { attempt: string; outcome: ProviderOutcome }

const channelName = 'covo.provider'
/** Milliseconds between two looks at whether the popup is still open; no event tells. */
const lookInterval = 250
/** Milliseconds that a closed popup's last words may take. */
const patience = 400

/** Opens the popup and answers how it ended; `null` when it was closed without a word, which proves nothing. */
export function signInByPopup(): Promise<ProviderOutcome | null> {
  const attempt = newUuid()
  const path = `/api/auth/provider?attempt=${attempt}`
  const popup = window.open(path, 'covo-provider', 'popup,width=520,height=680')
  if (!popup) return Promise.resolve('failed')
  return new Promise((resolve) => {
    const channel = new BroadcastChannel(channelName)
    const finish = (outcome: ProviderOutcome | null) => {
      clearInterval(look)
      channel.close()
      resolve(outcome)
    }
    channel.addEventListener('message', ({ data }: MessageEvent<ProviderMessage>) => {
      if (data.attempt === attempt) finish(data.outcome)
    })
    const look = setInterval(() => {
      if (!popup.closed) return
      clearInterval(look)
      setTimeout(() => finish(null), patience)
    }, lookInterval)
  })
}

/** The popup's last page tells the page that opened it. Only pages of this origin hear the channel. */
export function tellOpener(search: string): void {
  const params = new URLSearchParams(search)
  const error = params.get('error')
  const outcome = error === null ? 'signed-in' : error === 'access_denied' ? 'cancelled' : 'failed'
  const channel = new BroadcastChannel(channelName)
  channel.postMessage({ attempt: params.get('attempt') ?? '', outcome } satisfies ProviderMessage)
  channel.close()
}
