import { isBot } from '@covo/contract/is-bot'
import { maximumShared, type OwnProfile, type Profile } from '@covo/contract/profiles/profiles.routes'
import {
  type Audience,
  type ProfileChanges,
  parseProfileChanges,
} from '@covo/contract/profiles/profiles.rules'
import type { EventsService } from '../events/events.service.ts'
import type { FriendsService } from '../friends/friends.service.ts'
import { AppError } from '../platform/app-error.ts'
import type { Database, DatabaseTransaction } from '../platform/database/database.ts'
import type { Limits } from '../platform/limits/limits.ts'
import { emailOrEmpty } from '../platform/placeholder-email.ts'
import type { Newsroom } from '../platform/realtime/newsroom.ts'
import type { Hidden } from '../platform/viewer.ts'
import { memberChanged, ownProfileChanged } from './profiles.news.ts'
import { type AudienceField, mayKnowParticipations, visibleFields } from './profiles.policy.ts'
import {
  findPresentMember,
  findProfile,
  isNameHeldByAnother,
  lockMember,
  lockNames,
  type PresentMemberRow,
  type ProfileRow,
  updateProfile,
} from './profiles.store.ts'

export type ProfilesService = ReturnType<typeof createProfilesService>

type ProfilesDependencies = {
  database: Database
  limits: Limits
  newsroom: Newsroom
  friends: Pick<FriendsService, 'readRelation' | 'readSharedFriends'>
  events: Pick<EventsService, 'readSharedEvents'>
  /** Whether one of the two has blocked the other. */
  areHidden: (one: string, other: string) => Promise<boolean>
}

export function createProfilesService(dependencies: ProfilesDependencies) {
  const { database, limits, newsroom, friends, events, areHidden } = dependencies

  /** The member's own document. A session whose account is gone is not valid. */
  const readOwnProfile = (viewerId: string) => readProfile(database, viewerId)

  /** Saves what the member changed; a changed name is unique among all names, and published to all members. */
  async function saveProfile(viewerId: string, entered: ProfileChanges): Promise<OwnProfile> {
    const { value: changes, problem } = parseProfileChanges(entered)
    if (problem) throw AppError.of(problem)
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

  /** A member, by the fields that the viewer may see. */
  async function readMember(viewerId: string, uid: string): Promise<Profile> {
    const seconds = await limits.take('profileViews', viewerId)
    if (seconds) throw new AppError('profiles.too_many_views', { seconds })
    const row = await findPresentMember(database, uid)
    if (!row || (await areHidden(viewerId, uid))) throw new AppError('profiles.not_found')
    const relation = uid === viewerId ? 'self' : await friends.readRelation(viewerId, uid)
    const [sharedFriends, sharedEvents] = await Promise.all([
      friends.readSharedFriends(viewerId, uid, maximumShared),
      events.readSharedEvents(viewerId, uid, mayKnowParticipations(relation), maximumShared),
    ])
    return {
      uid,
      displayName: row.display_name,
      photoURL: row.photo_url ?? '',
      memberSince: row.created_at.toISOString(),
      isBot: isBot(uid),
      relation,
      ...visibleFields(personalFields(row), audiencesOf(row), relation),
      sharedFriends,
      sharedEvents,
    }
  }

  /** A member by the fields that the reporter sees; null where they see nothing. */
  async function findReported(trx: Database, { uid, hidden }: { uid: string; hidden: Hidden }, id: string) {
    const row = await findPresentMember(trx, id)
    if (!row || hidden.has(id)) return null
    const isOwn = id === uid
    const relation = isOwn ? 'self' : await friends.readRelation(uid, id, trx)
    const { display_name: displayName } = row
    const { interessi, links, ...texts } = visibleFields(personalFields(row), audiencesOf(row), relation)
    const fields = { displayName, ...texts, interessi: interessi?.join(', '), links: links?.join(' ') }
    return { memberId: id, isOwn, snapshot: { kind: 'member' as const, name: displayName, fields } }
  }

  return { readOwnProfile, saveProfile, readMember, findReported }
}

/** The member's own document. A session whose account is gone is not valid. */
export async function readProfile(database: Database, viewerId: string): Promise<OwnProfile> {
  const row = await findProfile(database, viewerId)
  if (!row) throw new AppError('common.unauthenticated')
  return toOwnProfile(row)
}

/**
 * Lets nobody else take a name until the transaction ends.
 * @throws AppError `profiles.display_name_taken` where another member has it
 */
export async function claimName(trx: DatabaseTransaction, name: string, viewerId: string): Promise<void> {
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
    photoURL: row.photo_url ?? '',
    ...personalFields(row),
    friendCount: row.friend_count ?? 0,
    createdAt: row.created_at.toISOString(),
    updatedAt: row.updated_at.toISOString(),
    isBot: isBot(row.id),
  }
}

function audiencesOf(row: PresentMemberRow): Record<AudienceField, Audience> {
  return {
    bio: row.bio_audience,
    professione: row.profession_audience,
    citta: row.city_audience,
    telefono: row.phone_audience,
    dataNascita: row.birth_date_audience,
    email: row.email_to_friends ? 'friends' : 'me',
  }
}

function personalFields(row: Omit<ProfileRow, 'friend_count'>) {
  return {
    email: emailOrEmpty(row.email),
    bio: row.bio,
    telefono: row.phone,
    citta: row.city,
    dataNascita: row.birth_date ?? '',
    professione: row.profession,
    interessi: row.skills,
    links: row.links,
  }
}
