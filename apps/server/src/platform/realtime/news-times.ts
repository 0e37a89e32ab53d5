import { longestDelay } from '@covo/contract/realtime'

/** Topics that are remembered at most; with one more all are forgotten. */
const capacity = 10_000

/**
 * Remembers when news of topics without a history was last published: a client whose data was asked for after that need not
 * refetch it.
 */
export function createNewsTimes() {
  const times = new Map<string, number>()
  /** News before it is forgotten. */
  let since = performance.now()

  function forget(): void {
    times.clear()
    since = performance.now()
  }

  return {
    /** News of the topic is published now, or may have been. */
    note(topic: string): void {
      if (times.size >= capacity && !times.has(topic)) forget()
      times.set(topic, performance.now())
    },

    /** News of any topic may have been missed until now. */
    forget,

    /**
     * Whether no news of the topics was published since a client asked for data, `age` milliseconds before it sent the frame that
     * has arrived now.
     */
    isQuietSince(age: number, topics: readonly string[]): boolean {
      const from = performance.now() - age - longestDelay
      return from > since && topics.every((topic) => (times.get(topic) ?? since) < from)
    },
  }
}
