import type { OwnProfile } from '@covo/contract/profiles/profiles.routes'
import type { Database } from '../platform/database/database.ts'
import { AppError } from '../platform/http/app-error.ts'
import { findProfile } from './profiles.store.ts'

export type ProfilesService = ReturnType<typeof createProfilesService>

export function createProfilesService(database: Database) {
  /** The member's own document. A session whose account is gone counts as none. */
  async function readOwnProfile(uid: string): Promise<OwnProfile> {
    const row = await findProfile(database, uid)
    if (!row) throw new AppError('common.unauthenticated')
    return {
      uid: row.id,
      displayName: row.display_name,
      email: row.email,
      photoURL: row.photo_url ?? '',
      createdAt: row.created_at.toISOString(),
    }
  }

  return { readOwnProfile }
}
