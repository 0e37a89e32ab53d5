import { errors } from '@covo/contract/errors'
import { AppError } from '../platform/app-error.ts'
import type { Metric } from '../platform/metrics/metrics.ts'

const prefix = 'files.'

/** Counts what was refused of files since the start, by the code without its prefix. */
export function countRefusals() {
  const counts = new Map(
    Object.keys(errors).flatMap((code): [string, number][] =>
      code.startsWith(prefix) ? [[code.slice(prefix.length), 0]] : [],
    ),
  )

  function note(error: unknown): void {
    if (!(error instanceof AppError && error.code.startsWith(prefix))) return
    const reason = error.code.slice(prefix.length)
    counts.set(reason, (counts.get(reason) ?? 0) + 1)
  }

  const metric: Metric = {
    counter: 'covo_file_refusals_total',
    help: 'Requests for uploads and files that were refused',
    label: 'reason',
    read: () => counts,
  }
  return { note, metric }
}
