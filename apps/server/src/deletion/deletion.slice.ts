import type { Platform, Slice } from '../slice.ts'
import { deletionJobs } from './deletion.jobs.ts'
import { deletionRoutes } from './deletion.routes.ts'
import type { DeletionService } from './deletion.service.ts'
import type { KeepBlockedAddress } from './erase-account.ts'
import { startErasing } from './erase-due-accounts.ts'

type DeletionNeeds = {
  /** Made before, since sign-ins settle with it whether an account stays. */
  deletion: DeletionService
  auth: Parameters<typeof deletionRoutes>[1]
  keepBlockedAddress: KeepBlockedAddress
}

export function deletionSlice(
  platform: Platform,
  { deletion, auth, keepBlockedAddress }: DeletionNeeds,
): Slice {
  const { dataDirectory } = platform.settings
  return {
    routes: [deletionRoutes(deletion, auth)],
    jobs: deletionJobs(platform),
    start: () => [startErasing({ ...platform, keepBlockedAddress, dataDirectory })],
  }
}
