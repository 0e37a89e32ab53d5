import type { Export } from '@covo/contract/exports/exports.routes'
import type { RequireConfirmation } from '../auth/confirmation.ts'
import { AppError } from '../platform/app-error.ts'
import type { Database } from '../platform/database/database.ts'
import type { Limits } from '../platform/limits/limits.ts'
import type { Newsroom } from '../platform/realtime/newsroom.ts'
import type { Viewer } from '../platform/viewer.ts'
import { exportChanged } from './exports.news.ts'
import { findChunk, findExport, queueExport } from './exports.store.ts'

export type ExportsService = ReturnType<typeof createExportsService>

type ExportsDependencies = {
  database: Database
  limits: Limits
  newsroom: Newsroom
  requireConfirmation: RequireConfirmation
  /** Has this process look for archives to make now. */
  onQueued: () => void
}

export function createExportsService(dependencies: ExportsDependencies) {
  const { database, limits, newsroom, requireConfirmation, onQueued } = dependencies

  async function requestExport(viewer: Viewer): Promise<void> {
    await requireConfirmation(viewer)
    const viewerId = viewer.uid
    const seconds = await limits.take('exports', viewerId)
    if (seconds) throw new AppError('account.export_too_soon', { seconds })
    await newsroom.transact(async (trx, publish) => {
      await queueExport(trx, viewerId)
      publish(exportChanged(viewerId))
    })
    onQueued()
  }

  async function readExport(viewerId: string): Promise<Export> {
    const found = await findExport(database, viewerId)
    if (!found) return { state: 'none', requestedAt: null, expiresAt: null, bytes: null }
    const isReady = found.state === 'ready'
    return {
      state: found.state,
      requestedAt: found.requestedAt.toISOString(),
      expiresAt: isReady ? found.expiresAt.toISOString() : null,
      bytes: isReady ? found.bytes : null,
    }
  }

  /** The archive's name, size and content, of which no more than a chunk is held at once. */
  async function openExport(viewer: Viewer) {
    await requireConfirmation(viewer)
    const viewerId = viewer.uid
    const found = await findExport(database, viewerId)
    if (found?.state !== 'ready' || found.build === null || found.bytes === null)
      throw new AppError('account.export_not_ready')
    const { bytes, requestedAt } = found
    const build: string = found.build
    const first = await findChunk(database, viewerId, build, 0)
    if (!first) throw new AppError('account.export_not_ready')
    return {
      name: `covo-dati-${requestedAt.toISOString().slice(0, 10)}.zip`,
      bytes,
      content: chunksAfter(first.bytes),
    }

    /** Throws where another archive takes its place, or it goes with the account: the answer ends too early then. */
    async function* chunksAfter(firstBytes: Buffer): AsyncGenerator<Buffer> {
      yield firstBytes
      for (let sent = firstBytes.length, number = 1; sent < bytes; number += 1) {
        const chunk = await findChunk(database, viewerId, build, number)
        if (!chunk) throw new Error('the archive is gone')
        sent += chunk.bytes.length
        yield chunk.bytes
      }
    }
  }

  return { requestExport, readExport, openExport }
}
