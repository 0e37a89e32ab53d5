import type { OwnProfile } from '@covo/contract/profiles/profiles.routes'
import { type ProfileChanges, parseProfileChanges } from '@covo/contract/profiles/profiles.rules'
import { visibleEmail } from '../auth/absent-email.ts'
import { AppError } from '../platform/app-error.ts'
import type { Database, DatabaseTransaction } from '../platform/database/database.ts'
import type { Limits } from '../platform/limits/limits.ts'
import type { Newsroom } from '../platform/realtime/newsroom.ts'
import { memberChanged, ownProfileChanged } from './profiles.news.ts'
import {
  findProfile,
  isNameHeldByAnother,
  lockMember,
  lockNames,
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
  /** The member's own document. A session whose account is gone is not valid. */
  const readOwnProfile = (viewerId: string) => readProfile(database, viewerId)

  /** Saves what the member changed; a changed name is unique among all names, and published to all members. */
  async function saveProfile(viewerId: string, entered: ProfileChanges): Promise<OwnProfile> {
    const { value: changes, problem } = parseProfileChanges(entered)
    if (problem) throw new AppError(problem.code)
    const seconds = await limits.take('profilesSaved', viewerId)
    if (seconds) throw new AppError('profiles.too_many_changes', { seconds })
    return await newsroom.transact(async (trx, publish) => {
      const member = await lockMember(trx, viewerId)
      if (!member) throw new AppError('common.unauthenticated')
      const newName = changes.displayName === member.displayName ? undefined : changes.displayName
      if (newName !== undefined) await claimName(trx, newName, viewerId)
      await updateProfile(trx, viewerId, { ...changes, displayName: newName })
      const saved = await readProfile(trx, viewerId)
      if (newName !== undefined) publish(memberChanged(saved))
      publish(ownProfileChanged(viewerId))
      return saved
    })
  }

  return { readOwnProfile, saveProfile }
}

async function readProfile(database: Database, viewerId: string): Promise<OwnProfile> {
  const row = await findProfile(database, viewerId)
  if (!row) throw new AppError('common.unauthenticated')
  return toOwnProfile(row)
}

async function claimName(trx: DatabaseTransaction, name: string, viewerId: string): Promise<void> {
  let isHeld: boolean
  try {
    await lockNames(trx)
    isHeld = await isNameHeldByAnother(trx, name, viewerId)
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
