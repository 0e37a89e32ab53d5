import { setTimeout as delay } from 'node:timers/promises'
import { isServing, startSampleInstance, startSampleProvider } from './sample-instance.ts'

// Run by `npm run demo`, which starts the server as soon as this process reports the provider.
const [dataDirectory = '', origin = ''] = process.argv.slice(2)

await startSampleProvider(origin)
process.send?.('provider')
process.disconnect?.()
await startSampleInstance(dataDirectory, origin)
while (await isServing(origin)) await delay(1000)
process.exit()
