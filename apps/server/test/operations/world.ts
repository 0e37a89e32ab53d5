import { randomUUID } from 'node:crypto'
import { eventRoomId } from '@covo/contract/chat/chat.rules'
import { befriend, createEvent, makeBot, openPrivateChat } from '@covo/testing/member-actions'
import { type Member, type Visitor, visit } from '@covo/testing/visitor'
import { sql } from 'kysely'
import { hashPassword } from '../../src/auth/password-hashing.ts'
import { makeModerator } from '../make-moderator.ts'
import { makeRoom } from '../make-room.ts'
import { cookieOf } from '../signed-in-members.ts'
import type { TestApp } from '../test-app.ts'
import { inDays } from './in-days.ts'

/**
 * Kinds of members: one without relation to the owner, one who sent a friend request, a friend with a private chat, the owner of
 * the resources, and a moderator, who is a stranger otherwise.
 */
export const roles = ['stranger', 'pending', 'friend', 'owner', 'moderator'] as const
export type Role = (typeof roles)[number]

export type Person = Member & { email: string }

export const password = 'Tana-rossa1'

export type World = {
  app: TestApp
  members: Record<Role, Person>
  /** The private chat of the owner and the friend. */
  conversationId: string
  /** An event of the owner's with one seat, which the friend has; who asked to be a friend waits for it. */
  eventId: string
  /** The room of that event. */
  roomId: string
  /** The end of the address of a room by subject, in which the owner is. */
  subjectSlug: string
  /** A team that the owner leads, and the friend is in. */
  teamId: string
  /** The uid of a bot of the owner's. */
  botId: string
  /** Somebody new, signed in a moment ago, whose password is `password`. */
  newcomer(): Promise<Person>
  /** A member on another device, signed in a moment ago. */
  signIn(member: { uid: string }): Promise<Visitor>
}

/** Members by SQL: to register each takes a tenth of a second of hashing. */
export async function makeWorld(app: TestApp): Promise<World> {
  const passwordHash = await hashPassword(password)

  async function signIn({ uid }: { uid: string }): Promise<Visitor> {
    const token = randomUUID().replaceAll('-', '')
    // The oldest of more than fifty would end at a sign-in: the first one of each member is the youngest.
    await sql`
      insert into sessions (token, user_id, expires_at, confirmed_at, created_at)
      select ${token}, ${uid}, now() + interval '30 days', now(),
        now() + case when exists (select from sessions where user_id = ${uid}) then interval '0' else interval '1 hour' end`.execute(
      app.database,
    )
    return visit(app.origin, { cookie: cookieOf(token) })
  }

  async function newcomer(name = 'Nuova'): Promise<Person> {
    const uid = randomUUID()
    const email = `posta-${uid}@altrove.it`
    // Mails of events leave by a clock of their own, and would be taken for the effect of another request.
    await sql`
      with person as (
        insert into users (id, display_name, display_name_chosen, email)
        values (${uid}, ${`${name} ${uid.slice(0, 8)}`}, true, ${email}) returning id
      ), account as (
        insert into accounts (user_id, account_id, provider_id, password)
        select id, id, 'credential', ${passwordHash} from person
      )
      insert into notification_settings (user_id, mail_changes) select id, false from person`.execute(
      app.database,
    )
    return { ...(await signIn({ uid })), uid, email }
  }

  const made = await Promise.all(roles.map(async (role) => [role, await newcomer('Nome')] as const))
  const members = Object.fromEntries(made) as Record<Role, Person>
  const { owner, friend, pending, moderator } = members
  await makeModerator(app.database, moderator.uid)
  await befriend(friend, owner)
  await pending.post('/api/friends/requests', { uid: owner.uid })
  const far = { dateTime: inDays(25), deadline: inDays(25.1) }
  const { id: eventId } = await createEvent(owner, { ...far, capacity: 1 })
  for (const member of [friend, pending]) await member.put(`/api/events/${eventId}/participation`)
  const conversationId = await openPrivateChat(owner, friend)
  const roomId = eventRoomId(eventId)
  const subjectSlug = await makeRoom(app.database, { name: `Web ${owner.uid.slice(0, 8)}` })
  await owner.put(`/api/rooms/${subjectSlug}/membership`)
  const teamId = await makeTeam(owner, friend)
  const { uid: botId } = await makeBot(owner, 'Bot di casa')
  return {
    app,
    members,
    conversationId,
    eventId,
    roomId,
    subjectSlug,
    teamId,
    botId,
    newcomer: () => newcomer(),
    signIn,
  }
}

/** Answers its id. */
async function makeTeam(captain: Person, member: Person): Promise<string> {
  const answer = await captain.post('/api/teams', {
    name: `Volpi ${captain.uid.slice(0, 8)}`,
    presentation: '',
    maximum: 50,
    skills: [],
    isLooking: true,
    ctftimeId: '',
  })
  const { id } = (await answer.json()) as { id: string }
  await captain.put(`/api/teams/${id}/invited/${member.uid}`)
  await member.post(`/api/teams/${id}/invited/accept`)
  return id
}
