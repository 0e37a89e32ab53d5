import { createECDH, randomBytes, randomUUID } from 'node:crypto'
import type { Visitor } from '@covo/testing/visitor'

type Schema = {
  /** The first is the one beside 'null'. */
  type?: string | string[]
  format?: string
  enum?: unknown[]
  maxLength?: number
  pattern?: string
  minimum?: number
  maximum?: number
  items?: Schema
  maxItems?: number
}

/** One place of a request that a client fills. */
export type Slot = { in: 'path' | 'query' | 'body'; name: string; schema: Schema }

export type Route = {
  /** As the contract writes it: 'POST /api/chat/{conversationId}/messages'. */
  name: string
  method: string
  path: string
  /** Answers members only. */
  isProtected: boolean
  slots: Slot[]
}

type Operation = {
  security?: Record<string, unknown>[]
  parameters?: { in: 'path' | 'query' | 'header'; name: string; schema: Schema }[]
  requestBody?: { content: Record<string, { schema: { properties?: Record<string, Schema> } }> }
}

/** Every route that the server describes, with every slot of its requests: a new one is attacked unasked. */
export async function readRoutes(visitor: Visitor): Promise<Route[]> {
  const document = (await (await visitor.fetch('/api/openapi.json')).json()) as {
    paths: Record<string, Record<string, Operation>>
  }
  return Object.entries(document.paths).flatMap(([path, operations]) =>
    Object.entries(operations).map(([method, { security = [], parameters = [], requestBody }]) => {
      const body = requestBody?.content['application/json']?.schema.properties ?? {}
      return {
        name: `${method.toUpperCase()} ${path}`,
        method: method.toUpperCase(),
        path,
        isProtected: security.length > 0 && security.every((way) => Object.keys(way).length > 0),
        slots: [
          // A header takes no text but ASCII, and the head of a request is bounded.
          ...parameters.flatMap(({ in: where, name, schema }) =>
            where === 'header' ? [] : [{ in: where, name, schema }],
          ),
          ...Object.entries(body).map(([name, schema]) => ({ in: 'body' as const, name, schema })),
        ],
      }
    }),
  )
}

export function writes(route: Route): boolean {
  return route.method !== 'GET'
}

/** The targets of the samples: a member, an event to join, a conversation to take part in. */
export type Scene = { uid: string; eventId: string; conversationId: string }

/** A subscription to pushes as a browser sends it, of a push service on this machine that is not there. */
export function samplePushSubscription() {
  const p256dh = createECDH('prime256v1').generateKeys('base64url')
  const keys = { p256dh, auth: randomBytes(16).toString('base64url') }
  return { endpoint: `http://127.0.0.1:9/${randomUUID()}`, keys }
}

/** A browser's answer for a passkey that nobody has: the fields of a new one, and of one that is used. */
const samplePasskeyAnswer = {
  id: 'nessuna',
  response: {
    clientDataJSON: 'e30',
    attestationObject: 'oA',
    authenticatorData: 'oA',
    signature: 'oA',
    userHandle: 'oA',
  },
}

let counter = 0

/** A value that the slot's route takes, so that a request of samples gets as far as a handler can. */
export function sampleOf(slot: Slot, scene: Scene): unknown {
  const { name, schema } = slot
  counter += 1
  const hour = 3_600_000
  const samples: Record<string, unknown> = {
    ...scene,
    email: `ospite${counter}@esempio.it`,
    username: `Ospite ${counter}`,
    displayName: `Nome ${counter}`,
    password: 'Tana-gialla7',
    passwordConfirmation: 'Tana-gialla7',
    dataNascita: '1990-05-05',
    dateTime: new Date(Date.now() + hour).toISOString(),
    deadline: new Date(Date.now() + 2 * hour).toISOString(),
    joinDeadline: new Date(Date.now() + hour).toISOString(),
    capacity: 10,
    mapLink: 'https://esempio.it/mappa',
    ctftimeId: '2345',
    link: 'https://esempio.it/evento',
    category: 'other',
    timeZone: 'Asia/Kolkata',
    zone: 'Asia/Kolkata',
    quietHours: { isOn: true, from: '22:00', to: '08:00' },
    until: 'always',
    upTo: new Date().toISOString(),
    cursor: undefined,
    subject: { kind: 'member', id: scene.uid },
    response: samplePasskeyAnswer,
    passkey: samplePasskeyAnswer,
    ...samplePushSubscription(),
  }
  // A field of another route may have the same name.
  if (schema.enum && !schema.enum.includes(samples[name])) return schema.enum.find((value) => value !== '')
  if (Object.hasOwn(samples, name)) return samples[name]
  if (schema.items) return [sampleOf({ ...slot, schema: schema.items }, scene)]
  if (schema.format === 'uuid') return randomUUID()
  if (schema.type === 'boolean') return false
  if (schema.type === 'object') return {}
  if (schema.type === 'integer' || schema.type === 'number') return schema.minimum ?? 1
  return 'testo'
}

export type FilledRequest = { method: string; path: string; body?: string }

/** The route's request with a value in each slot; `undefined` leaves a slot of the query or body out. */
export function fill(route: Route, valueIn: (slot: Slot) => unknown): FilledRequest {
  const query = new URLSearchParams()
  const body: Record<string, unknown> = {}
  let { path } = route
  for (const slot of route.slots) {
    const value = valueIn(slot)
    if (slot.in === 'path') path = path.replace(`{${slot.name}}`, () => encodeURIComponent(String(value)))
    else if (value === undefined) continue
    else if (slot.in === 'query') query.set(slot.name, String(value))
    else body[slot.name] = value
  }
  const hasBody = route.slots.some((slot) => slot.in === 'body')
  return {
    method: route.method,
    path: query.size > 0 ? `${path}?${query}` : path,
    ...(hasBody ? { body: JSON.stringify(body) } : {}),
  }
}
