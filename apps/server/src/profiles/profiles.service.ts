import type { OwnProfile } from '@covo/contract/profiles/profiles.routes'
import { cleanProfile, firstProfileProblem, type ProfileForm } from '@covo/contract/profiles/profiles.rules'
import { visibleEmail } from '../platform/database/absent-email.ts'
import type { Database, DatabaseTransaction } from '../platform/database/database.ts'
import { isViolationOf } from '../platform/database/violations.ts'
import { AppError } from '../platform/http/app-error.ts'
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
  publishMemberChanged: (member: { uid: string; displayName: string; photoURL: string }) => void
}

export function createProfilesService({ database, publishMemberChanged }: ProfilesDependencies) {
  /** The member's own document. A session whose account is gone counts as none. */
  async function readOwnProfile(uid: string): Promise<OwnProfile> {
    const row = await findProfile(database, uid)
    if (!row) throw new AppError('common.unauthenticated')
    return toOwnProfile(row)
  }

  /** Saves what the member edits; a changed name is unique among all names, and told to everybody. */
  async function saveProfile(uid: string, form: ProfileForm): Promise<OwnProfile> {
    const problem = firstProfileProblem(form)
    if (problem) throw new AppError(problem)
    const profile = cleanProfile(form)
    const isRenamed = await database
      .transaction()
      .execute(async (trx) => {
        const present = await lockDisplayName(trx, uid)
        if (present === undefined) throw new AppError('common.unauthenticated')
        const isNameChosen = present !== profile.displayName
        if (isNameChosen) await claimName(trx, profile.displayName, uid)
        await updateProfile(trx, uid, profile, isNameChosen)
        return isNameChosen
      })
      .catch((error: unknown) => {
        // Somebody registered with the name after it was checked.
        if (isViolationOf(error, 'users_chosen_display_name_unique'))
          throw new AppError('profiles.display_name_taken')
        throw error
      })
    const saved = await readOwnProfile(uid)
    if (isRenamed) publishMemberChanged(saved)
    return saved
  }

  return { readOwnProfile, saveProfile }
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
