import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { StartupError } from '../../startup-error.ts'
import { type Cluster, findOpenCluster } from './cluster.ts'
import { postgresEnvironment } from './postgres-process.ts'

/**
 * Opens the cluster in `dataDirectory` for root, as the user to whom the folder belongs: a process of that user opens and
 * keeps it, as a server does. So every file there stays that user's, and the folder's content (a link to a file of root's,
 * a library for PostgreSQL to load) has that user's rights alone. StartupError as from `openCluster`, or where that user can't
 * run this release.
 */
export async function openClusterAs(
  owner: { uid: number; gid: number },
  dataDirectory: string,
): Promise<Cluster> {
  const script = join(import.meta.dirname, 'cluster.child.ts')
  const child = spawn(process.execPath, [script, dataDirectory], {
    ...owner,
    cwd: dataDirectory,
    env: postgresEnvironment(),
    stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
  })
  const ended = once(child, 'close').then(
    () => 'ended' as const,
    (error: Error) => error,
  )
  const stop = async () => {
    if (!child.connected) return
    // Node has no 'close' for a child whose channel its parent closed.
    const exited = once(child, 'exit')
    child.disconnect()
    await exited
  }
  let [said, complaint] = ['', '']
  child.stderr?.setEncoding('utf8').on('data', (text: string) => {
    complaint += text
  })
  const opened = new Promise<'open'>((done) => {
    child.stdout?.setEncoding('utf8').on('data', (text: string) => {
      said += text
      if (said === 'open\n') done('open')
    })
  })
  const outcome = await Promise.race([opened, ended])
  if (outcome !== 'open') {
    if (said) throw new StartupError(said.trim())
    throw new StartupError(
      `The data directory ${dataDirectory} belongs to the user with the number ${owner.uid}, as whom root can't run Covo here: call the command as that user.`,
      { cause: outcome instanceof Error ? outcome : complaint },
    )
  }
  const connection = await findOpenCluster(dataDirectory)
  if (connection) return { connection, stop }
  await stop()
  throw new StartupError(`PostgreSQL in ${dataDirectory} ended: see ${join(dataDirectory, 'postgres/log')}.`)
}
