import type { ReactionsChanged } from '@covo/contract/chat/chat.news'
import type { ChangedReactions, Message } from '@covo/contract/chat/chat.routes'
import { conversationKind, eventOfRoom, isReadByAll, teamOfRoom } from '@covo/contract/chat/chat.rules'
import { isBot } from '@covo/contract/is-bot'
import { AppError } from '../platform/app-error.ts'
import type { Database, DatabaseTransaction } from '../platform/database/database.ts'
import type { Newsroom, Publish, SerializedPublication } from '../platform/realtime/newsroom.ts'
import { createChangeNews } from './change-news.ts'
import { mentionsChanged, messageSent, ownReactionsChanged } from './chat.news.ts'
import { lockConversation } from './chat.store.ts'
import { findPushedMembers, findReaders, findRefusals } from './conversation-access.store.ts'
import { mentionedIn, namesOfMentioned } from './mentioned-names.ts'
import { insertMentions } from './mentions.store.ts'
import {
  type Draft,
  isStored,
  type PrivateDraft,
  type StoredDraft,
  storeAllowedMessages,
  storePrivateMessages,
  storeRoomMessages,
} from './message.store.ts'
import { type FilesOfDraft, storeWithFiles } from './message-files.ts'
import { previewOf } from './private-chat.ts'
import { type ReactionChange, storeReactions } from './reactions.store.ts'
import { toMessages } from './stored-message.ts'

/**
 * Changes a stored message behind the row lock of its conversation. `changed` is published to its readers; null where
 * nothing changed. An AppError refuses it, before anything is written.
 */
type Change<Answer> = (
  trx: DatabaseTransaction,
  publish: Publish,
) => Promise<{ answer: Answer; changed: Message | ReactionsChanged | null }>

/** Notifies members of a message in a team's room that is for them; the notifications slice does it. */
export type NotifyOfTeamMessage = (
  trx: DatabaseTransaction,
  publish: Publish,
  notification: {
    kind: 'team_mentioned' | 'team_replied'
    teamId: string
    sequence: number
    uids: string[]
    authorId: string
  },
) => Promise<void>

/** Notifies members of a message in an event's room that is for them; the notifications slice does it. */
export type NotifyOfMessage = (
  trx: DatabaseTransaction,
  publish: Publish,
  notification: {
    kind: 'mentioned' | 'replied'
    eventId: string
    sequence: number
    uids: string[]
    authorId: string
  },
) => Promise<void>

/** Queues pushes to the members' devices, which are dropped if they read it soon. */
export type QueuePushes = (
  trx: DatabaseTransaction,
  about: { kind: 'mention' | 'chat'; subject: string },
  uids: readonly string[],
) => Promise<void>

/** `isNew` where the draft was stored, not an earlier one with the same client id. */
export type Sent = { message: Message; isNew: boolean }

type Work =
  | { kind: 'draft'; draft: Draft }
  | { kind: 'reaction'; reaction: ReactionChange }
  | { kind: 'change'; change: Change<unknown> }

type Waiting = Work & {
  conversationId: string
  /** Takes what is stored of a draft, the message's reactions of a reaction, the answer of a change; or a promise of it. */
  resolve: (answer: unknown) => void
  reject: (error: unknown) => void
}

/** The most drafts or reactions that one statement stores, and changes that one transaction makes. */
const maximumBatch = 200

/** The key of the queue that drafts of all idle private conversations share. */
const privateDrafts = 'private drafts'

export type MessageWriter = ReturnType<typeof createMessageWriter>

/**
 * Stores messages and their changes, and publishes them. Work that arrives while a batch of its conversation is being stored
 * goes with the next one of its kind, in the order of arrival: the row lock, the commit and its flush to disk are paid once for
 * many. The next batch is stored when the news of the last has been sent: writers don't outrun the readers. A draft of an idle
 * conversation is stored at once. Private conversations share their batches of drafts; one that another transaction has locked
 * gets batches of its own.
 */
