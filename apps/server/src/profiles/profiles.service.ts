import type { OwnProfile } from '@covo/contract/profiles/profiles.routes'
import { type ProfileChanges, parseProfileChanges } from '@covo/contract/profiles/profiles.rules'
import { visibleEmail } from '../auth/absent-email.ts'
import type { Database, DatabaseTransaction } from '../platform/database/database.ts'
import { AppError } from '../platform/app-error.ts'
import type { Limits } from '../platform/limits/limits.ts'
import type { Newsroom } from '../platform/realtime/newsroom.ts'
import { memberChanged, ownProfileChanged } from './profiles.news.ts'
import {
  findProfile,
  isNameHeldByAnother,
  lockDisplayName,
  type ProfileRow,
  updateProfile,
} from './profiles.store.ts'

export type ProfilesService = ReturnType<typeof createProfilesService>

type ProfilesDependencies = {
  database: Database
  limits: Limits
  newsroom: Newsroom
}

export function createProfilesService({ database, limits, newsroom }: ProfilesDependencies) {
  /** The member's own document. A session whose account is gone counts as none. */
  const readOwnProfile = (uid: string) => readProfile(database, uid)

  /** Saves what the member changed; a changed name is unique among all names, and published to all members. */
  async function saveProfile(uid: string, entered: ProfileChanges): Promise<OwnProfile> {
    const { value: changes, problem } = parseProfileChanges(entered)
    if (problem) throw new AppError(problem.code)
    const seconds = await limits.take('profilesSaved', uid)
    if (seconds) throw new AppError('profiles.too_many_changes', { seconds })
    return await newsroom.transact(async (trx, publish) => {
      const present = await lockDisplayName(trx, uid)
      if (present === undefined) throw new AppError('common.unauthenticated')
      const newName = changes.displayName === present ? undefined : changes.displayName
      if (newName !== undefined) await claimName(trx, newName, uid)
      await updateProfile(trx, uid, { ...changes, displayName: newName })
      const saved = await readProfile(trx, uid)
      if (newName !== undefined) publish(memberChanged(saved))
      publish(ownProfileChanged(uid))
      return saved
    })
  }

  return { readOwnProfile, saveProfile }
}

async function readProfile(database: Database, uid: string): Promise<OwnProfile> {
  const row = await findProfile(database, uid)
  if (!row) throw new AppError('common.unauthenticated')
  return toOwnProfile(row)
}

async function claimName(trx: DatabaseTransaction, name: string, uid: string): Promise<void> {
  let isHeld: boolean
  try {
    isHeld = await isNameHeldByAnother(trx, name, uid)
  } catch (cause) {
    throw new AppError('profiles.name_check_failed', undefined, { cause })
  }
  if (isHeld) throw new AppError('profiles.display_name_taken')
}

function toOwnProfile(row: ProfileRow): OwnProfile {
  return {
    uid: row.id,
    displayName: row.display_name,
    email: visibleEmail(row.email),
    photoURL: row.photo_url ?? '',
    bio: row.bio,
    telefono: row.phone,
    citta: row.city,
    dataNascita: row.birth_date ?? '',
    professione: row.profession,
    friendCount: row.friend_count ?? 0,
    createdAt: row.created_at.toISOString(),
    updatedAt: row.updated_at.toISOString(),
  }
}
