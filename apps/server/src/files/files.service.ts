import type { Upload } from '@covo/contract/files/files.routes'
import {
  bytesOfPart,
  cleanFileName,
  countParts,
  maximumFileBytes,
  maximumFiles,
  partBytes,
} from '@covo/contract/files/files.rules'
import type { File } from '@covo/contract/files/message-files'
import { isBot } from '@covo/contract/is-bot'
import { AppError } from '../platform/app-error.ts'
import type { Database } from '../platform/database/database.ts'
import { addJob } from '../platform/jobs/jobs.store.ts'
import { createKeyedSemaphore } from '../platform/keyed-semaphore.ts'
import type { LimitName, Limits } from '../platform/limits/limits.ts'
import type { Viewer } from '../platform/viewer.ts'
import { keyOf } from './file-store.ts'
import { createJoin } from './join-upload.ts'
import type { OpenStore } from './open-store.ts'
import type { PictureMaker } from './picture-maker.ts'
import { deleteObjects, deleteParts, findParts } from './upload-objects.ts'
import {
  countOpen,
  deleteUpload,
  findOwner,
  findStarted,
  findUpload,
  finishUpload,
  insertUpload,
  lockUploads,
  type StoredUpload,
  sumFileBytes,
} from './uploads.store.ts'

export type FilesService = ReturnType<typeof createFilesService>

/** Uploads that a member has open at once, and bytes of all members' open ones: at most that part of what is free. */
const maximumOpen = 12
const maximumOpenBytes = 2 * 1024 ** 3
const shareOfFree = 4

/** Finishing takes seconds where many pictures wait: the files of a message wait behind one another, and leave the member other requests. */
const finishingAtOnce = { perKey: 1, queuedPerKey: maximumFiles - 1 }

/** What is read of a file, `picture` of a picture alone. */
export type ReadableFile = Pick<StoredUpload, 'id' | 'name' | 'size' | 'picture'> & { sha256: string }

type FilesDependencies = {
  database: Database
  limits: Limits
  store: OpenStore
  /** Bytes of all files at most; 0: no bound. */
  ceiling: number
  /** Whether a virus scanner looks at files. */
  isScanned: boolean
  pictures: Pick<PictureMaker, 'isBusy' | 'make'>
  /** Refuses members who may not write to the conversation. */
  requireMayWrite: (conversationId: string, uid: string) => Promise<void>
  /** A file of a message, for members who may read that. */
  findReadableFile: (viewerId: string, id: string) => Promise<ReadableFile>
  /** A file of a report, for moderators. */
  findReportedFile: (viewer: Viewer, reportId: string, id: string) => Promise<ReadableFile>
  /** Refuses members who have not confirmed their address, where that is asked. */
  refuseUnconfirmed: (uid: string) => Promise<void>
  /** Counts what a new member may do a few times; answers 0, or the seconds to wait. */
  limitNew: (limit: 'newMemberFiles', uid: string) => Promise<number>
}

