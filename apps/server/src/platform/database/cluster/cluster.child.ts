import { writeSync } from 'node:fs'
import { openCluster } from './cluster.ts'

// What the tests start and kill: a process that opens the cluster in the folder it is given, and keeps it.
const [dataDirectory = ''] = process.argv.slice(2)
try {
  await openCluster({ dataDirectory, log: () => undefined })
  writeSync(1, 'open\n')
} catch (error) {
  writeSync(1, `${error}\n`)
  process.exit(1)
}
