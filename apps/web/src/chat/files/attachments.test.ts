import { maximumFileBytes, partBytes } from '@covo/contract/files/files.rules'
import type { File as UploadedFile } from '@covo/contract/files/message-files'
import { expect, it, vi } from 'vitest'
import type { Attachment } from './attachment.ts'
import { createAttachments, GoneError } from './attachments.ts'
import { createSlots } from './upload-file.ts'

const png = [0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a, 0, 0, 0, 0]
const chosen = (name: string, bytes: number | number[] = 5) => {
  const content = typeof bytes === 'number' ? new Uint8Array(bytes) : new Uint8Array(bytes)
  return { file: new File([content], name), name }
}
const draft = () => null

/** Attachments whose server stores parts at once, and whose finishing is moved by hand. */
function open({
  kept = [],
  bytes = new Map<string, Blob>(),
}: {
  kept?: Attachment[]
  bytes?: Map<string, Blob>
} = {}) {
  const uploads = new Map<string, { id: string; size: number; parts: Set<number> }>()
  const cancelled: string[] = []
  const settled: [string, string | null][] = []
  const finishes: {
    asFile: boolean
    answer: (kind?: UploadedFile['kind']) => void
    refuse: (text: string) => void
  }[] = []
  const device = { saved: kept, bytes }
  const attachments = createAttachments({
    server: {
      async start({ clientId, name, size }) {
        const upload = uploads.get(clientId) ?? {
          id: `upload-${uploads.size}`,
          size,
          parts: new Set<number>(),
        }
        uploads.set(clientId, upload)
        return { id: upload.id, name, size, partBytes, received: [...upload.parts] }
      },
      async storePart(id, number) {
        for (const upload of uploads.values()) if (upload.id === id) upload.parts.add(number)
      },
      finish: (id, asFile) =>
        new Promise((resolve, reject) => {
          finishes.push({
            asFile,
            answer: (kind = 'file') => resolve({ id, name: 'x', size: 1, kind }),
            refuse: (text) => reject(new Error(text)),
          })
        }),
      cancel: (id) => void cancelled.push(id),
    },
    isTemporary: () => false,
    slots: { parts: createSlots(2), finishing: createSlots(1) },
    problemOf: (error) =>
      error instanceof GoneError
        ? { text: 'gone', kind: 'final' }
        : { text: (error as Error).message, kind: 'passing' },
    prepare: async (file) => (file.size > 20 ? new Blob([new Uint8Array(20)]) : file),
    device: {
      read: () => device.saved,
      save: (saved) => {
        device.saved = [...saved]
      },
      keepBytes: (id, blob) => void device.bytes.set(id, blob),
      readBytes: async (id) => device.bytes.get(id) ?? null,
      removeBytes: (id) => void device.bytes.delete(id),
    },
    onSettled: (messageId, problem) => void settled.push([messageId, problem]),
  })
  const names = () => attachments.view().attachments.map(({ name }) => name)
  const attach = (...files: ReturnType<typeof chosen>[]) => attachments.attach(files, false, draft)
  /** The next file that is being finished. */
  const finishing = () =>
    vi.waitFor(() => {
      const next = finishes.shift()
      if (!next) throw new Error('nothing is finished')
      return next
    })
  const only = () => {
    const [one] = attachments.view().attachments
    if (!one) throw new Error('nothing is attached')
    return one
  }
  return { attachments, attach, names, only, uploads, cancelled, settled, finishing, device }
}

it('attaches four files, and says why others are not', async () => {
  const { attachments, attach, names } = open()
  await attachments.attach(
    [chosen('a'), chosen('vuoto', 0), chosen('grande', maximumFileBytes + 1)],
    true,
    draft,
  )
  expect(names()).toEqual(['a'])
  expect(attachments.view().refused).toEqual([
    { name: '', problem: 'Non si può allegare una cartella: mettila prima in un archivio ZIP.' },
    { name: 'vuoto', problem: 'Questo file è vuoto.' },
    { name: 'grande', problem: 'Un file può pesare al massimo 10 MB.' },
  ])
  await attach(chosen('b'), chosen('c'), chosen('d'), chosen('e'))
  expect(names()).toEqual(['a', 'b', 'c', 'd'])
  expect(attachments.view().refused).toEqual([
    { name: 'e', problem: 'Puoi allegare al massimo 4 file a un messaggio.' },
  ])
})

