import { conversationTopic, type ReactionsChanged } from '@covo/contract/chat/chat.news'
import type { Message } from '@covo/contract/chat/chat.routes'
import { withReactions } from '@covo/contract/chat/history.fold'
import { quoteOf } from '@covo/contract/chat/quote'
import type { HistoryPublication, Newsroom } from '../platform/realtime/newsroom.ts'

type Changed = Message | ReactionsChanged

/** Milliseconds for which the changes of a conversation are gathered: however many there are, readers get ten news a second. */
const gatheringTimeMs = 100
/** Bytes of JSON that one news may have; readers fetch larger changes, and share the answer. */
const maximumLength = 64 * 1024

/** Publishes changed messages to the readers of their conversation. Lost news is found by a sweep. */
export function createChangeNews(newsroom: Pick<Newsroom, 'publishBestEffort'>) {
  const gathered = new Map<string, Changed[]>()

  function publish(conversationId: string): void {
    const messages = gathered.get(conversationId) ?? []
    gathered.delete(conversationId)
    newsroom.publishBestEffort(...runsOf(messages).map((run) => messagesChanged(conversationId, run)))
  }

  return {
    /** Call it after the commit, in the order of the changes. */
    add(conversationId: string, changed: Changed[]): void {
      if (changed.length === 0) return
      const present = gathered.get(conversationId)
      if (present) {
        present.push(...changed)
        return
      }
      gathered.set(conversationId, [...changed])
      setTimeout(() => publish(conversationId), gatheringTimeMs).unref()
    },
  }
}

/** The runs of successive changes. The changes that another process numbered in between are its to publish. */
function runsOf(messages: Changed[]): Changed[][] {
  const runs: Changed[][] = []
  for (const message of messages) {
    const run = runs.at(-1)
    if (run && numberOf(run.at(-1)) + 1 === numberOf(message)) run.push(message)
    else runs.push([message])
  }
  return runs
}

function messagesChanged(conversationId: string, run: Changed[]): HistoryPublication {
  const topic = conversationTopic(conversationId)
  const changes = numberOf(run.at(-1))
  const latest = new Map<number, Changed>()
  for (const entry of run) latest.set(entry.sequence, joined(latest.get(entry.sequence), entry))
  const changed = [...latest.values()]
    .map((entry) => withLatestQuote(entry, latest))
    .toSorted((one, other) => numberOf(one) - numberOf(other))
  const after = numberOf(run[0]) - 1
  const news = { type: 'chat.messages_changed' as const, conversationId, after, changes, changed }
  const isShort = Buffer.byteLength(JSON.stringify(news)) <= maximumLength
  return {
    topic,
    news: isShort ? news : { type: 'live.head', topic, head: 0, changes },
    position: { changes },
  }
}

/**
 * A reply as it is after the last change of a run: what it quotes may have changed between its own text and its latest reaction. A
 * reader who knows the quoted change already takes only the reply from the news.
 */
function withLatestQuote(entry: Changed, latest: ReadonlyMap<number, Changed>): Changed {
  const quoted = 'replyTo' in entry && entry.replyTo ? latest.get(entry.replyTo.sequence) : undefined
  return quoted && 'id' in quoted ? { ...entry, replyTo: quoteOf(quoted) } : entry
}

/** The latest state of a message that changed twice; a whole message stays whole. */
function joined(before: Changed | undefined, entry: Changed): Changed {
  return before && 'id' in before && !('id' in entry) ? withReactions(before, entry) : entry
}

function numberOf(message: Changed | undefined): number {
  return message?.change ?? 0
}
