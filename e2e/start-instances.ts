import { join } from 'node:path'
import { startCtftime } from '@covo/testing/ctftime'
import { startOpenidProvider } from '@covo/testing/openid-provider'
import { startServerProcess } from '@covo/testing/server-process'
import { ctftimePort, instances, mainOrigin, providerPort } from './instances.ts'

/**
 * Starts the provider, CTFtime and the servers at once, before the tests; answers how to end them. `COVO_E2E_INSTANCES` names the
 * servers that the tests need; without it all are started.
 */
async function startInstances(): Promise<() => Promise<void>> {
  // The provider warns that it is not one for production, at length.
  const { info, warn } = console
  console.info = console.warn = () => undefined
  const provider = await startOpenidProvider({ clientOrigin: mainOrigin, port: providerPort })
  Object.assign(console, { info, warn })
  const ctftime = await startCtftime({ port: ctftimePort })
  const needed = process.env.COVO_E2E_INSTANCES?.split(',')
  const started = needed ? instances.filter(({ name }) => needed.includes(name)) : instances
  const servers = started.map(({ port, settings }) =>
    startServerProcess({
      PORT: String(port),
      COVO_DATA_DIR: join(process.env.COVO_E2E_DATA ?? '', String(port)),
      ...settings,
    }),
  )
  const end = async () => {
    for (const { child } of servers) child.kill('SIGTERM')
    ctftime.stop()
    await Promise.all([provider.stop(), ...servers.map(({ ended }) => ended())])
  }
  try {
    await Promise.all(servers.map(({ ready }) => ready()))
  } catch (error) {
    await end()
    throw error
  }
  return end
}

// biome-ignore lint/style/noDefaultExport: Playwright calls it
export default startInstances
