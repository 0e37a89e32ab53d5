import { execFile } from 'node:child_process'
import { readFile } from 'node:fs/promises'
import { promisify } from 'node:util'

/** Kills a PostgreSQL with all its processes, each of which leads a group of its own, at one moment. */
export async function killPostgres(postmaster: number): Promise<void> {
  const backends = await childrenOf(postmaster)
  for (const pid of [postmaster, ...backends]) killProcess(pid)
}

/** @param pid of a process, or the negative number of a group of them */
export function killProcess(pid: number): void {
  try {
    process.kill(pid, 'SIGKILL')
  } catch (error) {
    // A backend may have ended since it was listed.
    if (!(error instanceof Error && 'code' in error && error.code === 'ESRCH')) throw error
  }
}

async function childrenOf(pid: number): Promise<number[]> {
  const list =
    process.platform === 'linux'
      ? await readFile(`/proc/${pid}/task/${pid}/children`, 'utf8')
      : (await promisify(execFile)('pgrep', ['-P', String(pid)])).stdout
  return list.trim().split(/\s+/).map(Number)
}
