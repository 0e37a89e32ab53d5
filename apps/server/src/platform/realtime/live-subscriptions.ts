import { type ClientFrame, closeCodes } from '@covo/contract/realtime'
import { AppError } from '../app-error.ts'
import type { KeyedSemaphore } from '../keyed-semaphore.ts'
import type { Viewer } from '../viewer.ts'
import { frameOf, type Hub, memberTopic, type Topic } from './hub.ts'
import type { LiveSocket } from './live-sockets.ts'

export const maximumTopics = 50
/** The id in a topic's name, after its prefix. Other characters are refused: PostgreSQL can't store all of them. */
const topicId = /^[\w-]+$/

type SubscriptionOptions = {
  hub: Hub
  topics: Topic[]
  /** Limits a member's subscriptions together with their requests. */
  requests: KeyedSemaphore
}

function mayWatch({ scopes }: Viewer, { scope }: Topic): boolean {
  return !scopes || (scope !== undefined && scopes.has(scope))
}

/** Handles the frames of a socket: each subscribes it to a topic, or ends a subscription. */
export function createSubscriptions({ hub, topics, requests }: SubscriptionOptions) {
  const withoutHistory = topics.flatMap(({ name, readPositions, readMoves }) =>
    readPositions || readMoves ? [] : [name],
  )

  /**
   * Whether a client's data of a topic lacks no news but what the topic's position tells. An entry of a history shows things that
   * have a topic of their own, as the names of members.
   */
  function isCurrent(age: number, { readPositions }: Topic, name: string, uid: string): boolean {
    const shown = readPositions ? withoutHistory : []
    return hub.times.isQuietSince(age, [name, memberTopic(uid), ...shown])
  }

  /** None for the member's own topic: by it a socket learns whom it has to hide from now on, and no client ends that. */
  const topicOf = (name: string) => topics.find(({ prefix }) => prefix === name.slice(0, name.indexOf(':')))

  /** The position is read after the subscription has begun, so that no entry falls between the two. */
  async function subscribe(connection: LiveSocket, name: string, age?: number): Promise<void> {
    const topic = topicOf(name)
    const id = name.slice(name.indexOf(':') + 1)
    try {
      if (!topic || !topicId.test(id) || !mayWatch(connection.viewer, topic))
        throw new AppError('common.not_found')
      await topic.readPosition(id, connection.viewer)
      if (!hub.has(connection)) return
      if (hub.watchedBy(connection) >= maximumTopics) throw new AppError('common.not_found')
      hub.watch(connection, name, topic.isPersonal)
      const read = await topic.readPosition(id, connection.viewer)
      const known = topic.readPositions ? hub.advance(name, read) : read
      const position = topic.isPersonal && connection.hidden.size > 0 ? read : known
      const current = age !== undefined && isCurrent(age, topic, name, connection.viewer.uid)
      connection.send(
        frameOf({ type: 'live.watching', topic: name, ...position, ...(current && { isCurrent: true }) }),
      )
      if (topic.readStart) connection.send(frameOf(await topic.readStart()))
    } catch (error) {
      if (!(error instanceof AppError)) throw error
      if (topic) hub.unwatch(connection, name)
      connection.record('access.refused', { reason: error.code })
      connection.send(frameOf({ type: 'live.refused', topic: name }))
    }
  }

  return async function handleFrame(connection: LiveSocket, frame: ClientFrame): Promise<void> {
    if (!hub.has(connection)) return
    const { type, topic } = frame
    if (type === 'unwatch') return topicOf(topic) && hub.unwatch(connection, topic)
    try {
      await requests.run(connection.viewer.uid, () => subscribe(connection, topic, frame.age))
    } catch (error) {
      if (error instanceof AppError) connection.record('limit.reached')
      else connection.record('request.failed', { err: error })
      connection.close(closeCodes.reconnect)
    }
  }
}
