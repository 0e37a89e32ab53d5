import { lazy, Suspense, useEffect } from 'react'

const GoToDialog = lazy(() => import('./go-to-dialog.tsx').then((module) => ({ default: module.GoToDialog })))

/** The dialog that leads to anything by a few letters; opened at Ctrl or ⌘ K too. */
export function GoTo({
  ownId,
  isOpen,
  setIsOpen,
}: {
  ownId: string
  isOpen: boolean
  setIsOpen: (isOpen: boolean) => void
}) {
  useEffect(() => {
    function handleKeyDown(event: KeyboardEvent) {
      const isAsked = event.key.toLowerCase() === 'k' && (event.ctrlKey || event.metaKey) && !event.altKey
      if (!isAsked || event.shiftKey) return
      event.preventDefault()
      if (!document.querySelector('[role=dialog], dialog[open]')) setIsOpen(true)
    }
    addEventListener('keydown', handleKeyDown)
    return () => removeEventListener('keydown', handleKeyDown)
  }, [setIsOpen])

  if (!isOpen) return null
  return (
    <Suspense>
      <GoToDialog ownId={ownId} onClose={() => setIsOpen(false)} />
    </Suspense>
  )
}
