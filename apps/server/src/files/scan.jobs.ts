import type { ClamdAddress } from '../platform/clamd-address.ts'
import type { Database } from '../platform/database/database.ts'
import type { Jobs } from '../platform/jobs/jobs.ts'
import type { Log } from '../platform/log/log.ts'
import { scanWithClamd } from './clamd.ts'
import { keyOf } from './file-store.ts'
import type { OpenStore } from './open-store.ts'
import { warnOfUpload } from './uploads.store.ts'

declare module '../platform/jobs/jobs.ts' {
  interface JobPayloads {
    'files.scan': { id: string }
  }
}

/** Milliseconds for a file; and after a failure, in which the scanner is not asked again: files wait for it no longer than that. */
const timeoutMs = 30_000
const pauseMs = 60_000

/** In a process. */
const scansAtOnce = 2

type ScanDependencies = {
  database: Database
  log: Pick<Log, 'warn'>
  store: Pick<OpenStore, 'get'>
  /** Null where files are not scanned. */
  clamd: ClamdAddress | null
  /** Marks the file of a message, where it is one. */
  warnOfFile: (id: string, warning: string) => Promise<void>
}

/** The job that marks files which the virus scanner warns of, and never more: this audience shares samples on purpose. */
export function scanJobs({ database, log, store, clamd, warnOfFile }: ScanDependencies): Jobs {
  let isAway = false
  let askedAgainAt = 0

  /** Looks at a file that was uploaded. While the scanner is away files stay without a mark, and one line of the log says so. */
  async function scanFile(id: string): Promise<void> {
    if (!clamd || (isAway && Date.now() < askedAgainAt)) return
    const content = await store.get(keyOf(id, 'file'))
    if (!content) return
    const signature = await ask(clamd, content)
    // A message may take the upload at any moment: then it is a file.
    if (signature && !(await warnOfUpload(database, id, signature))) await warnOfFile(id, signature)
  }

  async function ask(address: ClamdAddress, content: AsyncIterable<Uint8Array>): Promise<string | null> {
    try {
      const signature = await scanWithClamd(address, content, timeoutMs)
      isAway = false
      return signature
    } catch (error) {
      if (!isAway) log.warn({ err: error }, 'files not scanned: clamd is away')
      isAway = true
      askedAgainAt = Date.now() + pauseMs
      return null
    }
  }

  return { 'files.scan': { run: ({ id }) => scanFile(id), concurrency: scansAtOnce } }
}
