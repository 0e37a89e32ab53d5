import { maximumMessageBytes, maximumMessageLength } from '@covo/contract/chat/chat.rules'
import type { ErrorCode } from '@covo/contract/errors'
import { cleanText, isLongerThan, shortened } from '@covo/contract/text'
import { maximumWebhookText } from '@covo/contract/tokens/bots.rules'
import { z } from 'zod'
import { type WebhookSource, webhookMessage } from './webhook-messages.ts'
import { isSignedRight, type Signatures } from './webhook-signatures.ts'

/** A request of another service, as it came. It can be sent to a process. */
export type Delivery = {
  bytes: Uint8Array
  isForm: boolean
  /** The last part of the address. */
  secret: string
  signatures: Signatures
  /** The service and its name of the event; null where the body says itself what to post. */
  event: { source: WebhookSource; name: string } | null
}

/** The text to post, null where there is none; or why the delivery is refused. */
export type ReadDelivery = { text: string | null } | { refusal: ErrorCode }

const utf8 = new TextDecoder('utf-8', { fatal: true })
/** Arrays and objects in one another; services send a dozen. For each the parser takes memory that is not of the bounded heap. */
const deepest = 1000
const textBody = z.object({ text: z.string().max(maximumWebhookText) })

/** Checks the signatures over the bytes that came, and makes a message of what they say. */
export function readDelivery({ bytes, isForm, secret, signatures, event }: Delivery): ReadDelivery {
  if (!isSignedRight(signatures, secret, bytes)) return { refusal: 'webhooks.signature_wrong' }
  let payload: unknown
  try {
    const text = utf8.decode(bytes)
    const json = isForm ? payloadOf(text) : text
    if (isTooDeep(json)) return { refusal: 'common.invalid_request' }
    payload = JSON.parse(json)
  } catch (error) {
    return { refusal: error instanceof SyntaxError ? 'common.invalid_request' : 'common.not_utf8' }
  }
  if (event) return { text: webhookMessage(event.source, event.name, payload) }
  const { data } = textBody.safeParse(payload)
  return data ? { text: cut(data.text) } : { refusal: 'common.invalid_request' }
}

function isTooDeep(json: string): boolean {
  let depth = 0
  let isInString = false
  for (let index = 0; index < json.length && depth <= deepest; index += 1) {
    const character = json[index]
    if (character === '"') isInString = !isInString
    else if (isInString) index += character === '\\' ? 1 : 0
    else if (character === '[' || character === '{') depth += 1
    else if (character === ']' || character === '}') depth -= 1
  }
  return depth > deepest
}

/** The field `payload` of a form, as GitHub sends one (WHATWG URL, section 5.1). What it escapes has to be UTF-8 too. */
function payloadOf(form: string): string {
  const field = form.split('&').find((one) => one.startsWith('payload=')) ?? ''
  return decodeURIComponent(field.slice('payload='.length).replaceAll('+', ' '))
}

/** A machine has nobody who would shorten its text. */
function cut(typed: string): string {
  const text = cleanText(typed)
  if (!isLongerThan(text, maximumMessageLength, maximumMessageBytes)) return text
  return `${shortened(text, maximumMessageLength - 1, maximumMessageBytes - 3).trimEnd()}…`
}
