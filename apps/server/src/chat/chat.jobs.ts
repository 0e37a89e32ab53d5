import type { Database } from '../platform/database/database.ts'
import { hour, type Jobs, type NoPayload } from '../platform/jobs/jobs.ts'
import { deleteOrphanedRoom } from './event-rooms.store.ts'
import { indexMessages } from './search-index.ts'

declare module '../platform/jobs/jobs.ts' {
  interface JobPayloads {
    'chat.delete-orphaned-rooms': NoPayload
    'chat.index-messages': NoPayload
  }
}

export function chatJobs(database: Database): Jobs {
  return {
    'chat.delete-orphaned-rooms': {
      every: hour,
      async run(_nothing, { signal }) {
        while (!signal.aborted && (await deleteOrphanedRoom(database)));
      },
    },
    'chat.index-messages': {
      every: 10_000,
      run: (_nothing, { signal }) => indexMessages(database, signal),
    },
  }
}
