import { readNote, saveNote } from '../../platform/last-seen.ts'

const maximumRecent = 16
const note = 'emoji'

/** The signs last inserted on this device, the newest first; none after a sign-out. */
export function recentSigns(): string[] {
  return readNote(note)?.split(' ').slice(0, maximumRecent) ?? []
}

export function noteRecent(sign: string): void {
  saveNote(note, [...new Set([sign, ...recentSigns()])].slice(0, maximumRecent).join(' '))
}
