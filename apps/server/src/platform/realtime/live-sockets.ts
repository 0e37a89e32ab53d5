import { randomBytes } from 'node:crypto'
import type { Duplex } from 'node:stream'
import { type ClientFrame, closeCodes, protocolVersion } from '@covo/contract/realtime'
import { clientFrameSchemas } from '@covo/contract/realtime.schemas'
import type { WebSocket } from 'ws'
import { z } from 'zod'
import type { PrimaryPool } from '../database/primary-pool.ts'
import type { Log } from '../log/log.ts'
import type { RecordEvent } from '../log/security-log.ts'
import type { Hidden, Viewer } from '../viewer.ts'
import { type Connection, frameOf, type Hub, memberTopic } from './hub.ts'
import { textFrame } from './text-frame.ts'

const clientFrame = z.discriminatedUnion('type', [clientFrameSchemas.watch, clientFrameSchemas.unwatch])

/**
 * Frames that all sockets of a member together may send between two pulses, enough for all topics of all of them: each
 * socket that is opened counts as one, and so do the protocol's own pings and pongs.
 */
export const maximumFramesPerPulse = 1000
/** Tabs and devices of one member. */
export const maximumSocketsPerMember = 20
/** Milliseconds for a client to answer the close of its socket. */
const closeTimeoutMs = 2000
/** A reader that lets this much pile up is cut, and catches up when it is back. */
const maximumBufferedBytes = 1_000_000
/** Milliseconds for the answer to a ping, which waits behind the bytes that a reader has not taken yet: the system buffers megabytes. */
const pongTimeoutMs = 10_000

export type LiveSocket = Connection & {
  socket: WebSocket
  record: RecordEvent
  /** The tail of the queue of frames: a socket's subscriptions are handled one by one. */
  frames: Promise<void>
  isAlive: boolean
}

type LiveSocketsOptions = {
  hub: Hub
  pool: Pick<PrimaryPool, 'epoch'>
  log: Log
  /** Those of the given sessions and tokens that are still valid. */
  findLiveSessions: (sessionIds: string[]) => Promise<ReadonlySet<string>>
  handleFrame: (connection: LiveSocket, frame: ClientFrame) => Promise<void>
}

/** The open sockets: their frames, their heartbeat and their end. */
export function createLiveSockets({ hub, pool, log, findLiveSessions, handleFrame }: LiveSocketsOptions) {
  const live = new Set<LiveSocket>()
  const socketsOf = new Map<string, number>()
  /** By member, since the last pulse: closing a socket and opening another resets nothing. */
  const framesOf = new Map<string, number>()
  /** The payload of the last ping: an unsolicited pong proves nothing. */
  let pulsePayload = randomBytes(8)
  let answersDue: NodeJS.Timeout | undefined

  /** Counts one frame of a member; false where there were too many since the last pulse. */
  function takeFrame(uid: string): boolean {
    const frames = (framesOf.get(uid) ?? 0) + 1
    framesOf.set(uid, frames)
    return frames <= maximumFramesPerPulse
  }

  function disconnect(connection: LiveSocket): void {
    if (!live.delete(connection)) return
    const { uid } = connection.viewer
    const others = (socketsOf.get(uid) ?? 1) - 1
    if (others > 0) socketsOf.set(uid, others)
    else socketsOf.delete(uid)
    hub.remove(connection)
  }

  /** Cuts dead connections, and readers that are this far behind. */
  function dropSilent(): void {
    for (const connection of [...live]) {
      if (connection.isAlive) continue
      connection.socket.terminate()
      disconnect(connection)
    }
  }

  return {
    /** The code with which a member's new socket is refused; null where it may open. */
    refusalOf(uid: string): number | null {
      if ((socketsOf.get(uid) ?? 0) >= maximumSocketsPerMember) return closeCodes.tooManySockets
      return takeFrame(uid) ? null : closeCodes.tooManyFrames
    },

    /** @param line the stream below the socket: without compression it keeps no queue that a frame could overtake */
    connect(
      socket: WebSocket,
      line: Duplex,
      { viewer, hidden }: { viewer: Viewer; hidden: Hidden },
      recordRequest: RecordEvent,
    ): void {
      const record: RecordEvent = (event, details) => recordRequest(event, { uid: viewer.uid, ...details })
      const connection: LiveSocket = {
        viewer,
        hidden,
        record,
        socket,
        frames: Promise.resolve(),
        isAlive: true,
        send(frame) {
          if (socket.bufferedAmount > maximumBufferedBytes) return connection.close(closeCodes.reconnect)
          if (socket.readyState === socket.OPEN) line.write(textFrame(frame))
        },
        cork: () => line.cork(),
        uncork: () => line.uncork(),
        close(code) {
          disconnect(connection)
          closeSocket(socket, code)
        },
      }
      live.add(connection)
      socketsOf.set(viewer.uid, (socketsOf.get(viewer.uid) ?? 0) + 1)
      hub.add(connection)
      hub.watch(connection, memberTopic(viewer.uid))
      socket.on('close', () => disconnect(connection))
      const count = () => {
        if (!live.has(connection) || takeFrame(viewer.uid)) return
        record('limit.reached')
        connection.close(closeCodes.tooManyFrames)
      }
      socket.on('ping', count)
      socket.on('pong', (payload) => {
        count()
        if (payload.equals(pulsePayload)) connection.isAlive = true
      })
      socket.on('message', (data, isBinary) => {
        count()
        if (!live.has(connection)) return
        const frame = isBinary ? null : readFrame(String(data))
        if (!frame) {
          record('input.refused')
          return connection.close(closeCodes.protocolError)
        }
        connection.frames = connection.frames.then(() => handleFrame(connection, frame))
      })
      connection.send(frameOf({ type: 'live.welcome', version: protocolVersion, epoch: pool.epoch }))
    },

    /** Sends clients a pulse, by which they see that the connection is good, and a ping to answer. */
    pulse(): void {
      const frame = frameOf({ type: 'live.pulse' })
      framesOf.clear()
      pulsePayload = randomBytes(8)
      for (const connection of [...live]) {
        connection.isAlive = false
        connection.socket.ping(pulsePayload)
        connection.send(frame)
      }
      answersDue = setTimeout(dropSilent, pongTimeoutMs)
    },

    /** Closes the sockets of sessions that expired, or whose end was missed. */
    async checkSessions(): Promise<void> {
      const sessionIds = [...new Set([...live].map(({ viewer }) => viewer.sessionId))]
      if (sessionIds.length === 0) return
      try {
        const valid = await findLiveSessions(sessionIds)
        for (const id of sessionIds) if (!valid.has(id)) hub.closeSession(id, closeCodes.sessionEnded)
      } catch (error) {
        log.warn({ err: error }, 'sessions of sockets not checked')
      }
    },

    /** Closes all sockets with the code to reconnect. */
    stop(): void {
      clearTimeout(answersDue)
      for (const connection of [...live]) connection.close(closeCodes.reconnect)
    },
  }
}

/** A client that doesn't answer the close would keep the connection for half a minute. */
export function closeSocket(socket: WebSocket, code: number): void {
  socket.close(code)
  setTimeout(() => socket.terminate(), closeTimeoutMs).unref()
}

function readFrame(text: string): ClientFrame | null {
  try {
    return clientFrame.safeParse(JSON.parse(text)).data ?? null
  } catch {
    return null
  }
}
