import type { Folded } from '../fold.ts'
import type { SliceNews } from '../realtime.ts'
import type { Rooms } from './rooms.routes.ts'

/** The list of rooms, which is one shared answer: it is fetched again. */
export function foldRooms(rooms: Rooms, news: SliceNews): Folded<Rooms> {
  return news.type === 'rooms.changed' ? 'refetch' : rooms
}
