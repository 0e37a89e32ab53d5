import type { Database } from '../platform/database/database.ts'
import type { Log } from '../platform/log/log.ts'
import { startPeriodicWork } from '../platform/periodic-work.ts'
import { purgeModeration } from './moderation.store.ts'

/** Deletes what moderation has kept long enough, now and every hour, a thousand rows at a time. */
export function startModerationPurge(database: Database, log: Log) {
  return startPeriodicWork({
    interval: 3_600_000,
    failure: 'old reports and decisions not deleted',
    log,
    async work(signal) {
      while (!signal.aborted && (await purgeModeration(database)));
    },
  })
}
