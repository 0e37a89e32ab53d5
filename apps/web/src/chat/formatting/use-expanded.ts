import { useState } from 'react'

const open = new Set<string>()

/**
 * Whether a part of a message is open, and how to change it. It stays so while the page lives: rows that are scrolled away
 * leave the document. `key` names the message and the place of the part in it.
 */
export function useExpanded(key: string): [isOpen: boolean, setIsOpen: (isOpen: boolean) => void] {
  const [isOpen, setIsOpen] = useState(open.has(key))

  function keep(next: boolean) {
    if (next) open.add(key)
    else open.delete(key)
    setIsOpen(next)
  }

  return [isOpen, keep]
}
