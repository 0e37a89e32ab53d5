/** The only address that the policy below answers, for any argument. */
const workerPath = '/service-worker.js'
/** Milliseconds for the files of the first screen. */
const firstScreen = 3_000

type TrustedTypes = {
  createPolicy(name: string, rules: { createScriptURL(): string }): { createScriptURL(path: string): string }
}
const { trustedTypes } = window as { trustedTypes?: TrustedTypes }
// At once: the header allows one policy, so that nobody else can make another.
const policy = trustedTypes?.createPolicy('covo', { createScriptURL: () => workerPath })

/** Lets this browser keep the program for a time without network, once the page has loaded. */
export function registerWorker(): void {
  if (!import.meta.env.PROD || !navigator.serviceWorker) return
  addEventListener('load', () => setTimeout(register, firstScreen))
}

function register(): void {
  if (!navigator.onLine) return
  navigator.serviceWorker.register(policy?.createScriptURL(workerPath) ?? workerPath).catch(() => {
    // The app then needs the network. The next visit tries again.
  })
}
