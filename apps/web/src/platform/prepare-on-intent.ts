/**
 * Calls `prepare` with the path of a link of ours that somebody points at, touches or reaches with the keyboard: what it leads
 * to can be loaded while they make up their mind. Not for those who asked the browser to save data.
 */
export function prepareOnIntent(prepare: (path: string) => Promise<unknown>): void {
  const { connection } = navigator as { connection?: { saveData: boolean } }
  function handle({ target }: Event) {
    const link = target instanceof Element && target.closest<HTMLAnchorElement>('a[href]')
    if (!link || link.origin !== location.origin || connection?.saveData) return
    // The navigation fetches again, and shows the error.
    prepare(link.pathname).catch(() => {})
  }
  document.addEventListener('pointerover', handle, { passive: true })
  document.addEventListener('focusin', handle)
}
