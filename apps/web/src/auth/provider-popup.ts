import { newUuid } from '../platform/uuid.ts'

/** How signing in at the external provider ended. */
export type ProviderOutcome = 'signed-in' | 'cancelled' | 'popup-blocked' | 'account-blocked' | 'failed'

/** The popup's message; without an outcome, the page's receipt for it. */
type ProviderMessage = { attempt: string; outcome?: ProviderOutcome }

const channelName = 'covo.provider'
/** Milliseconds between two checks that the popup is still open; there is no event for it. */
const lookInterval = 100
/** Milliseconds that the last words of a popup which looks closed, or the receipt for them, may take. */
const lastWordsTimeoutMs = 1000

/**
 * Opens the popup and tells how it ended. `null` says that it looks closed, which proves nothing: it does so from its last page
 * on too, which belongs to another group of windows (COOP), and its outcome may follow within a second.
 */
export function signInByPopup(onEnd: (outcome: ProviderOutcome | null) => void): void {
  const attempt = newUuid()
  const path = `/api/auth/provider?attempt=${attempt}`
  const popup = window.open(path, 'covo-provider', 'popup,width=520,height=680')
  if (!popup) {
    onEnd('popup-blocked')
    return
  }
  // The provider's pages could lead this page elsewhere through it, to one that only looks like ours.
  popup.opener = null
  const channel = new BroadcastChannel(channelName)
  channel.addEventListener('message', ({ data }: MessageEvent<ProviderMessage>) => {
    if (data.attempt !== attempt || !data.outcome) return
    channel.postMessage({ attempt } satisfies ProviderMessage)
    channel.close()
    clearInterval(look)
    onEnd(data.outcome)
  })
  const look = setInterval(() => {
    if (!popup.closed) return
    clearInterval(look)
    setTimeout(() => channel.close(), lastWordsTimeoutMs)
    onEnd(null)
  }, lookInterval)
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
    setTimeout(resolve, lastWordsTimeoutMs)
    channel.addEventListener('message', ({ data }: MessageEvent<ProviderMessage>) => {
      if (data.attempt === attempt && !data.outcome) resolve()
    })
    channel.postMessage({ attempt, outcome } satisfies ProviderMessage)
  })
  channel.close()
}
