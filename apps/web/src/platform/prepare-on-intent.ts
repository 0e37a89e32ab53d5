/**
 * Calls `prepare` with the path of a link of ours that somebody points at, touches or reaches with the keyboard: what it leads
 * to can be loaded while they make up their mind. Not for those who asked the browser to save data.
 */
export function prepareOnIntent(prepare: (path: string) => Promise<unknown>): void {
  function handle({ target }: Event) {
    const link = target instanceof Element && target.closest<HTMLAnchorElement>('a[href]')
    if (!link || link.origin !== location.origin || savesData()) return
    // The navigation fetches again, and shows the error.
    prepare(link.pathname).catch(() => {})
  }
  document.addEventListener('pointerover', handle, { passive: true })
  document.addEventListener('focusin', handle)
}

/**
 * Calls `prepare` with each path once the page has come to rest, one after the other. Not for those who asked the browser to
 * save data. Answers how to give it up.
 */
export function prepareWhenIdle(prepare: (path: string) => Promise<unknown>, paths: string[]): () => void {
  let isOver = savesData()
  async function prepareAll() {
    for (const path of paths) {
      if (isOver) return
      await prepare(path).catch(() => {})
    }
  }
  // Safari has no word of its idleness.
  const wait = () =>
    'requestIdleCallback' in window ? requestIdleCallback(prepareAll) : setTimeout(prepareAll, 500)
  if (document.readyState === 'complete') wait()
  else addEventListener('load', wait, { once: true })
  return () => {
    isOver = true
  }
}

function savesData(): boolean {
  const { connection } = navigator as { connection?: { saveData: boolean } }
  return connection?.saveData ?? false
}
