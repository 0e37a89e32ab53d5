import { once } from 'node:events'
import type { Server, ServerResponse } from 'node:http'
import { type AddressInfo, BlockList, connect, type Socket } from 'node:net'
import { setImmediate as nextTurn } from 'node:timers/promises'
import { describe, expect, it, onTestFinished } from 'vitest'
import { createGuardedServer, limitPipelining } from './guarded-server.ts'

const maximumConnections = 800
const maximumOfSite = maximumConnections / 2

async function listen(trustedProxies = new BlockList()) {
  const refused: string[] = []
  const server = createGuardedServer({
    headers: new Map(),
    trustedProxies,
    maximumConnections,
    onMalformed: () => {},
    onTooManyConnections: (network) => refused.push(network),
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  onTestFinished(() => {
    server.closeAllConnections()
    server.close()
  })
  return { server, refused }
}

function open(server: Server, localAddress: string): Promise<Socket> {
  const socket = connect({ port: (server.address() as AddressInfo).port, host: '127.0.0.1', localAddress })
  socket.on('error', () => {})
  onTestFinished(() => void socket.destroy())
  return new Promise((opened) => socket.on('connect', () => opened(socket)))
}

async function openMany(server: Server, localAddress: string, count: number): Promise<Socket[]> {
  const sockets: Socket[] = []
  while (sockets.length < count)
    sockets.push(...(await Promise.all(Array.from({ length: 200 }, () => open(server, localAddress)))))
  return sockets
}

describe('connections', () => {
  it('of one site are bounded, and leave room for others and for those that come after them (S-21)', async () => {
    const { server, refused } = await listen()
    const sockets = await openMany(server, '127.0.0.3', maximumOfSite)
    const late = await open(server, '127.0.0.3')
    await once(late.resume(), 'close')
    expect(refused).toEqual(['127.0.0.3'])
    await open(server, '127.0.0.4')
    await nextTurn()
    expect(refused).toHaveLength(1)
    for (const socket of sockets.slice(0, 10)) socket.destroy()
    await expect.poll(() => countConnections(server)).toBe(maximumOfSite - 10 + 1)
    await openMany(server, '127.0.0.3', 1)
    // Of two hundred more, ten fitted in.
    await expect.poll(() => refused.length).toBe(1 + 190)
  })

  it('of a trusted proxy are many people’s, and not counted', async () => {
    const proxies = new BlockList()
    proxies.addAddress('127.0.0.5')
    const { server, refused } = await listen(proxies)
    await openMany(server, '127.0.0.5', maximumOfSite + 200)
    await expect.poll(() => countConnections(server)).toBe(maximumOfSite + 200)
    expect(refused).toEqual([])
  })

  it('that send many requests without waiting for answers are worked on one by one, and cut (S-21)', async () => {
    const { server } = await listen()
    const answers: ServerResponse[] = []
    server.on(
      'request',
      limitPipelining((_request, response) => {
        answers.push(response)
      }),
    )
    const client = await open(server, '127.0.0.1')
    client.resume()
    const request = 'GET / HTTP/1.1\r\nHost: x\r\n\r\n'
    client.write(request.repeat(3))
    for (const begun of [1, 2, 3]) {
      await expect.poll(() => answers.length).toBe(begun)
      answers.at(-1)?.end()
    }
    client.write(request.repeat(1000))
    await once(client, 'close')
    expect(answers).toHaveLength(3 + 1)
  })

  it('whose client takes nothing of its answer are cut', async () => {
    const { server } = await listen()
    expect(server.timeout).toBe(20_000)
    server.timeout = 500
    server.on('request', (_request, response) => response.end(Buffer.alloc(50_000_000)))
    const accepted = once(server, 'connection') as Promise<[Socket]>
    const client = await open(server, '127.0.0.1')
    client.pause()
    client.write('GET / HTTP/1.1\r\nHost: x\r\n\r\n')
    const [socket] = await accepted
    await once(socket, 'close')
    await expect.poll(() => countConnections(server)).toBe(0)
  })

  it('whose client waits for its answer are kept', async () => {
    const { server } = await listen()
    server.timeout = 500
    server.on('request', ({ socket }, response) => socket.once('timeout', () => response.end('late')))
    const client = await open(server, '127.0.0.1')
    client.write('GET / HTTP/1.1\r\nHost: x\r\n\r\n')
    const [answer] = (await once(client, 'data')) as [Buffer]
    expect(answer.toString()).toMatch(/^HTTP\/1\.1 200 .*late$/s)
  })
})

function countConnections(server: Server): Promise<number> {
  return new Promise((resolve, reject) =>
    server.getConnections((error, count) => (error ? reject(error) : resolve(count))),
  )
}
