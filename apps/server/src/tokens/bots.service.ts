import { roomId } from '@covo/contract/chat/chat.rules'
import type { Bot, BotForm, BotTokenForm, MadeBot } from '@covo/contract/tokens/bots.routes'
import { botProblem, botTokenProblem, maximumWebhooks } from '@covo/contract/tokens/bots.rules'
import { nameProblem } from '@covo/contract/tokens/tokens.rules'
import { accountChanged } from '../auth/account.news.ts'
import { AppError } from '../platform/app-error.ts'
import type { Database } from '../platform/database/database.ts'
import type { Limits } from '../platform/limits/limits.ts'
import type { RecordEvent } from '../platform/log/security-log.ts'
import type { Newsroom } from '../platform/realtime/newsroom.ts'
import type { Viewer } from '../platform/viewer.ts'
import type { RoomsService } from '../rooms/rooms.service.ts'
import { type BotRow, closeBot, findBots, isInRoom, isOwnBot, lockBot } from './bots.store.ts'
import { makeBot } from './new-bot.ts'
import { newToken } from './new-token.ts'
import { countTokens, deleteToken, deleteTokenOfBot, insertToken, lockMaker } from './tokens.store.ts'

export type BotsService = ReturnType<typeof createBotsService>

type BotsDependencies = {
  database: Database
  limits: Limits
  newsroom: Newsroom
  rooms: Pick<RoomsService, 'enter' | 'leave'>
  /** Rejects with `account.confirmation_needed` where the session was not confirmed lately. */
  requireConfirmation: (viewer: Viewer) => Promise<void>
}

/** The bots of members: members of their own, which sign in by the one token that each has. */
export function createBotsService({
  database,
  limits,
  newsroom,
  rooms,
  requireConfirmation,
}: BotsDependencies) {
  async function listBots(owner: string): Promise<Bot[]> {
    return (await findBots(database, owner)).map(toBot)
  }

  async function createBot(form: BotForm, viewer: Viewer, record: RecordEvent): Promise<MadeBot> {
    await requireConfirmation(viewer)
    const problem = botProblem(form)
    if (problem) throw AppError.of(problem)
    const seconds = await limits.take('botsMade', viewer.uid)
    if (seconds) throw new AppError('bots.too_many_made', { seconds })
    const made = await newsroom.transact(async (trx, publish) => {
      if (!(await lockMaker(trx, viewer))) throw new AppError('common.unauthenticated')
      publish(accountChanged(viewer.uid))
      const { uid, secret } = await makeBot(trx, viewer.uid, form)
      return { bot: await readBot(trx, viewer.uid, uid), secret }
    })
    record('bot.made')
    return made
  }

  /** Gives a bot another token; the old one ends at every process, its sockets too. */
  async function renewToken(
    uid: string,
    form: BotTokenForm,
    viewer: Viewer,
    record: RecordEvent,
  ): Promise<MadeBot> {
    await requireConfirmation(viewer)
    const problem = botTokenProblem(form)
    if (problem) throw AppError.of(problem)
    const seconds = await limits.take('tokensMade', viewer.uid)
    if (seconds) throw new AppError('tokens.too_many_made', { seconds })
    const made = await newsroom.transact(async (trx, publish) => {
      if (!(await lockMaker(trx, viewer))) throw new AppError('common.unauthenticated')
      const bot = await lockBot(trx, viewer.uid, uid)
      if (!bot) throw new AppError('bots.not_found')
      publish(accountChanged(viewer.uid))
      const { secret, values } = newToken({ ...form, name: bot.name })
      await deleteTokenOfBot(trx, uid)
      await insertToken(trx, uid, values)
      return { bot: await readBot(trx, viewer.uid, uid), secret }
    })
    record('token.made')
    return made
  }

  /** Ends a bot at every process; its account is erased seconds later. One that is gone is no error. */
  async function deleteBot(uid: string, viewer: Viewer, record: RecordEvent): Promise<void> {
    const isDeleted = await newsroom.transact(async (trx, publish) => {
      if (!(await lockBot(trx, viewer.uid, uid))) return false
      await closeBot(trx, uid)
      publish(accountChanged(viewer.uid))
      return true
    })
    if (isDeleted) record('bot.deleted')
  }

  /** Makes an address that posts as a bot, to the public room or to one that the bot is in. */
  async function createWebhook(
    uid: string,
    { name, room }: { name: string; room?: string | null | undefined },
    viewer: Viewer,
    record: RecordEvent,
  ): Promise<MadeBot> {
    await requireConfirmation(viewer)
    const problem = nameProblem({ name })
    if (problem) throw AppError.of(problem)
    const seconds = await limits.take('tokensMade', viewer.uid)
    if (seconds) throw new AppError('tokens.too_many_made', { seconds })
    const made = await newsroom.transact(async (trx, publish) => {
      if (!(await lockMaker(trx, viewer))) throw new AppError('common.unauthenticated')
      if (!(await lockBot(trx, viewer.uid, uid))) throw new AppError('bots.not_found')
      if ((await countTokens(trx, uid, true)) >= maximumWebhooks) throw new AppError('webhooks.too_many')
      const target = room == null ? null : roomId(room)
      if (target !== null && !(await isInRoom(trx, uid, target))) throw new AppError('rooms.not_member')
      publish(accountChanged(viewer.uid))
      const { secret, values } = newToken({ name, scopes: [], expiresInDays: null })
      await insertToken(trx, uid, { ...values, isWebhook: true, roomId: target })
      return { bot: await readBot(trx, viewer.uid, uid), secret }
    })
    record('token.made')
    return made
  }

  /** Ends the address of a webhook at every process. One that is gone is no error. */
  async function revokeWebhook(
    { uid, id }: { uid: string; id: string },
    viewer: Viewer,
    record: RecordEvent,
  ): Promise<void> {
    const isRevoked = await newsroom.transact(async (trx, publish) => {
      const isOwn = await lockBot(trx, viewer.uid, uid)
      const isDeleted = isOwn !== undefined && (await deleteToken(trx, uid, id))
      if (isDeleted) publish(accountChanged(viewer.uid))
      return isDeleted
    })
    if (isRevoked) record('token.revoked')
  }

  /** Lets a bot of the member enter a room that they are in, or leave one. */
  async function moveBot(
    { uid, slug }: { uid: string; slug: string },
    viewer: Viewer,
    way: 'enter' | 'leave',
  ): Promise<void> {
    if (!(await isOwnBot(database, viewer.uid, uid))) throw new AppError('bots.not_found')
    await rooms[way](uid, slug)
  }

  return { moveBot, listBots, createBot, renewToken, deleteBot, createWebhook, revokeWebhook }
}

async function readBot(trx: Database, owner: string, uid: string): Promise<Bot> {
  const bot = (await findBots(trx, owner)).find((one) => one.uid === uid)
  if (!bot) throw new AppError('bots.not_found')
  return toBot(bot)
}

function toBot({ createdAt, isSuspended, suspendedUntil, token, webhooks, ...bot }: BotRow): Bot {
  return {
    ...bot,
    createdAt: createdAt.toISOString(),
    suspension: isSuspended ? { until: suspendedUntil?.toISOString() ?? null } : null,
    webhooks: webhooks.map((webhook) => ({ ...webhook, createdAt: webhook.createdAt.toISOString() })),
    token: token && {
      ...token,
      createdAt: token.createdAt.toISOString(),
      expiresAt: token.expiresAt?.toISOString() ?? null,
    },
  }
}