export function createMessageWriter(
  database: Database,
  newsroom: Newsroom,
  queuePushes: QueuePushes,
  notifyOfMessage: NotifyOfMessage,
  notifyOfTeamMessage: NotifyOfTeamMessage,
) {
  const queues = new Map<string, Waiting[]>()
  const changeNews = createChangeNews(newsroom)
  let storedCount = 0

  async function drain(key: string, queue: Waiting[]): Promise<void> {
    while (queue.length > 0) {
      const batch = takeBatch(queue)
      try {
        const results = await storeBatch(key, batch)
        for (const [place, { resolve, reject }] of batch.entries()) {
          const result = results[place]
          if (result instanceof AppError) reject(result)
          else resolve(result)
        }
      } catch (error) {
        for (const { reject } of batch) reject(error)
      }
      await newsroom.whenSent()
    }
    queues.delete(key)
  }

  /** Answers in the order of the batch, which is of one kind. */
  async function storeBatch(key: string, batch: Waiting[]): Promise<unknown[]> {
    const changes = batch.flatMap((work) => (work.kind === 'change' ? [work.change] : []))
    if (changes.length > 0) return await storeChanges(key, changes)
    const reactions = batch.flatMap((work) => (work.kind === 'reaction' ? [work.reaction] : []))
    if (reactions.length > 0) return await storeReactionBatch(key, reactions)
    const drafts = batch.flatMap((work) =>
      work.kind === 'draft' ? [{ ...work.draft, conversationId: work.conversationId }] : [],
    )
    if (key === privateDrafts) {
      const answers = await storePrivateDrafts(drafts, { waits: false })
      return answers.map((answer, place) => {
        const waiting = batch[place] as Waiting
        return answer === 'locked' ? enqueue(waiting.conversationId, waiting) : answer
      })
    }
    if (conversationKind(key) === 'private') return await storePrivateDrafts(drafts, { waits: true })
    return await publishStored(await storeRoomDrafts(key, drafts))
  }

  /** One that is refused hinders no other; any other failure ends the transaction. */
  async function storeChanges(conversationId: string, changes: Change<unknown>[]): Promise<unknown[]> {
    const published: (Message | ReactionsChanged)[] = []
    const answers = await newsroom.transact(async (trx, publish) => {
      await lockConversation(trx, conversationId)
      const decided: unknown[] = []
      for (const change of changes) {
        try {
          const { answer, changed } = await change(trx, publish)
          decided.push(answer)
          if (changed) published.push(changed)
        } catch (error) {
          if (!(error instanceof AppError)) throw error
          decided.push(error)
        }
      }
      return decided
    })
    changeNews.add(conversationId, published)
    return answers
  }

  async function storeReactionBatch(
    conversationId: string,
    batch: ReactionChange[],
  ): Promise<(ChangedReactions | AppError)[]> {
    const published: ReactionsChanged[] = []
    const answers = await newsroom.transact(async (trx, publish) =>
      storeAllowed(trx, conversationId, batch, async (allowed) => {
        const stored = await storeReactions(trx, conversationId, allowed)
        return stored.map(({ isPresent, isChanged, change, reactions, own }, place) => {
          const { memberId, sequence } = allowed[place] as ReactionChange
          if (!isPresent) return new AppError('chat.message_removed')
          const now = { ...(change === null ? {} : { change }), reactions: reactions ?? [], own: own ?? [] }
          if (isChanged && change !== null) {
            publish(ownReactionsChanged(memberId, { conversationId, sequence, change, own: now.own }))
            published.push({ sequence, change, reactions: now.reactions })
          }
          return now
        })
      }),
    )
    changeNews.add(conversationId, published)
    return answers
  }

  /** Stores those of a batch whose members may write there, and answers in its order; one that is refused hinders no other. */
  async function storeAllowed<Entry extends Draft | ReactionChange, Answer>(
    trx: DatabaseTransaction,
    conversationId: string,
    batch: Entry[],
    store: (allowed: Entry[]) => Promise<Answer[]>,
  ): Promise<(Answer | AppError)[]> {
    if (conversationKind(conversationId) === 'public') return await store(batch)
    await lockConversation(trx, conversationId)
    const refusals = await findRefusals(trx, conversationId, [...new Set(batch.map(writerOf))])
    const allowed = batch.filter((entry) => !refusals.has(writerOf(entry)))
    const answers = new Map(
      allowed.length > 0 ? (await store(allowed)).map((answer, place) => [allowed[place], answer]) : [],
    )
    return batch.map((entry) => refusals.get(writerOf(entry)) ?? (answers.get(entry) as Answer))
  }

  /** Publishes what is new of the stored drafts. */
  async function publishStored<Other>(answers: (StoredDraft | Other)[]): Promise<(Sent | Other)[]> {
    const stored = answers.filter(isStored)
    const messages = await toMessages(database, stored)
    const fresh = messages.flatMap((message, place) => {
      const { isNew, authorCount, changes } = stored[place] as StoredDraft
      return isNew ? [messageSent(message, { authorCount, changes })] : []
    })
    storedCount += fresh.length
    // Not recorded with the transaction: a sweep finds messages by their sequence.
    newsroom.publishBestEffort(...fresh)
    const messageOf = new Map(stored.map((one, place) => [one, messages[place] as Message]))
    return answers.map((answer) =>
      isStored(answer) ? { message: messageOf.get(answer) as Message, isNew: answer.isNew } : answer,
    )
  }

  async function storeRoomDrafts(
    conversationId: string,
    drafts: Draft[],
  ): Promise<(StoredDraft | AppError)[]> {
    const tellReaders = isReadByAll(conversationId) ? notifyMentioned : notifyReaders
    const kind = conversationKind(conversationId)
    // Nobody is notified of them.
    if (kind !== 'team' && drafts.every(({ people, files }) => people.length === 0 && files.length === 0)) {
      if (kind === 'public') return await storeRoomMessages(database, conversationId, drafts)
      const stored = await storeAllowedMessages(database, conversationId, drafts)
      if (stored) return stored
    }
    return await newsroom.transact(async (trx, publish) =>
      storeAllowed(trx, conversationId, drafts, async (allowed) =>
        storeWithFiles(trx, conversationId, allowed, async (accepted) => {
          const stored = await storeRoomMessages(trx, conversationId, accepted)
          await tellReaders(trx, publish, stored, accepted)
          if (kind === 'team') await pushToTeam(trx, conversationId, stored, accepted)
          return stored
        }),
      ),
    )
  }

  /** Notifies the members whom messages of a conversation that all read mention or answer. */
  async function notifyMentioned(
    trx: DatabaseTransaction,
    publish: Publish,
    stored: StoredDraft[],
    drafts: Draft[],
  ): Promise<void> {
    const conversationId = stored[0]?.conversationId
    if (conversationId === undefined) return
    const mentions = stored.flatMap(({ isNew, sequence }, place) =>
      isNew ? (drafts[place]?.people.map((uid) => ({ uid, sequence })) ?? []) : [],
    )
    await insertMentions(trx, conversationId, mentions)
    const notified = [...new Set(mentions.map(({ uid }) => uid))]
    publish(...notified.map(mentionsChanged))
    await queuePushes(trx, { kind: 'mention', subject: conversationId }, notified)
  }

  /** Pushes messages to the members of a team, but to those who wrote them. */
  async function pushToTeam(
    trx: DatabaseTransaction,
    conversationId: string,
    stored: StoredDraft[],
    drafts: Draft[],
  ): Promise<void> {
    const senders = [...new Set(stored.flatMap(({ isNew, senderId }) => (isNew ? [senderId] : [])))]
    if (senders.length === 0) return
    const called = stored.flatMap(({ isNew }, place) => (isNew ? (drafts[place]?.people ?? []) : []))
    const others = await findPushedMembers(trx, conversationId, senders, called)
    await queuePushes(trx, { kind: 'chat', subject: conversationId }, others)
  }

  /** Tells those who read the room of an event or a team of its messages that are for them. */
  async function notifyReaders(
    trx: DatabaseTransaction,
    publish: Publish,
    stored: StoredDraft[],
    drafts: Draft[],
  ): Promise<void> {
    const fresh = stored.flatMap((one, place) => {
      const { people = [] } = drafts[place] ?? {}
      return one.isNew && people.length > 0 ? [{ ...one, people }] : []
    })
    const [first] = fresh
    if (!first) return
    const readers = await findReaders(
      trx,
      first.conversationId,
      fresh.flatMap(({ people }) => people),
    )
    for (const { conversationId, sequence, senderId, text, people } of fresh) {
      const mentioned = new Set(mentionedIn(text))
      for (const kind of ['mentioned', 'replied'] as const) {
        const uids = people.filter(
          (uid) => readers.has(uid) && !isBot(uid) && mentioned.has(uid) === (kind === 'mentioned'),
        )
        if (uids.length === 0) continue
        const [eventId, teamId] = [eventOfRoom(conversationId), teamOfRoom(conversationId)]
        const about = { sequence, uids, authorId: senderId }
        if (eventId) await notifyOfMessage(trx, publish, { kind, eventId, ...about })
        if (teamId) await notifyOfTeamMessage(trx, publish, { kind: `team_${kind}`, teamId, ...about })
      }
    }
  }

  async function storePrivateDrafts(
    drafts: Omit<PrivateDraft, 'preview'>[],
    { waits }: { waits: boolean },
  ): Promise<(Sent | AppError | 'locked')[]> {
    const nameOf = await namesOfMentioned(
      database,
      drafts.map(({ text }) => text),
    )
    const recorded: SerializedPublication[] = []
    const store = async (at: Database, some: typeof drafts, filesOf: FilesOfDraft) => {
      const previewed = some.map((draft) => {
        const preview = previewOf({ text: draft.text, files: filesOf(draft) }, nameOf)
        return { ...draft, preview }
      })
      const stored = await storePrivateMessages(at, previewed, { waits })
      recorded.push(...stored.recorded)
      return stored.answers
    }
    const [first] = drafts
    const answers =
      first && drafts.some(({ files }) => files.length > 0)
        ? await database
            .transaction()
            .execute(async (trx) =>
              storeWithFiles(trx, first.conversationId, drafts, (accepted, filesOf) =>
                store(trx, accepted, filesOf),
              ),
            )
        : await store(database, drafts, () => [])
    newsroom.publishRecorded(recorded)
    return await publishStored(answers)
  }

  /** Queues work under `key`, and resolves with its answer after the commit. */
  function enqueue<Answer>(conversationId: string, work: Work, key = conversationId): Promise<Answer> {
    return new Promise((resolve, reject) => {
      const waiting = { ...work, conversationId, resolve: resolve as (answer: unknown) => void, reject }
      const queue = queues.get(key)
      if (queue) {
        queue.push(waiting)
        return
      }
      const started = [waiting]
      queues.set(key, started)
      void drain(key, started)
    })
  }

  return {
    /** Stores a draft once, however often it is sent, and resolves with its message after the commit. */
    write(conversationId: string, draft: Draft): Promise<Sent> {
      const isShared =
        conversationKind(conversationId) === 'private' &&
        !queues.has(conversationId) &&
        draft.files.length === 0
      return enqueue(conversationId, { kind: 'draft', draft }, isShared ? privateDrafts : conversationId)
    },

    /** Sets a reaction or takes it back, and resolves with the message's reactions after the commit. */
    react: (conversationId: string, reaction: ReactionChange): Promise<ChangedReactions> =>
      enqueue(conversationId, { kind: 'reaction', reaction }),

    /** Makes a change, and resolves with its answer after the commit. */
    change: <Answer>(conversationId: string, change: Change<Answer>): Promise<Answer> =>
      enqueue(conversationId, { kind: 'change', change }),

    /** Messages that this process stored since its start. */
    countStored: () => storedCount,
  }
}

/** Takes those of the first one's kind out of a queue. */
function takeBatch(queue: Waiting[]): Waiting[] {
  const batch = queue.filter(({ kind }) => kind === queue[0]?.kind).slice(0, maximumBatch)
  const taken = new Set(batch)
  queue.splice(0, queue.length, ...queue.filter((waiting) => !taken.has(waiting)))
  return batch
}

function writerOf(entry: Draft | ReactionChange): string {
  return 'senderId' in entry ? entry.senderId : entry.memberId
}
