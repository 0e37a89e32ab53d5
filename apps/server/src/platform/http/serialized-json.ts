import type { Context, TypedResponse } from 'hono'
import { once } from '../once.ts'
import { isKnown, tagOf } from './etag.ts'
import type { HttpEnv } from './router.ts'

/** The bytes of a value's JSON, their entity tag, and the value. */
export type SerializedJson<Value> = {
  readonly bytes: Uint8Array<ArrayBuffer>
  readonly tag: () => string
  readonly value: Value
}

export function serializeJson<Value>(value: Value): SerializedJson<Value> {
  const bytes = new TextEncoder().encode(JSON.stringify(value))
  return { bytes, tag: once(() => tagOf(bytes)), value }
}

/** Answers 200 with JSON that is serialized already, or 304 where the client has it. */
export function answerSerialized<Value>(
  context: Context<HttpEnv>,
  { bytes, tag }: Omit<SerializedJson<Value>, 'value'>,
) {
  // On Node's answer: each of the framework's headers costs as much as a middleware.
  context.env.outgoing.setHeader('ETag', tag())
  const response: Response = isKnown(context, tag())
    ? context.body(null, 304)
    : context.body(bytes, 200, { 'Content-Type': 'application/json' })
  // The framework knows the type of a body only where it serializes it itself.
  return response as Response & TypedResponse<Value, 200, 'json'>
}

/** The same for a value; `essence` is what makes it another one, where that is not all of it. */
export function answerTagged<Value extends object>(
  context: Context<HttpEnv>,
  value: Value,
  essence: Partial<Value> = value,
) {
  const json = serializeJson(value)
  const { tag } = essence === value ? json : serializeJson(essence)
  return answerSerialized<Value>(context, { ...json, tag })
}
