import { setTimeout as delay } from 'node:timers/promises'
import { isServing, startSampleInstance } from './sample-instance.ts'

// Run by `npm run demo` beside the server that it started.
const [dataDirectory = '', origin = ''] = process.argv.slice(2)

await startSampleInstance(dataDirectory, origin)
while (await isServing(origin)) await delay(1000)
process.exit()
