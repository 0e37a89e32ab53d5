import { useSyncExternalStore } from 'react'
import { openChannel } from './channel.ts'
import { forgetDeviceDrafts } from './device-drafts.ts'
import { forgetDeviceFiles } from './forget-device-files.ts'
import { forgetLastSeen, hasLastSeen } from './last-seen.ts'
import { tabStore } from './stores.ts'

/** Whether somebody is signed in. Nothing more is known without asking the server. */
export type Session = 'in' | 'out'

/** The session's state as the server wrote it; `unknown` in the page that the service worker keeps. */
const initial = document.documentElement.dataset.session
let session: Session = initial === 'in' || (initial === 'unknown' && hasLastSeen()) ? 'in' : 'out'
/** The number of the session that this page knows of. */
let current = 0
let isOtherMembers = false
let leaving = Promise.resolve()
const listeners = new Set<(session: Session) => void>()
const otherTabs = openChannel('covo.session')

if (session === 'out') forgetLastSeen()

otherTabs?.addEventListener('message', ({ data }: MessageEvent<Session | 'left'>) => {
  if (data === 'left') forget()
  // A sign-in elsewhere while this tab is signed in may be another member's.
  else if (data === 'in' && session === 'in') {
    isOtherMembers = true
    location.reload()
  } else change(data)
})

function change(next: Session) {
  if (next === session) return
  session = next
  if (session === 'out') forgetLastSeen()
  else current += 1
  for (const listener of listeners) listener(next)
}

/** A sign-in or registration succeeded: every tab of this browser learns it. */
export function startSession() {
  change('in')
  otherTabs?.postMessage('in')
}

/**
 * The server says that the session is over: every tab of this browser learns it. Typed text waits for the member. An answer
 * to what was asked in an earlier session, whose number is `asked`, ends none.
 */
export function endSession(asked = current) {
  if (session === 'out' || asked !== current) return
  change('out')
  otherTabs?.postMessage('out')
}

/** The member signed out: every tab of this browser learns it, and keeps nothing that they wrote there. */
export function leaveSession() {
  forget()
  otherTabs?.postMessage('left')
}

/** Notes a request by which the member ends the session in this tab, and answers it. */
export function leaveBy<Answer>(request: Promise<Answer>): Promise<Answer> {
  leaving = request.then(
    () => {},
    () => {},
  )
  return request
}

/** Resolves when no request of `leaveBy` is under way. */
export function afterLeaving(): Promise<void> {
  return leaving
}

function forget() {
  change('out')
  tabStore.keys('').forEach(tabStore.remove)
  forgetDeviceDrafts()
  forgetDeviceFiles()
}

export function subscribeToSession(listener: (session: Session) => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

/** Whether this page's data is still the signed-in member's. */
export function isSignedIn(): boolean {
  return session === 'in' && !isOtherMembers
}

export function currentSession(): number {
  return current
}

export function useSession(): Session {
  return useSyncExternalStore(subscribeToSession, () => session)
}
