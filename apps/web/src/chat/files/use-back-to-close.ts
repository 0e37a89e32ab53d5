import { useEffect, useRef } from 'react'

/**
 * Lets the browser's 'back', which is a phone's too, close what is open. Call `begin` as it opens and `end` to close it, which
 * takes back what `begin` has added to the tab's history; `onClose` is called then, as after 'back'.
 */
export function useBackToClose(isOpen: boolean, onClose: () => void): { begin: () => void; end: () => void } {
  const isEnding = useRef(false)
  const close = useRef(onClose)
  useEffect(() => {
    close.current = onClose
  })

  useEffect(() => {
    if (!isOpen) return
    isEnding.current = false
    const handlePopState = () => close.current()
    window.addEventListener('popstate', handlePopState)
    return () => window.removeEventListener('popstate', handlePopState)
  }, [isOpen])

  return {
    // With the router's own state the place stays the same one: it neither leads to a linked message anew nor moves the focus.
    begin: () => history.pushState(history.state, ''),
    end() {
      if (isEnding.current) return
      isEnding.current = true
      history.back()
    },
  }
}
