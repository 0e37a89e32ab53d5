import type { Message } from '@covo/contract/chat/chat.routes'
import { isReadByAll, reactionKinds } from '@covo/contract/chat/chat.rules'
import type { ChatClient } from './chat-client.ts'
import { pick } from './random.ts'

/**
 * Lets a member do what members do: write a message or, of three times one, change one. One client changes one thing at a
 * time.
 *
 * @param text of the message, or of the edit: another one each time
 */
export async function takeTurn(client: ChatClient, text: string, random = Math.random): Promise<void> {
  if (random() > 1 / 3) await writeMessage(client, text, random)
  else await changeMessage(client, text, random)
}

/** Writes a message, of which some reply to others or mention somebody. */
export async function writeMessage(client: ChatClient, text: string, random = Math.random): Promise<void> {
  const target = random() < 0.25 ? anyMessage(client, random) : undefined
  await client.say(withMention(client, text, random), target?.sequence)
}

/**
 * Changes a message that is shown, wherever it is: reacts to it, or edits or removes an own one. Notes that a message for the
 * member was read, too, where it finds one.
 */
export async function changeMessage(client: ChatClient, text: string, random = Math.random): Promise<void> {
  const shown = anyMessage(client, random)
  if (!shown) return await writeMessage(client, text, random)
  if (isFor(client, shown)) await client.readMention(shown)
  const way = random()
  const own = way < 0.5 ? undefined : ownMessage(client, random)
  if (!own) await client.react(shown.sequence, pick(random, reactionKinds))
  else if (way < 0.8) await client.edit(own, withMention(client, `${text} (modificato)`, random))
  else await client.remove(own.sequence)
}

/** One of the messages shown; every other time one of the newest, which several members change and quote at once. */
function anyMessage({ entries }: ChatClient, random: () => number): Message | undefined {
  const some = random() < 0.5 ? entries.slice(-6) : entries
  return some.length > 0 ? pick(random, some) : undefined
}

/** One of the member's messages, where a few looks find one. */
function ownMessage(client: ChatClient, random: () => number): Message | undefined {
  for (let look = 0; look < 20; look += 1) {
    const found = anyMessage(client, random)
    if (found?.userId === client.uid && !found.isRemoved) return found
  }
  return undefined
}

function withMention(client: ChatClient, text: string, random: () => number): string {
  const person = random() < 0.25 && anyMessage(client, random)?.userId
  return person ? `${text} <@${person}>` : text
}

function isFor({ uid, conversationId }: ChatClient, { userId, replyTo, text }: Message): boolean {
  return isReadByAll(conversationId) && userId !== uid && (replyTo?.userId === uid || text.includes(uid))
}
