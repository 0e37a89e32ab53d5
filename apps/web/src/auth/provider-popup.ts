import { openChannel } from '../platform/channel.ts'
import { newUuid } from '../platform/uuid.ts'

/** How signing in at the external provider ended. */
export type ProviderOutcome =
  | 'signed-in'
  | 'cancelled'
  | 'popup-blocked'
  | 'account-blocked'
  | 'registration-closed'
  | 'failed'
  /** Of an account that is suspended until then (ISO 8601). */
  | { suspendedUntil: string }
  /** Of an account that is deleted then (ISO 8601). */
  | { deletionAt: string }
  /** The second step of the sign-in is taken by this. */
  | { challenge: string }

/** The popup's message; without an outcome, the page's receipt for it. */
type ProviderMessage = { attempt: string; outcome?: ProviderOutcome }

const channelName = 'covo.provider'
/** Milliseconds between two checks that the popup is still open; there is no event for it. */
const lookIntervalMs = 100
/** Milliseconds that a popup which looks closed may take to send its outcome: its last page still loads, on a slow phone. */
const outcomeTimeoutMs = 60_000
/** Milliseconds that the popup waits for the receipt of its outcome. */
const receiptTimeoutMs = 1000

/**
 * Opens the popup and passes its outcome on. `null` says that it looks closed, which proves nothing: it does so from its last page
 * on too, which belongs to another group of windows (COOP), and its outcome may follow within a minute. With `keepAccount` an
 * account that is to be deleted stays; with `confirm` the member, who is signed in, confirms who they are.
 */
export function signInByPopup(
  onEnd: (outcome: ProviderOutcome | null) => void,
  purpose?: 'keepAccount' | 'confirm' | null,
): void {
  const attempt = newUuid()
  const path = `/api/auth/provider?attempt=${attempt}${purpose ? `&${purpose}=true` : ''}`
  const popup = window.open(path, 'covo-provider', 'popup,width=520,height=680')
  if (!popup) {
    onEnd('popup-blocked')
    return
  }
  // The provider's pages could lead this page elsewhere through it, to one that only looks like ours.
  popup.opener = null
  const channel = openChannel(channelName)
  channel?.addEventListener('message', ({ data }: MessageEvent<ProviderMessage>) => {
    if (data.attempt !== attempt || !data.outcome) return
    channel?.postMessage({ attempt } satisfies ProviderMessage)
    channel?.close()
    clearInterval(look)
    onEnd(data.outcome)
  })
  const look = setInterval(() => {
    if (!popup.closed) return
    clearInterval(look)
    setTimeout(() => channel?.close(), outcomeTimeoutMs)
    onEnd(null)
  }, lookIntervalMs)
}

const outcomesOfErrors: Record<string, ProviderOutcome> = {
  access_denied: 'cancelled',
  account_blocked: 'account-blocked',
  registration_closed: 'registration-closed',
}

/**
 * The popup's last page sends its outcome to the page that opened it, and resolves with the receipt: a popup that closes before counts
 * as given up. Only pages of this origin receive from the channel.
 */
export async function tellOpener({ search, hash }: { search: string; hash: string }): Promise<void> {
  const params = new URLSearchParams(search)
  const error = params.get('error')
  const challenge = new URLSearchParams(hash.slice(1)).get('challenge') ?? ''
  const outcome = challenge ? { challenge } : outcomeOf(error, params.get('until') ?? '')
  const attempt = params.get('attempt') ?? ''
  const channel = openChannel(channelName)
  if (!channel) return
  await new Promise<void>((resolve) => {
    setTimeout(resolve, receiptTimeoutMs)
    channel.addEventListener('message', ({ data }: MessageEvent<ProviderMessage>) => {
      if (data.attempt === attempt && !data.outcome) resolve()
    })
    channel.postMessage({ attempt, outcome } satisfies ProviderMessage)
  })
  channel.close()
}

function outcomeOf(error: string | null, until: string): ProviderOutcome {
  if (error === null) return 'signed-in'
  if (error === 'account_suspended') return { suspendedUntil: until }
  return error === 'deletion_pending' ? { deletionAt: until } : (outcomesOfErrors[error] ?? 'failed')
}
