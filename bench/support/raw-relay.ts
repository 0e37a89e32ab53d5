/**
 * The reference of what sockets cost: bare `ws`, which sends each message that a sender sends it to every reader, a frame
 * each, and stores nothing. Senders connect to `/send` and are answered when their message is passed on; all others read.
 */
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { type WebSocket, WebSocketServer } from 'ws'

const server = createServer()
const sockets = new WebSocketServer({ server })
const readers = new Set<WebSocket>()
sockets.on('connection', (socket, { url }) => {
  if (url === '/send') {
    socket.on('message', (data) => {
      const text = String(data)
      for (const reader of readers) reader.send(text)
      socket.send('passed on')
    })
  } else {
    readers.add(socket)
    socket.on('close', () => readers.delete(socket))
  }
})
server.listen(0, '127.0.0.1', () => process.send?.((server.address() as AddressInfo).port))
process.on('disconnect', () => process.exit())
