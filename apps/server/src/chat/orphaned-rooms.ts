import type { Database } from '../platform/database/database.ts'
import type { Log } from '../platform/log/log.ts'
import { startPeriodicWork } from '../platform/periodic-work.ts'
import { deleteOrphanedRoom } from './event-rooms.store.ts'

/** Deletes the rooms of deleted events, which nobody can read any more, now and every hour. */
export function startDeletingRooms(database: Database, log: Log) {
  return startPeriodicWork({
    interval: 3_600_000,
    failure: 'rooms of deleted events not deleted',
    log,
    async work(signal) {
      while (!signal.aborted && (await deleteOrphanedRoom(database)));
    },
  })
}