export function createFilesService(dependencies: FilesDependencies) {
  const { database, limits, store, requireMayWrite, findReadableFile } = dependencies
  const { refuseUnconfirmed, limitNew, ceiling } = dependencies
  const joinUpload = createJoin(dependencies)
  const finishing = createKeyedSemaphore(finishingAtOnce)

  /** Starts an upload to a conversation once, however often it is asked for with one client id. */
  async function startUpload(
    uid: string,
    conversationId: string,
    given: { clientId: string; name: string; size: number; asFile?: boolean | undefined },
  ): Promise<{ upload: Upload; isNew: boolean }> {
    await requireMayWrite(conversationId, uid)
    await refuseUnconfirmed(uid)
    const { clientId, size, asFile = false } = given
    if (size === 0) throw new AppError('files.empty')
    if (size > maximumFileBytes) throw new AppError('files.too_big')
    const upload = { userId: uid, conversationId, clientId, size, asFile, name: cleanFileName(given.name) }
    const started = await findStarted(database, upload)
    if (started) return { upload: await describe(started), isNew: false }
    const free = await store.requireRoom(size)
    await countUpload(uid, size)
    const { upload: present, isNew } = await database.transaction().execute(async (trx) => {
      await lockUploads(trx)
      const open = await countOpen(trx, uid)
      if (open.own >= maximumOpen) throw new AppError('files.too_many_open')
      if (ceiling > 0 && (await sumFileBytes(trx)) + open.bytes + size > ceiling)
        throw new AppError('files.full')
      if (open.bytes + size > Math.min(maximumOpenBytes, free / shareOfFree))
        throw new AppError('files.busy', { seconds: 60 })
      const inserted = await insertUpload(trx, upload)
      const present = inserted ?? (await findStarted(trx, upload))
      if (!present) throw new AppError('files.busy', { seconds: 1 })
      return { upload: present, isNew: inserted !== undefined }
    })
    return { upload: await describe(present), isNew }
  }

  async function describe(upload: StoredUpload): Promise<Upload> {
    const { id, name, size } = upload
    const { received } =
      upload.sha256 === null
        ? await findParts(store, upload)
        : { received: Array.from({ length: countParts(size) }, (_, number) => number) }
    return { id, name, size, partBytes, received }
  }

  /** Counts an upload against its day: a bot's is its owner's. */
  async function countUpload(uid: string, size: number): Promise<void> {
    const owner = isBot(uid) ? await findOwner(database, uid) : uid
    const points: [LimitName, number][] = [
      ['filesPerMember', 1],
      ['fileKibibytesPerMember', Math.ceil(size / 1024)],
    ]
    const newSeconds = await limitNew('newMemberFiles', owner)
    if (newSeconds) throw new AppError('files.too_many_today', { seconds: newSeconds })
    for (const [limit, count] of points) {
      const seconds = await limits.take(limit, owner, count)
      if (seconds) throw new AppError('files.too_many_today', { seconds })
    }
  }

  /** Stores a part, in the place of one that came before. */
  async function storePart(uid: string, id: string, number: number, bytes: Uint8Array): Promise<void> {
    const seconds = await limits.take('fileParts', uid)
    if (seconds) throw new AppError('common.rate_limited', { seconds })
    const upload = await requireUpload(uid, id)
    if (number >= countParts(upload.size) || bytes.length !== bytesOfPart(upload.size, number))
      throw new AppError('files.part_wrong')
    // Of a finished upload the parts are one object.
    if (upload.sha256 !== null) return
    const key = keyOf(id, `part-${number}`)
    await store.put(key, [bytes])
    // Given up or finished meanwhile: nothing would delete the object before the sweep does.
    const present = await findUpload(database, id, uid)
    if (!present || present.sha256 !== null) await store.delete(key)
  }

  /** Joins the parts to the file; the answer to a repetition is the same. */
  async function finish(uid: string, id: string, asFile: boolean | undefined): Promise<File> {
    return await finishing.run(uid, async () => {
      const upload = await requireUpload(uid, id)
      if (upload.sha256 === null) await joinOnce(upload, asFile ?? upload.asFile)
      const finished = await findUpload(database, id, uid)
      if (!finished) {
        await deleteObjects(store, upload)
        throw new AppError('files.upload_not_found')
      }
      // Another process may have been killed before it deleted them.
      await deleteParts(store, finished)
      return toFile(finished)
    })
  }

  async function joinOnce(upload: StoredUpload, asFile: boolean): Promise<void> {
    await store.requireRoom(upload.size)
    try {
      const finished = await joinUpload(upload, asFile)
      await database.transaction().execute(async (trx) => {
        // A picture is new bytes.
        if ((await finishUpload(trx, upload.id, finished)) && dependencies.isScanned && !finished.picture)
          await addJob(trx, 'files.scan', { id: upload.id })
      })
    } catch (error) {
      // Another process may have finished it meanwhile, and deleted the parts.
      const present = await findUpload(database, upload.id, upload.userId)
      if (!present?.sha256) throw error
    }
  }

  /** Deletes the member's upload, where it is there. */
  async function cancel(uid: string, id: string): Promise<void> {
    const upload = await deleteUpload(database, id, uid)
    if (upload) await deleteObjects(store, upload)
  }

  /** A file that the viewer may read now: their own finished upload, or one of a message that they may read. */
  async function findReadable(viewerId: string, id: string): Promise<ReadableFile> {
    const upload = await findUpload(database, id, viewerId)
    if (!upload) return await findReadableFile(viewerId, id)
    if (upload.sha256 === null) throw new AppError('files.not_found')
    return { ...upload, sha256: upload.sha256 }
  }

  async function requireUpload(uid: string, id: string): Promise<StoredUpload> {
    const upload = await findUpload(database, id, uid)
    if (!upload) throw new AppError('files.upload_not_found')
    return upload
  }

  return {
    startUpload,
    storePart,
    finish,
    cancel,
    findReadable,
    findReportedFile: dependencies.findReportedFile,
  }
}

function toFile({ id, name, size, picture, preview, warning }: StoredUpload): File {
  if (!picture)
    return {
      id,
      name,
      size,
      kind: 'file',
      ...(preview === null ? {} : { preview }),
      ...(warning === null ? {} : { warning }),
    }
  const { width, height, placeholder, moving } = picture
  return {
    id,
    name,
    size: picture.size,
    kind: 'picture',
    width,
    height,
    placeholder,
    ...(moving && { movingMs: moving.milliseconds }),
  }
}
