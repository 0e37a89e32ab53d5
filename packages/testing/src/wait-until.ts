import { setTimeout as delay } from 'node:timers/promises'

/**
 * Polls until `look` answers something other than false, null or undefined, and answers that.
 *
 * @param timeoutMs after which it fails: a bound for what hangs
 */
export async function waitUntil<Value>(
  look: () => Value | Promise<Value>,
  timeoutMs = 120_000,
): Promise<Exclude<Value, false | null | undefined>> {
  const deadline = Date.now() + timeoutMs
  for (;;) {
    const value = await look()
    if (value !== false && value !== null && value !== undefined)
      return value as Exclude<Value, false | null | undefined>
    if (Date.now() > deadline) throw new Error(`not true after ${timeoutMs} ms: ${look}`)
    await delay(10)
  }
}
