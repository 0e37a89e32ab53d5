import { execFile, execFileSync } from 'node:child_process'
import { promisify } from 'node:util'
import sharp from 'sharp'
import { afterEach, expect, it, vi } from 'vitest'
import { greyPng, pictureOf } from '../../test/pictures.ts'
import { createPhotoDecoder, type PhotoDecoder } from './photo-decoder.ts'

const decoders: PhotoDecoder[] = []

function decoder(options = {}): PhotoDecoder {
  const made = createPhotoDecoder(options)
  decoders.push(made)
  return made
}

afterEach(() => {
  for (const { stop } of decoders.splice(0)) stop()
})

/** The processes that decode for this one. */
async function processes(): Promise<number[]> {
  const { stdout } = await promisify(execFile)('ps', ['-A', '-o', 'ppid=,pid=,args='])
  return stdout
    .split('\n')
    .map((line) => line.trim().split(/\s+/))
    .filter(([parent, , ...args]) => Number(parent) === process.pid && /photo-decoder/.test(args.join(' ')))
    .map(([, pid]) => Number(pid))
}

it('starts a process for the first picture, and ends it when none comes any more', async () => {
  const { decode, stop } = decoder()
  expect(await processes()).toEqual([])
  const photo = await decode('anna', greyPng(2048, 2048))
  expect(await sharp(photo?.large).metadata()).toMatchObject({ width: 256, height: 256 })
  const [pid] = await processes()
  await decode('anna', await pictureOf('jpeg'))
  expect(await processes()).toEqual([pid])
  stop()
  const idle = decoder({ idleTimeoutMs: 10 })
  expect(await idle.decode('anna', await pictureOf('jpeg'))).not.toBeNull()
  await expect.poll(processes).toEqual([])
  expect(await idle.decode('anna', await pictureOf('jpeg'))).not.toBeNull()
})

it('kills it over a picture that takes too long, and starts another for the next (S-31)', async () => {
  const hurried = decoder({ timeoutMs: 1 })
  expect(await hurried.decode('anna', greyPng(2048, 2048))).toBeNull()
  await expect.poll(processes).toEqual([])
  const { decode } = decoder()
  expect(await decode('anna', await pictureOf('webp'))).not.toBeNull()
  const [pid] = await processes()
  const picture = await pictureOf('webp')
  process.kill(Number(pid), 'SIGKILL')
  // The next picture comes before the event loop turns, and the server knows of that end.
  const state = () => execFileSync('ps', ['-o', 'stat=', '-p', String(pid)], { encoding: 'utf8' })
  while (!state().startsWith('Z'));
  expect(await decode('anna', picture)).not.toBeNull()
})

it('goes on after a picture over which the process ends (S-31)', async () => {
  const { decode } = decoder()
  await decode('anna', await pictureOf('png'))
  const [pid] = await processes()
  const failing = decode('anna', greyPng(2048, 2048))
  process.kill(Number(pid), 'SIGKILL')
  expect(await failing).toBeNull()
  expect(await decode('anna', await pictureOf('png'))).not.toBeNull()
})

it('reads nothing but what a photo can be, of no more pixels, whatever a head says (S-31)', async () => {
  const { decode } = decoder()
  const picture = sharp(await pictureOf('png'))
  const others = [
    greyPng(2049, 2048),
    Buffer.from('<svg xmlns="http://www.w3.org/2000/svg" width="100" height="100"/>'),
    ...(await Promise.all([picture.gif().toBuffer(), picture.tiff().toBuffer(), picture.avif().toBuffer()])),
  ]
  for (const bytes of others) expect(await decode('anna', bytes)).toBeNull()
  expect(await decode('anna', await pictureOf('png'))).not.toBeNull()
})

it('lets twenty members wait for the one whose picture is decoded, each with one', async () => {
  const { decode } = decoder()
  const picture = await pictureOf('png')
  const busy = { reason: { code: 'profiles.photo_busy', params: { seconds: 5 } } }
  const greedy = await Promise.allSettled(Array.from({ length: 5 }, () => decode('greedy', picture)))
  expect(greedy).toMatchObject([{ status: 'fulfilled' }, busy, busy, busy, busy])
  const outcomes = await Promise.allSettled(
    Array.from({ length: 25 }, (_, index) => decode(`${index}`, picture)),
  )
  expect(outcomes.filter(({ status }) => status === 'fulfilled')).toHaveLength(21)
  expect(outcomes.slice(21)).toMatchObject([busy, busy, busy, busy])
})

it('has none of the server’s secrets, and gives way to it (S-31)', async () => {
  vi.stubEnv('COVO_SECRET', 'a secret of the server')
  const { decode } = decoder()
  await decode('anna', await pictureOf('png'))
  const [pid] = await processes()
  const { stdout } = await promisify(execFile)('ps', ['eww', '-o', 'ni=,args=', '-p', String(pid)])
  expect(stdout).toMatch(/^ *1\d .*photo-decoder/)
  expect(stdout).not.toContain('a secret of the server')
  vi.unstubAllEnvs()
})
