import type { NewsOf } from '../realtime.schemas.ts'

/** The topic of the list of rooms. */
export const roomsTopic = 'rooms:all'

/** The topic of how far all rooms go. */
export const roomHeadsTopic = 'heads:stanze'

/** Rooms have newer messages: `heads` by the end of their address. Sent by the sweep, and to new subscribers. */
export type RoomHeadsMoved = NewsOf<'rooms.heads_moved'>

/** A room was made, changed, archived or reopened, or their order changed. Sent to everybody who watches the list. */
export type RoomsChanged = NewsOf<'rooms.changed'>
