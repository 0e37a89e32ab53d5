import { notifications, notificationsStore } from '@mantine/notifications'
import { IconAlertCircle, IconCheck, IconInfoCircle } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import { giveFocus, uncoverFocus } from './keep-focus.ts'

const icons = { done: IconCheck, info: IconInfoCircle, failed: IconAlertCircle }
/** Milliseconds; a failure stays until it is closed, or its screen is left. */
const lifetimes = { done: 4000, info: 6000, failed: false } as const

/**
 * Shows a message in a corner of the present screen, and has it read aloud. Escape closes it while it has the focus,
 * which then goes back to where it was when the toast was asked for. It takes the place of one with the same sentence.
 * Answers the id by which `hideToast` takes it away.
 * @param leadsTo the path to which it leads: the toast is closed when that screen is shown
 */
export function showToast(
  kind: keyof typeof icons,
  message: ReactNode,
  lifetime: number | false = lifetimes[kind],
  leadsTo?: string,
): string {
  const Icon = icons[kind]
  const opener = document.activeElement
  for (const { id = '', message: other } of notificationsStore.getState().notifications)
    if (other === message) hideToast(id)
  return notifications.show({
    role: 'alert',
    message,
    icon: <Icon aria-hidden="true" />,
    autoClose: lifetime,
    'data-kind': kind,
    'data-leads-to': leadsTo,
    closeButtonProps: { 'aria-label': 'Chiudi' },
    onOpen: uncoverFocus,
    onKeyDown: ({ key, currentTarget }) => {
      if (key === 'Escape') hideToast(currentTarget.id)
    },
    onClose: ({ id = '' }) => {
      const hadFocus = document.getElementById(id)?.contains(document.activeElement)
      if (hadFocus && opener instanceof HTMLElement) giveFocus(opener)
    },
  })
}

export function hideToast(id: string): void {
  notifications.hide(id)
}

/** Closes toasts when the screen at `path` opens: failures of the screen before it, and toasts that link to it. */
export function hideOutdated(path: string): void {
  for (const { id = '', ...data } of notificationsStore.getState().notifications)
    if (data['data-kind'] === 'failed' || data['data-leads-to'] === path) hideToast(id)
}
