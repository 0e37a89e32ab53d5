import { useSyncExternalStore } from 'react'

const open = new Set<string>()
const listeners = new Set<() => void>()

function subscribe(listener: () => void) {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

/**
 * Whether a part of a message is open, and how to change it. It stays so while the page lives: rows that are scrolled away
 * leave the document, and a picture is shown in two places. `key` names the message and the place of the part in it.
 */
export function useExpanded(key: string): [isOpen: boolean, setIsOpen: (isOpen: boolean) => void] {
  const isOpen = useSyncExternalStore(subscribe, () => open.has(key))

  function setIsOpen(next: boolean) {
    if (next) open.add(key)
    else open.delete(key)
    for (const listener of listeners) listener()
  }

  return [isOpen, setIsOpen]
}
