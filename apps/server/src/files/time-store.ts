import type { Metric } from '../platform/metrics/metrics.ts'
import type { FileStore } from './file-store.ts'

const acts = ['put', 'get', 'size', 'delete'] as const

type Act = (typeof acts)[number]

/** The same store, with the number and the seconds of its acts since the start. Of a `get`, until its bytes can be read. */
export function timeStore<Store extends FileStore>(store: Store): { store: Store; metrics: Metric[] } {
  const counts = new Map<string, number>(acts.map((act) => [act, 0]))
  const seconds = new Map(counts)
  const add = (map: Map<string, number>, act: Act, amount: number) =>
    map.set(act, (map.get(act) ?? 0) + amount)

  function timed<Given extends unknown[], Result>(act: Act, run: (...given: Given) => Promise<Result>) {
    return async (...given: Given): Promise<Result> => {
      const startedAt = performance.now()
      try {
        return await run(...given)
      } finally {
        add(counts, act, 1)
        add(seconds, act, (performance.now() - startedAt) / 1000)
      }
    }
  }

  return {
    store: {
      ...store,
      put: timed('put', store.put),
      get: timed('get', store.get),
      size: timed('size', store.size),
      delete: timed('delete', store.delete),
    },
    metrics: [
      {
        counter: 'covo_file_store_acts_total',
        help: 'Acts of the store of files',
        label: 'act',
        read: () => counts,
      },
      {
        counter: 'covo_file_store_seconds_total',
        help: 'Time that these acts took',
        label: 'act',
        read: () => seconds,
      },
    ],
  }
}
