import { defaultEventCategory, type EventForm } from '@covo/contract/events/events.rules'

const emptyForm: EventForm = {
  title: '',
  description: '',
  dateTime: '',
  deadline: '',
  link: '',
  category: defaultEventCategory,
  duration: '',
}

// By member, so that nobody reads another's.
const draftKey = (memberId: string) => `covo.event.${memberId}`

/** The event that the member has begun to enter, times as their fields hold them. It outlives a reload and a login. */
export function readEventDraft(memberId: string): EventForm {
  const saved = sessionStorage.getItem(draftKey(memberId))
  return saved ? (JSON.parse(saved) as EventForm) : emptyForm
}

export function saveEventDraft(memberId: string, form: EventForm): void {
  try {
    sessionStorage.setItem(draftKey(memberId), JSON.stringify(form))
  } catch {
    // The browser's store is full: what is on the screen is then all there is.
  }
}

export function forgetEventDraft(memberId: string): void {
  sessionStorage.removeItem(draftKey(memberId))
}
