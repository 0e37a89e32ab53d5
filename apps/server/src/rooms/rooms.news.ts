import { roomsTopic } from '@covo/contract/rooms/rooms.news'
import type { Publication } from '../platform/realtime/newsroom.ts'

/** For all who watch the list of rooms. */
export const roomsChanged: Publication = { topic: roomsTopic, news: { type: 'rooms.changed' } }
