import { notifications } from '@mantine/notifications'
import { IconAlertCircle, IconCheck, IconInfoCircle } from '@tabler/icons-react'

const icons = { done: IconCheck, info: IconInfoCircle, failed: IconAlertCircle }
/** Milliseconds; a failure stays until it is closed. */
const lifetimes = { done: 4000, info: 6000, failed: false } as const

/**
 * Tells what happened, in a corner of whichever screen is shown then, and aloud. Answers the id by which `hideToast` takes
 * it away.
 */
export function showToast(
  kind: keyof typeof icons,
  message: string,
  lifetime: number | false = lifetimes[kind],
): string {
  const Icon = icons[kind]
  return notifications.show({
    role: 'alert',
    message,
    icon: <Icon aria-hidden="true" />,
    autoClose: lifetime,
    'data-kind': kind,
    closeButtonProps: { 'aria-label': 'Chiudi' },
    onOpen: uncoverFocus,
  })
}

/** Scrolls the control that has the focus out from under what was told; toasts.module.css makes the room. */
function uncoverFocus() {
  document.querySelector(':focus-visible')?.scrollIntoView({ block: 'nearest' })
}

export function hideToast(id: string): void {
  notifications.hide(id)
}
