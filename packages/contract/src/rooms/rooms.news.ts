import type { NewsOf } from '../realtime.schemas.ts'

/** The topic of the list of rooms. */
export const roomsTopic = 'rooms:all'

/** A room was made, changed, archived or reopened, or their order changed. Sent to everybody who watches the list. */
export type RoomsChanged = NewsOf<'rooms.changed'>
