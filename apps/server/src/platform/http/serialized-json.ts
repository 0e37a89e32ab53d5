import type { Context, TypedResponse } from 'hono'

/** The bytes of a value's JSON. `Value` exists for the compiler alone: the contract checks it where the bytes are answered. */
export type SerializedJson<Value> = Uint8Array<ArrayBuffer> & { readonly value?: Value }

export function serializeJson<Value>(value: Value): SerializedJson<Value> {
  return new TextEncoder().encode(JSON.stringify(value))
}

/** Answers 200 with JSON that is serialized already. */
export function answerSerialized<Value>(context: Context, json: SerializedJson<Value>) {
  const response: Response = context.body(json, 200, { 'Content-Type': 'application/json' })
  // The framework knows the type of a body only where it serializes it itself.
  return response as Response & TypedResponse<Value, 200, 'json'>
}
