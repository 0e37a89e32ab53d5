import { isWanted } from '../platform/notification-settings.ts'
import { showToast } from '../ui/toast.tsx'

/** Shows a toast about an event or a team, on whichever screen the member is, if they want notifications of events. */
export async function showEventToast(text: string): Promise<void> {
  if (await isWanted('events')) showToast('info', text)
}