it('gives the draft’s files to a message, which names them in their order once all are there', async () => {
  const { attachments, attach, finishing, settled } = open()
  const [picture] = await attach(chosen('a.png', png), chosen('b'))
  attachments.change(picture?.id ?? '', { alt: 'Un punto', isSpoiler: true })
  attachments.handOver('message')
  expect(attachments.filesOf('message')).toBeNull()
  const first = await finishing()
  first.answer('picture')
  const second = await finishing()
  expect(attachments.filesOf('message')).toBeNull()
  expect(settled).toEqual([])
  second.answer()
  await vi.waitFor(() => expect(settled).toEqual([['message', null]]))
  const files = attachments.filesOf('message')
  expect(files).toMatchObject([{ alt: 'Un punto', isSpoiler: true }, {}])
  expect(files?.[1]).not.toHaveProperty('alt')
  attachments.forgetOf('message', false)
  expect(attachments.view().attachments).toEqual([])
})

it('says what is wrong with a message’s file, and goes on when it is tried again or taken off', async () => {
  const { attachments, attach, finishing, settled, cancelled, device } = open()
  const [one, other] = await attach(chosen('a'), chosen('b'))
  attachments.handOver('message')
  const refused = await finishing()
  refused.refuse('pieno')
  await vi.waitFor(() => expect(settled).toEqual([['message', 'pieno']]))
  attachments.retry(one?.id ?? '')
  expect(settled.splice(0)).toHaveLength(2)
  const second = await finishing()
  second.answer()
  const third = await finishing()
  third.refuse('pieno')
  await vi.waitFor(() => expect(settled).toEqual([['message', 'pieno']]))
  attachments.remove(one?.id ?? '')
  expect(settled.at(-1)).toEqual(['message', null])
  expect(cancelled).toHaveLength(1)
  expect([...device.bytes.keys()]).toEqual([other?.id])
})

it('starts a new upload with the original bytes when a picture is changed to a file, scaled or not, also after its upload was finished', async () => {
  const { attachments, attach, only, uploads, cancelled, finishing } = open()
  await attach(chosen('grande.png', [...png, ...new Array(50).fill(0)]))
  const first = await finishing()
  expect(only()).toMatchObject({ size: 20, isScaled: true })
  attachments.setAsFile(only().id, true)
  first.answer('picture')
  const second = await finishing()
  expect(second.asFile).toBe(true)
  second.answer()
  await vi.waitFor(() => expect(only()).toMatchObject({ isThere: true, size: 62, isScaled: false }))
  expect([...uploads.values()].map(({ size }) => size)).toEqual([20, 62])
  expect(cancelled).toEqual(['upload-0'])
})

it('takes no picture for a file that was being finished as one when that changed', async () => {
  const { attachments, attach, only, uploads, finishing } = open()
  await attach(chosen('piccola.png', png))
  const first = await finishing()
  attachments.setAsFile(only().id, true)
  first.answer('picture')
  // The server answers the same each time.
  const second = await finishing()
  second.answer('picture')
  const third = await finishing()
  expect(third.asFile).toBe(true)
  third.answer()
  await vi.waitFor(() => expect(only().isThere).toBe(true))
  expect(uploads.size).toBe(2)
})

it('goes on after a reload with the bytes that the device has, and says where they are gone', async () => {
  const before = open()
  await before.attach(chosen('a'), chosen('b'))
  await before.finishing()
  before.attachments.close()
  const [one, other] = before.device.saved
  before.device.bytes.delete(other?.id ?? '')
  const after = open({ kept: before.device.saved, bytes: before.device.bytes })
  const finishing = await after.finishing()
  finishing.answer()
  await vi.waitFor(() =>
    expect(after.attachments.view().attachments).toMatchObject([
      { id: one?.id, clientId: one?.clientId, isThere: true },
      { id: other?.id, problem: { text: 'gone', kind: 'final' } },
    ]),
  )
})

it('starts a new upload where the server has deleted the old one', async () => {
  const { attachments, attach, only, finishing, settled } = open()
  await attach(chosen('a'))
  attachments.handOver('message')
  const first = await finishing()
  first.answer()
  await vi.waitFor(() => expect(attachments.filesOf('message')).toHaveLength(1))
  const { clientId } = only()
  attachments.renewOf('message', 'Questo file non esiste.')
  expect(attachments.filesOf('message')).toBeNull()
  attachments.retryOf('message')
  const second = await finishing()
  second.answer()
  await vi.waitFor(() => expect(settled).toHaveLength(2))
  expect(only()).toMatchObject({ isThere: true, problem: null })
  expect(only().clientId).not.toBe(clientId)
})
