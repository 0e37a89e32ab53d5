import { writeSync } from 'node:fs'
import { StartupError } from '../../startup-error.ts'
import { openCluster } from './cluster.ts'

/*
 * A process that opens the cluster in the folder it is given, and keeps it: for root, who starts it as the owner of the
 * folder, and for tests, which kill it. It writes `open` or the reason why not. A parent with a channel ends it by closing
 * that.
 */
const [dataDirectory = ''] = process.argv.slice(2)
const left = new Promise((done) => process.once('disconnect', done))
// Ctrl-C in a terminal comes here too. The parent still uses the cluster, and closes the channel when it ends.
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => undefined)
try {
  const cluster = await openCluster({ dataDirectory, log: () => undefined })
  writeSync(1, 'open\n')
  await left
  await cluster.stop()
} catch (error) {
  writeSync(1, `${error instanceof StartupError ? error.message : error}\n`)
  process.exit(1)
}
