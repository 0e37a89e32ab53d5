import { conversationKind } from '@covo/contract/chat/chat.rules'
import { nameMentions } from '@covo/contract/chat/markup.text'
import type { ModerationAction } from '@covo/contract/moderation/moderation.rules'
import { quote, whereSent } from '@covo/contract/moderation/statement'
import type { ReportedKind } from '@covo/contract/reports/reports.rules'
import { sql } from 'kysely'
import { emptyMessages, restoreMessage } from '../chat/changes.store.ts'
import { lockConversation } from '../chat/chat.store.ts'
import { findMessage } from '../chat/history.store.ts'
import { mentionedIn, namesOfMentioned } from '../chat/mentioned-names.ts'
import { type FileRow, findFileRows } from '../chat/message-files.store.ts'
import { eventCreated, eventRemoved } from '../events/events.news.ts'
import { readEvent } from '../events/events.service.ts'
import { deleteEventRows, type RemovedEvent, restoreEventRows } from '../events/removed-event.ts'
import { withdrawNotifications } from '../notifications/notify.ts'
import type { Database, DatabaseTransaction } from '../platform/database/database.ts'
import type { Publication } from '../platform/realtime/newsroom.ts'
import { deletePhotoRow, restorePhotoRow } from '../profiles/photo.store.ts'
import { memberChanged, ownProfileChanged } from '../profiles/profiles.news.ts'
import {
  findPresentMember,
  isNameHeldByAnother,
  lockMember,
  lockNames,
  showAs,
} from '../profiles/profiles.store.ts'
import { publishTeam } from '../teams/team-members.ts'
import { isNameTaken, lockTeam, type TeamValues, updateTeam } from '../teams/teams.store.ts'
import { DecisionRefused } from './decision-refused.ts'
import type { Done } from './moderation.mail.ts'
import type { Decision } from './moderation.store.ts'

type Subject = { kind: ReportedKind; subjectId: string }

/** The outcome of a decision: the data for its reversal, and its news. */
type Outcome = { removed: object | null; news: Publication[] }

type RemovedMessage = {
  conversationId: string
  sequence: number
  text: string
  /** Absent where it had none. */
  files?: FileRow[]
}
/** With the photo's row, which nothing serves meanwhile. */
type EmptiedProfile = {
  displayName: string
  photoURL: string | null
  bio: string
  /** Absent in decisions from before profiles had links. */
  links?: string[]
  photo: object | null
}

type EmptiedTeam = { name: string; presentation: string; ctftimeId: string }

/** Carries out a decision on a subject, but for a suspension, which is the member's. */
export async function actOn(
  trx: DatabaseTransaction,
  action: ModerationAction,
  { kind, subjectId }: Subject,
): Promise<Outcome> {
  if (action === 'remove' && kind === 'message') return await removeMessage(trx, subjectId)
  if (action === 'remove' && kind === 'event') return await removeEvent(trx, subjectId)
  if (action === 'empty' && kind === 'member') return await emptyProfile(trx, subjectId)
  if (action === 'empty' && kind === 'team') return await emptyTeam(trx, subjectId)
  if (action === 'remove')
    throw new DecisionRefused(
      'Members and teams are not removed by a decision: empty them, or suspend the member.',
    )
  if (action === 'empty') throw new DecisionRefused('Only the profile of a member and a team can be emptied.')
  return { removed: null, news: [] }
}

