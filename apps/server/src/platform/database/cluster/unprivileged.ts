import { execFile } from 'node:child_process'
import { readFile } from 'node:fs/promises'
import { promisify } from 'node:util'
import { StartupError } from '../../startup-error.ts'

/** How the PostgreSQL programs are run, because they refuse to work as root. */
export type Runner = {
  /** Words that stand before the program on its command line. */
  prefix: readonly string[]
  /** The owner of a new cluster's files; absent when they are ours. */
  owner?: { uid: number; gid: number }
  /** Major version of the programs. */
  major: number
}

/**
 * Finds a way to run `program` (the path of `postgres`) on files in `folder` that works for this user on this
 * machine, by trying it. Throws StartupError when there is none.
 *
 * @param clusterOwner the number of the user to whom a cluster that exists belongs. Root runs it as that user or not at
 *   all: if its files were given to another user, their owner could not open them afterwards.
 */
export async function chooseRunner(program: string, folder: string, clusterOwner?: number): Promise<Runner> {
  if (process.getuid?.() !== 0) {
    return { prefix: [], major: await majorVersion([program]) }
  }
  const user = await unprivilegedUser()
  // First choice: a user namespace in which root bears another number. Program and data keep their places and owners,
  // but root's power to enter the closed folders of others is gone.
  const namespace = ['unshare', '--user', `--map-user=${user.uid}`, `--map-group=${user.gid}`]
  // Second choice: another user that may enter closed folders. The secure bit makes access(2) honour
  // the capability, without which PostgreSQL does not find its own program below such a folder.
  const capability = [
    'setpriv',
    `--reuid=${user.uid}`,
    `--regid=${user.gid}`,
    '--clear-groups',
    '--inh-caps=+dac_override',
    '--ambient-caps=+dac_override',
    '--securebits=+no_setuid_fixup',
  ]
  const choices = [
    { prefix: namespace, owner: { uid: 0, gid: 0 } },
    { prefix: capability, owner: user },
  ].filter(({ owner }) => clusterOwner === undefined || owner.uid === clusterOwner)
  if (choices.length === 0) {
    throw new StartupError(
      `The database in ${folder} belongs to the user with the number ${clusterOwner}: start Covo as that user, or set COVO_DATA_DIR to another folder.`,
    )
  }
  const refusals: string[] = []
  for (const choice of choices) {
    try {
      await output([...choice.prefix, 'test', '-x', folder])
      return { ...choice, major: await majorVersion([...choice.prefix, program]) }
    } catch (error) {
      refusals.push(String(error))
    }
  }
  throw new StartupError(
    'The embedded PostgreSQL does not run as root, and this system allows no way to run it as somebody else: start Covo as an ordinary user, or set COVO_DATABASE_URL to your own PostgreSQL.',
    { cause: refusals },
  )
}

async function majorVersion(command: readonly string[]): Promise<number> {
  try {
    return Number.parseInt((await output([...command, '--version'])).replace(/^\D*/, ''), 10)
  } catch (error) {
    throw new StartupError(
      `The embedded PostgreSQL does not run here (${lastLine(error)}): set COVO_DATABASE_URL to your own PostgreSQL.`,
      { cause: error },
    )
  }
}

async function output([file = '', ...words]: readonly string[]): Promise<string> {
  return (await promisify(execFile)(file, words)).stdout
}

function lastLine(error: unknown): string {
  return String(error).trim().split('\n').at(-1) ?? ''
}

async function unprivilegedUser(): Promise<{ uid: number; gid: number }> {
  const file = await readFile('/etc/passwd', 'utf8').catch(() => '')
  const users = file
    .split('\n')
    .map((line) => line.split(':'))
    .map(([name, , uid, gid]) => ({ name, uid: Number(uid), gid: Number(gid) }))
    .filter((user) => user.uid > 0 && user.gid > 0)
  const user = users.find((candidate) => candidate.name === 'nobody') ?? users[0]
  // initdb asks for the name of its user, so that only a number that has an entry will do.
  if (!user) {
    throw new StartupError(
      'The embedded PostgreSQL does not run as root, and /etc/passwd names nobody else: start Covo as an ordinary user, or set COVO_DATABASE_URL to your own PostgreSQL.',
    )
  }
  return { uid: user.uid, gid: user.gid }
}
