import { randomUUID } from 'node:crypto'
import { rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import S3rver from '@20minutes/s3rver'
import type { S3Address } from '../src/platform/s3-address.ts'

/** The one key that it knows. */
const key = 'S3RVER'
const buckets = ['covo', 'one', 'two', 'three']

export type S3Server = {
  readonly port: number
  /** Of one of its buckets, which are empty at first; by way of another port of this machine where one is given. */
  address(bucket?: string, port?: number): S3Address
  /** One of them as COVO_FILES_URL has it. */
  setting(bucket?: string): string
  /** Calls this when an object has been stored or deleted. */
  onChange(listener: () => void): void
  close(): Promise<void>
}

/** Starts a server of S3's protocol on this machine, which checks signatures. Its lists end after their first page. */
export async function startS3Server(): Promise<S3Server> {
  const directory = join(tmpdir(), `covo-s3-${randomUUID()}`)
  const server = new S3rver({
    address: '127.0.0.1',
    port: 0,
    silent: true,
    directory,
    vhostBuckets: false,
    configureBuckets: buckets.map((name) => ({ name })),
  })
  const { port } = await server.run()
  return {
    port,
    address: (bucket = 'covo', by = port) => ({
      url: `http://127.0.0.1:${by}/${bucket}`,
      region: 'us-east-1',
      keyId: key,
      secret: key,
    }),
    setting: (bucket = 'covo') => `http://${key}:${key}@127.0.0.1:${port}/${bucket}`,
    onChange: (listener) => server.on('event', listener),
    async close() {
      await server.close()
      await rm(directory, { recursive: true, force: true })
    },
  }
}
