import type { Context, TypedResponse } from 'hono'

/** The bytes of a value's JSON, and the value. */
export type SerializedJson<Value> = { readonly bytes: Uint8Array<ArrayBuffer>; readonly value: Value }

export function serializeJson<Value>(value: Value): SerializedJson<Value> {
  return { bytes: new TextEncoder().encode(JSON.stringify(value)), value }
}

/** Answers 200 with JSON that is serialized already. */
export function answerSerialized<Value>(context: Context, json: SerializedJson<Value>) {
  const response: Response = context.body(json.bytes, 200, { 'Content-Type': 'application/json' })
  // The framework knows the type of a body only where it serializes it itself.
  return response as Response & TypedResponse<Value, 200, 'json'>
}
