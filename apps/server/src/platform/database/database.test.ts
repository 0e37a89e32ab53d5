import { once } from 'node:events'
import { connect, type Socket } from 'node:net'
import { Worker } from 'node:worker_threads'
import type pg from 'pg'
import { expect, it, onTestFinished } from 'vitest'
import { cutWhenSilent } from './database.ts'

const timeoutMs = 50

/** A server in another thread: it answers as soon as it receives something, or never, and wakes who waits for `answered`. */
const server = `
  const { createServer } = require('node:net')
  const { parentPort, workerData: { answered, isSilent } } = require('node:worker_threads')
  createServer((socket) => {
    socket.on('error', () => {})
    socket.on('data', () => {
      if (!isSilent) socket.write('answer', () => { Atomics.store(answered, 0, 1); Atomics.notify(answered, 0) })
    })
  }).listen(0, '127.0.0.1', function () { parentPort.postMessage(this.address().port) })`

async function connectTo(isSilent: boolean): Promise<{ socket: Socket; answered: Int32Array }> {
  const answered = new Int32Array(new SharedArrayBuffer(4))
  const worker = new Worker(server, { eval: true, workerData: { answered, isSilent } })
  onTestFinished(async () => void (await worker.terminate()))
  const [port] = (await once(worker, 'message')) as [number]
  const socket = connect(port, '127.0.0.1')
  onTestFinished(() => void socket.destroy())
  await once(socket, 'connect')
  cutWhenSilent({ connection: { stream: socket } } as unknown as pg.Client, timeoutMs)
  return { socket, answered }
}

it('keeps a connection whose answer came while the process stood still', async () => {
  const { socket, answered } = await connectTo(false)
  socket.on('error', () => {})
  const received = once(socket, 'data')
  socket.write('question')
  Atomics.wait(answered, 0, 0)
  Atomics.wait(answered, 0, 1, 3 * timeoutMs)
  expect(String(await received)).toBe('answer')
  await new Promise(setImmediate)
  expect(socket.destroyed).toBe(false)
})

it('cuts one that receives nothing', async () => {
  const { socket } = await connectTo(true)
  socket.write('question')
  const [error] = (await once(socket, 'error')) as [Error & { code: string }]
  expect([error.code, error.message]).toEqual(['ETIMEDOUT', 'the database is silent'])
})
