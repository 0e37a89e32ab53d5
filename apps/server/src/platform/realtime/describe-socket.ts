import { historyEntrySchema, messageSchema, privateChatSchema } from '@covo/contract/chat/chat.routes'
import { eventSchema } from '@covo/contract/events/events.routes'
import { apiVersion } from '@covo/contract/http'
import { closeCodes, livePath, type News, protocolVersion, pulseIntervalMs } from '@covo/contract/realtime'
import { clientFrameSchemas, newsSchemas } from '@covo/contract/realtime.schemas'
import { scopesOfNews } from '@covo/contract/tokens/news-scopes'
import { z } from 'zod'
import type { Topic } from './hub.ts'
import { maximumFrameBytes } from './live-server.ts'
import { maximumFramesPerPulse, maximumSocketsPerMember } from './live-sockets.ts'
import { maximumTopics } from './live-subscriptions.ts'

/** The client's action after each close code. */
const closeCodeTexts: Record<keyof typeof closeCodes, string> = {
  protocolError: 'The frame was not understood: mend the program.',
  sessionEnded: 'The session or the token is not good, or no more: do not connect again with it.',
  versionUnsupported: 'Another `version` is spoken here.',
  tooManyFrames: 'Too many frames in too short a time: wait.',
  tooManySockets: 'The member has too many sockets open: wait.',
  reconnect: 'The server stops, or the reader was too slow: connect again in a second, and catch up.',
}

type DescriptionOptions = {
  instanceName: string
  origin: string
  cookieName: string
  topics: readonly Topic[]
}

/** The socket in AsyncAPI 3.0: the frames that clients send, and the news that the server does. */
export function describeSocket({ instanceName, origin, cookieName, topics }: DescriptionOptions) {
  const { protocol, host } = new URL(origin)
  const frameTypes = Object.keys(clientFrameSchemas) as (keyof typeof clientFrameSchemas)[]
  const newsTypes = Object.keys(newsSchemas) as News['type'][]
  const security = [
    { $ref: '#/components/securitySchemes/token' },
    { $ref: '#/components/securitySchemes/session' },
  ]
  return {
    asyncapi: '3.0.0',
    info: {
      title: `${instanceName} socket`,
      version: apiVersion,
      description: describeConnection(topics),
      license: { name: 'MIT', url: 'https://spdx.org/licenses/MIT' },
    },
    defaultContentType: 'application/json',
    servers: {
      instance: { host, protocol: protocol === 'https:' ? 'wss' : 'ws', description: 'This instance' },
    },
    channels: {
      live: {
        address: livePath,
        title: 'The socket',
        messages: {
          ...Object.fromEntries(frameTypes.map((type) => [type, { $ref: `#/components/messages/${type}` }])),
          news: { $ref: '#/components/messages/news' },
        },
        bindings: {
          ws: {
            method: 'GET',
            query: {
              type: 'object',
              required: ['version'],
              properties: { version: { type: 'integer', const: protocolVersion } },
            },
            bindingVersion: '0.1.0',
          },
        },
        'x-close-codes': Object.entries(closeCodes).map(([name, code]) => ({
          code,
          name,
          description: closeCodeTexts[name as keyof typeof closeCodes],
        })),
        'x-topics': topics.map(({ name, description, scope }) => ({
          name,
          description,
          scope: scope ?? null,
        })),
      },
    },
    operations: {
      sendFrame: {
        action: 'receive',
        title: 'The client sends a frame',
        channel: { $ref: '#/channels/live' },
        messages: frameTypes.map((type) => ({ $ref: `#/channels/live/messages/${type}` })),
        security,
      },
      receiveNews: {
        action: 'send',
        title: 'The server sends news, an array in each frame, in order',
        channel: { $ref: '#/channels/live' },
        messages: [{ $ref: '#/channels/live/messages/news' }],
        security,
      },
    },
    components: {
      messages: {
        ...Object.fromEntries(
          frameTypes.map((type) => [type, { name: type, payload: { $ref: `#/components/schemas/${type}` } }]),
        ),
        news: {
          name: 'news',
          payload: {
            type: 'array',
            items: { oneOf: newsTypes.map((type) => ({ $ref: `#/components/schemas/${type}` })) },
          },
        },
      },
      schemas: describeSchemas(),
      securitySchemes: {
        token: { type: 'http', scheme: 'bearer', description: 'A token that a member made.' },
        session: { type: 'httpApiKey', in: 'cookie', name: cookieName },
      },
    },
  }
}

function describeConnection(topics: readonly Topic[]): string {
  const topicLines = topics.map(
    ({ name, description, scope }) => `- \`${name}\`${scope ? ` (scope \`${scope}\`)` : ''}: ${description}`,
  )
  const closeLines = Object.entries(closeCodes).map(
    ([name, code]) => `- ${code}: ${closeCodeTexts[name as keyof typeof closeCodes]}`,
  )
  return [
    `Connect to \`${livePath}?version=${protocolVersion}\`, with a token or with a session and its page's \`Origin\`. \`live.welcome\` is the first news: send nothing before it. What is wrong with the token, the version or the number of sockets does not fail the handshake, but closes the socket after it; a request that asks for no upgrade is answered by 426. A pulse comes every ${pulseIntervalMs / 1000} seconds: without any frame for twice as long, connect again.`,
    "News is a hint: the answers over HTTP are the truth. The member's own news comes without a subscription; a token's socket gets the news of its scopes (`x-scope`) alone. Ignore news and fields that you do not know.",
    `Topics:\n\n${topicLines.join('\n')}`,
    `Close codes:\n\n${closeLines.join('\n')}`,
    `A frame of a client has ${maximumFrameBytes} bytes at most, a socket ${maximumTopics} topics, a member ${maximumSocketsPerMember} sockets in each process and ${maximumFramesPerPulse} frames between two pulses.`,
  ].join('\n\n')
}

/** The schemas of frames and news by their `type`, with the scope of each news, and what they have in common with answers. */
function describeSchemas(): Record<string, object> {
  const registry = z.registry<{ id: string }>()
  const named = {
    ...clientFrameSchemas,
    ...newsSchemas,
    Message: messageSchema,
    HistoryEntry: historyEntrySchema,
    PrivateChat: privateChatSchema,
    Event: eventSchema,
  }
  for (const [id, schema] of Object.entries(named)) registry.add(schema, { id })
  const { schemas } = z.toJSONSchema(registry, {
    target: 'draft-7',
    // The direction of a reader: in the other one objects have no further fields.
    io: 'input',
    uri: (id) => `#/components/schemas/${id}`,
    override({ jsonSchema }) {
      // The pattern of a format says nothing more, and so do the bounds of all whole numbers.
      if (jsonSchema.format) delete jsonSchema.pattern
      if (jsonSchema.minimum === Number.MIN_SAFE_INTEGER) delete jsonSchema.minimum
      if (jsonSchema.maximum === Number.MAX_SAFE_INTEGER) delete jsonSchema.maximum
    },
  })
  return Object.fromEntries(
    Object.entries(schemas).map(([id, { $id: _, $schema: __, ...schema }]) => [
      id,
      { ...schema, ...(isSliceNews(id) && { 'x-scope': scopesOfNews[id] }) },
    ]),
  )
}

function isSliceNews(id: string): id is keyof typeof scopesOfNews {
  return id in scopesOfNews
}
