import { newUuid } from '../platform/uuid.ts'

/** How signing in at the external provider ended. */
export type ProviderOutcome = 'signed-in' | 'cancelled' | 'popup-blocked' | 'account-blocked' | 'failed'

/** The popup's message; without an outcome, the page's receipt for it. */
type ProviderMessage = { attempt: string; outcome?: ProviderOutcome }

const channelName = 'covo.provider'
/** Milliseconds between two checks that the popup is still open; there is no event for it. */
const lookInterval = 250
/** Milliseconds that a closed popup's last words, or the answer to them, may take. */
const patience = 1000

/** Opens the popup and answers how it ended; `null` when it was closed without a word, which proves nothing. */
export function signInByPopup(): Promise<ProviderOutcome | null> {
  const attempt = newUuid()
  const path = `/api/auth/provider?attempt=${attempt}`
  const popup = window.open(path, 'covo-provider', 'popup,width=520,height=680')
  if (!popup) return Promise.resolve('popup-blocked')
  // The provider's pages could lead this page elsewhere through it, to one that only looks like ours.
  popup.opener = null
  return new Promise((resolve) => {
    const channel = new BroadcastChannel(channelName)
    const finish = (outcome: ProviderOutcome | null) => {
      clearInterval(look)
      channel.close()
      resolve(outcome)
    }
    channel.addEventListener('message', ({ data }: MessageEvent<ProviderMessage>) => {
      if (data.attempt !== attempt || !data.outcome) return
      channel.postMessage({ attempt } satisfies ProviderMessage)
      finish(data.outcome)
    })
    const look = setInterval(() => {
      if (!popup.closed) return
      clearInterval(look)
      setTimeout(() => finish(null), patience)
    }, lookInterval)
  })
}

const outcomesOfErrors: Record<string, ProviderOutcome> = {
  access_denied: 'cancelled',
  account_blocked: 'account-blocked',
}

/**
 * The popup's last page sends its outcome to the page that opened it, and resolves with the receipt: a popup that closes before counts
 * as given up. Only pages of this origin hear the channel.
 */
export async function tellOpener(search: string): Promise<void> {
  const params = new URLSearchParams(search)
  const error = params.get('error')
  const outcome = error === null ? 'signed-in' : (outcomesOfErrors[error] ?? 'failed')
  const attempt = params.get('attempt') ?? ''
  const channel = new BroadcastChannel(channelName)
  await new Promise<void>((resolve) => {
    setTimeout(resolve, patience)
    channel.addEventListener('message', ({ data }: MessageEvent<ProviderMessage>) => {
      if (data.attempt === attempt && !data.outcome) resolve()
    })
    channel.postMessage({ attempt, outcome } satisfies ProviderMessage)
  })
  channel.close()
}