/** The place and the text of what a decision removed, as its mail names them: empty where it removed nothing. */
export async function describeRemoved(
  database: Database,
  { kind, removed }: Pick<Decision, 'kind' | 'removed'>,
): Promise<Done> {
  if (!removed) return { where: '', quoted: '' }
  if (kind === 'message') {
    const { conversationId, text } = removed as RemovedMessage
    const where = await describePlace(database, conversationId)
    return { where, quoted: nameMentions(text, await namesOfMentioned(database, [text])) }
  }
  if (kind === 'member') {
    const { displayName, bio, links = [] } = removed as EmptiedProfile
    return { where: '', quoted: quote(displayName, [bio, ...links].filter(Boolean).join('\n')) }
  }
  if (kind === 'team') {
    const { name, presentation, ctftimeId } = removed as EmptiedTeam
    return { where: `«${name}»`, quoted: quote(name, [presentation, ctftimeId].filter(Boolean).join('\n')) }
  }
  const [event] = (removed as RemovedEvent).events as { title: string; description: string }[]
  const { title = '', description = '' } = event ?? {}
  return { where: `«${title}»`, quoted: quote(title, description) }
}

/** Where a message was sent: 'nella Chat Generale', 'nella squadra Volpi'. */
export async function describePlace(database: Database, conversationId: string): Promise<string> {
  const { rows } = await sql<{ name: string }>`
    select name from rooms where conversation_id = ${conversationId}
    union all select name from teams where conversation_id = ${conversationId}`.execute(database)
  return whereSent(conversationKind(conversationId), rows[0]?.name ?? '')
}

/** Restores what a decision removed; answers the news of it. */
export async function undoOn(
  trx: DatabaseTransaction,
  { kind, subjectId, action, removed }: Subject & { action: ModerationAction; removed: object | null },
): Promise<Publication[]> {
  if (action !== 'remove' && action !== 'empty') return []
  if (!removed) throw new DecisionRefused('What was removed is no longer kept: it can’t be restored.')
  if (kind === 'message') {
    const { conversationId, sequence, text, files = [] } = removed as RemovedMessage
    await lockConversation(trx, conversationId)
    const quoted = (await findMessage(trx, conversationId, sequence))?.quotedSenderId
    const people = [...new Set([...mentionedIn(text), ...(quoted ? [quoted] : [])])]
    return await restoreMessage(trx, conversationId, sequence, text, people, files)
  }
  if (kind === 'event') {
    await restoreEventRows(trx, removed as RemovedEvent)
    return [eventCreated(await readEvent(trx, subjectId, null))]
  }
  if (kind === 'team') return await refillTeam(trx, subjectId, removed as EmptiedTeam)
  return await refillProfile(trx, subjectId, removed as EmptiedProfile)
}

async function removeMessage(trx: DatabaseTransaction, id: string): Promise<Outcome> {
  const place = await trx
    .selectFrom('messages')
    .select(['conversation_id as conversationId', 'sequence'])
    .where('id', '=', id)
    .executeTakeFirst()
  if (!place) throw new DecisionRefused('The message is gone.')
  const { conversationId, sequence } = place
  await lockConversation(trx, conversationId)
  const message = await findMessage(trx, conversationId, sequence)
  if (!message || message.removedAt) throw new DecisionRefused('The message is removed already.')
  const files = await findFileRows(trx, conversationId, sequence)
  const news = await emptyMessages(trx, withdrawNotifications, conversationId, [sequence], 'operator')
  const kept = files.length > 0 ? { files } : {}
  const removed: RemovedMessage = { conversationId, sequence, text: message.text, ...kept }
  return { removed, news }
}

async function removeEvent(trx: DatabaseTransaction, id: string): Promise<Outcome> {
  // The decision refers to its owner, whose row comes before the event's, as everywhere.
  await trx
    .selectFrom('events')
    .innerJoin('users', 'users.id', 'organizer_id')
    .select('events.id')
    .where('events.id', '=', id)
    .forKeyShare('users')
    .executeTakeFirst()
  const removed = await deleteEventRows(trx, id)
  if (!removed) throw new DecisionRefused('The event is gone.')
  return { removed, news: [eventRemoved(id)] }
}

