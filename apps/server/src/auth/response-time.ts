import { setTimeout as delay } from 'node:timers/promises'

/** Milliseconds: padded answers are sent at multiples of it. */
const responseQuantumMs = 32

/**
 * Waits until a multiple of the quantum has passed since `startedAt`. An existing account costs a query and a mail that an
 * absent one doesn't: the quantum hides that difference of a millisecond or two, so that the time of an answer doesn't
 * reveal whether the account exists (CVE-2026-44306).
 */
export async function padResponseTime(startedAt: number): Promise<void> {
  await delay(responseQuantumMs - ((performance.now() - startedAt) % responseQuantumMs))
}
