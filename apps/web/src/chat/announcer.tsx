import type { Message } from '@covo/contract/chat/chat.routes'
import { seenMessages } from '@covo/contract/chat/history.fold'
import { useThrottledValue } from '@mantine/hooks'
import { useState } from 'react'
import { useLiveState } from '../platform/live.ts'
import { BotMark } from '../ui/bot-mark.tsx'
import { chatTexts, editTexts, mentionTexts, replyTexts } from './chat.texts.it.ts'
import type { ConversationView } from './conversation.ts'
import { spokenMessage } from './files/message-line.ts'
import { stillSaid } from './still-said.ts'

/** Milliseconds within which arriving messages are announced together. */
const gatheringTimeMs = 1_000
const noMessages: readonly Message[] = []
/** An announcement, made once; another with the same text has another id. */
export type Said = { text: string; id: number }

/** More messages than these at once are only counted. */
const maximumAnnounced = 5

/**
 * Announces the changes that a sighted reader would notice: others' messages as they come, each once, and that the connection is
 * back, or that own messages wait for it, when there is a pause; that a message was not sent, at once. The list itself is a log that says nothing: it holds
 * only what is on the screen, and history that is scrolled into it would be read aloud as if it were new.
 */
export function Announcer({ view, said }: { view: ConversationView; said: Said | null }) {
  const refused = view.echoes.filter(({ status }) => status === 'refused')
  const refusedEdits = view.edits.filter(({ status }) => status === 'refused')
  const isStalled = view.echoes.some(({ status }) => status === 'unreachable')
  return (
    <div className="visually-hidden">
      <div aria-live="polite">
        <News view={view} />
        <ConnectionNews />
        <EditNews view={view} />
        {said && <p key={said.id}>{said.text}</p>}
        {isStalled && <p>{chatTexts.waitingForNetworkAloud}</p>}
      </div>
      <div aria-live="assertive">
        {refused.map(({ clientId, problem }) => (
          <p key={`${clientId} ${problem}`}>{`${chatTexts.notSentAloud} ${problem}`}</p>
        ))}
        {refusedEdits.map(({ clientId, problem }) => (
          <p key={`${clientId} ${problem}`}>{problem}</p>
        ))}
      </div>
    </div>
  )
}

function News({ view: { history, ownId, headAtOpening } }: { view: ConversationView }) {
  const arrived = useThrottledValue(history?.messages ?? noMessages, gatheringTimeMs)
  const newest = arrived.at(-1)?.sequence ?? 0
  const [announced, setAnnounced] = useState<{ upTo: number; batch: readonly Message[] } | null>(null)
  if (announced === null && headAtOpening !== null) setAnnounced({ upTo: headAtOpening, batch: [] })
  if (announced !== null && newest > announced.upTo) {
    const before = arrived.findLastIndex(({ sequence }) => sequence <= announced.upTo)
    const news = seenMessages(arrived.slice(before + 1)).filter(
      ({ userId, isRemoved }) => userId !== ownId && !isRemoved,
    )
    setAnnounced({ upTo: newest, batch: news.length > 0 ? news : announced.batch })
  }
  const batch = stillSaid(announced?.batch ?? noMessages, history?.messages ?? noMessages)
  if (batch.length > maximumAnnounced) return <p key={batch[0]?.id}>{chatTexts.newMessages(batch.length)}</p>
  return batch.map((message) => (
    <p key={message.id}>
      <bdi>{message.userName}</bdi>
      <BotMark uid={message.userId} />
      <span>{spokenText(message, ownId)}</span>
    </p>
  ))
}

function spokenText(message: Message, ownId: string): string {
  const { replyTo, mentions } = message
  const what = `: ${spokenMessage(message)}`
  if (mentions?.some(({ uid }) => uid === ownId)) return ` ${mentionTexts.mentioned}${what}`
  return replyTo?.userId === ownId ? ` ${replyTexts.replied}${what}` : what
}

/** An own edit was saved. */
function EditNews({ view: { edits } }: { view: ConversationView }) {
  const saving = edits.find(({ status }) => status !== 'refused') ?? null
  const [before, setBefore] = useState(saving)
  const [saved, setSaved] = useState(0)
  if (saving !== before) {
    setBefore(saving)
    if (before && !edits.some(({ clientId }) => clientId === before.clientId)) setSaved(saved + 1)
  }
  return saved > 0 && <p key={saved}>{editTexts.editedAloud}</p>
}

/** The alert of the panel says that it was lost. */
function ConnectionNews() {
  const live = useLiveState()
  const [before, setBefore] = useState(live)
  const [isBack, setIsBack] = useState(false)
  if (live !== before) {
    setBefore(live)
    setIsBack(live === 'online' && before === 'reconnecting')
  }
  return isBack && <p>{chatTexts.reconnected}</p>
}
