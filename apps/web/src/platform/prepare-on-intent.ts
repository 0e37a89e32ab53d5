import { firstScreenDrawn, idle } from './first-screen.ts'

/**
 * Calls `prepare` with the path of a link of ours that somebody points at, touches or reaches with the keyboard: its screen
 * can be loaded while they make up their mind. Not for those who asked the browser to save data.
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
 * Calls `prepare` with each path once the first screen is drawn, one after the other, and each when the browser is idle: a slow phone
 * answers its reader in between. Not for those who asked the browser to save data. Answers how to give it up.
 */
export function prepareWhenIdle(prepare: (path: string) => Promise<unknown>, paths: string[]): () => void {
  let isOver = savesData()
  async function prepareAll() {
    await firstScreenDrawn
    for (const path of paths) {
      await idle()
      if (isOver) return
      await prepare(path).catch(() => {})
    }
  }
  void prepareAll()
  return () => {
    isOver = true
  }
}

function savesData(): boolean {
  const { connection } = navigator as { connection?: { saveData: boolean } }
  return connection?.saveData ?? false
}