async function emptyProfile(trx: DatabaseTransaction, uid: string): Promise<Outcome> {
  const member = (await lockMember(trx, uid)) && (await findPresentMember(trx, uid))
  if (!member) throw new DecisionRefused('The account is gone.')
  await lockNames(trx)
  // The shortest of its kind that nobody has.
  let length = 4
  while (await isNameHeldByAnother(trx, nameOfEmptied(uid, length), uid)) length += 4
  const displayName = nameOfEmptied(uid, length)
  const removed: EmptiedProfile = {
    displayName: member.display_name,
    photoURL: member.photo_url,
    bio: member.bio,
    links: member.links,
    photo: await deletePhotoRow(trx, uid),
  }
  await showAs(trx, uid, { displayName, photoURL: null, bio: '', links: [] })
  const news = [memberChanged({ uid, displayName, photoURL: '' }), ownProfileChanged(uid)]
  return { removed, news }
}

function nameOfEmptied(uid: string, length: number): string {
  return `Utente ${uid.replaceAll('-', '').slice(0, length)}`
}

/** Texts that the member has written since stay; a name that somebody else has taken is not given back. */
async function refillProfile(
  trx: DatabaseTransaction,
  uid: string,
  removed: EmptiedProfile,
): Promise<Publication[]> {
  const member = (await lockMember(trx, uid)) && (await findPresentMember(trx, uid))
  if (!member) throw new DecisionRefused('The account is gone.')
  await lockNames(trx)
  const isOwnName = !nameOfEmptied(uid, 32).startsWith(member.display_name)
  const isHeld = isOwnName || (await isNameHeldByAnother(trx, removed.displayName, uid))
  const shown = {
    displayName: isHeld ? member.display_name : removed.displayName,
    photoURL: member.photo_url ?? removed.photoURL,
    bio: member.bio || removed.bio,
    links: member.links.length > 0 ? member.links : (removed.links ?? []),
  }
  if (removed.photo && !member.photo_url) await restorePhotoRow(trx, removed.photo)
  await showAs(trx, uid, shown)
  const { displayName, photoURL } = shown
  return [memberChanged({ uid, displayName, photoURL: photoURL ?? '' }), ownProfileChanged(uid)]
}

/** The names of teams have to be locked, here and where it is undone. */
async function emptyTeam(trx: DatabaseTransaction, teamId: string): Promise<Outcome> {
  const team = await lockTeam(trx, teamId)
  if (!team) throw new DecisionRefused('The team is gone.')
  // The shortest of its kind that no other team has.
  let length = 4
  while (await isNameTaken(trx, nameOfEmptiedTeam(teamId, length), teamId)) length += 4
  const { name, presentation, ctftimeId } = team
  const removed: EmptiedTeam = { name, presentation, ctftimeId }
  const values = { ...team, name: nameOfEmptiedTeam(teamId, length), presentation: '', ctftimeId: '' }
  return { removed, news: await saveTeam(trx, teamId, values) }
}

function nameOfEmptiedTeam(teamId: string, length: number): string {
  return `Squadra ${teamId.replaceAll('-', '').slice(0, length)}`
}

/** Texts that the captain has written since stay; a name that another team has taken is not given back. */
async function refillTeam(
  trx: DatabaseTransaction,
  teamId: string,
  removed: EmptiedTeam,
): Promise<Publication[]> {
  const team = await lockTeam(trx, teamId)
  if (!team) throw new DecisionRefused('The team is gone.')
  const isOwnName = !nameOfEmptiedTeam(teamId, 32).startsWith(team.name)
  const isHeld = isOwnName || (await isNameTaken(trx, removed.name, teamId))
  return await saveTeam(trx, teamId, {
    ...team,
    name: isHeld ? team.name : removed.name,
    presentation: team.presentation || removed.presentation,
    ctftimeId: team.ctftimeId || removed.ctftimeId,
  })
}

async function saveTeam(
  trx: DatabaseTransaction,
  teamId: string,
  values: TeamValues,
): Promise<Publication[]> {
  await updateTeam(trx, teamId, values, undefined)
  const news: Publication[] = []
  await publishTeam(trx, (...all) => void news.push(...all), teamId)
  return news
}
