/**
 * The reference of what a server answers: bare `node:http` with one JSON text, as large as the first argument says, on the
 * port that the second names, or any.
 */
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'

const [, , size, port = '0'] = process.argv
const text = JSON.stringify('a'.repeat(Number(size) - 2))
const headers = { 'content-type': 'application/json', 'content-length': Buffer.byteLength(text) }
const server = createServer((_request, response) => response.writeHead(200, headers).end(text))
server.listen(Number(port), '127.0.0.1', () => process.send?.((server.address() as AddressInfo).port))
process.on('disconnect', () => process.exit())
