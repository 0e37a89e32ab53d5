import { performance } from 'node:perf_hooks'
import { getHeapStatistics, setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'

/** Milliseconds between two looks. */
const intervalMs = 5_000
/** Share of the time in which the event loop works, up to which the process counts as idle. */
const idleUtilization = 0.05
/** Bytes that the heap has to have grown by. */
const leastGrowth = 16 * 1024 * 1024

/**
 * Collects garbage whenever the process is idle after a rush, for as long as it lives. V8 collects when something is
 * allocated: an idle process would keep for hours what a thousand sign-ins have left, more than all that lives. As a last
 * resort V8 also gives the freed pages back at once, which it keeps for half a minute otherwise.
 */
export function collectGarbageWhenIdle(): void {
  setFlagsFromString('--expose-gc')
  const gc = runInNewContext('gc') as (options: object) => void
  const collect = () => gc({ type: 'major', execution: 'sync', flavor: 'last-resort' })
  const usedBytes = () => getHeapStatistics().used_heap_size
  // 0: the garbage of the start is collected too.
  let least = 0
  let before = performance.eventLoopUtilization()

  setInterval(() => {
    const { utilization } = performance.eventLoopUtilization(before)
    before = performance.eventLoopUtilization()
    least = Math.min(least, usedBytes())
    if (utilization > idleUtilization || usedBytes() < least + leastGrowth) return
    collect()
    least = usedBytes()
  }, intervalMs).unref()
}
