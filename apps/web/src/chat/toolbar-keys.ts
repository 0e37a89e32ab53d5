import type { KeyboardEvent } from 'react'

/** In a toolbar, which is one stop of Tab, ← and → lead from button to button. */
export function moveInToolbar(event: KeyboardEvent<HTMLElement>): void {
  const step = { ArrowLeft: -1, ArrowRight: 1 }[event.key]
  if (!step || !(event.target instanceof HTMLElement)) return
  event.preventDefault()
  const buttons = [...event.currentTarget.querySelectorAll<HTMLElement>('button')]
  buttons[buttons.indexOf(event.target) + step]?.focus()
}
