/** Milliseconds before the first retry; each further one waits twice as long: a file of an older release doesn't come back. */
const firstPause = 5000

/**
 * Loads a stylesheet that failed to load again after a pause, until it is there. Vite loads each once in the life of a page: a
 * screen whose script was fetched ahead without network would be drawn without styles later. For the whole document, once.
 */
export function retryStylesheets(): void {
  // Captured, since the errors of resources don't bubble.
  document.addEventListener('error', ({ target }) => retry(target), true)
}

function retry(link: EventTarget | null): void {
  if (!(link instanceof HTMLLinkElement && link.rel === 'stylesheet')) return
  const pause = Number(link.dataset.pause ?? firstPause)
  link.dataset.pause = String(pause * 2)
  setTimeout(() => link.replaceWith(link.cloneNode()), pause)
}
