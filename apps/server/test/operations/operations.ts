import type { Visitor } from '@covo/testing/visitor'
import { accountSamples } from './account.ts'
import { authSamples } from './auth.ts'
import { blockSamples } from './blocks.ts'
import { chatSamples } from './chat.ts'
import { eventSamples } from './events.ts'
import { fileSamples } from './files.ts'
import { friendSamples } from './friends.ts'
import { homeSamples } from './home.ts'
import { moderationSamples } from './moderation.ts'
import { notificationSamples } from './notifications.ts'
import { profileSamples } from './profiles.ts'
import { reportSamples } from './reports.ts'
import { roomSamples } from './rooms.ts'
import type { Call, Sample, Samples } from './sample.ts'
import { settingsSamples } from './settings.ts'
import { teamSamples } from './teams.ts'
import { tokenSamples } from './tokens.ts'
import type { World } from './world.ts'

/** A sample of each operation, by its method and path: 'PUT /api/blocks/{uid}'. */
export const samples: Samples = {
  ...accountSamples,
  ...authSamples,
  ...blockSamples,
  ...chatSamples,
  ...eventSamples,
  ...fileSamples,
  ...friendSamples,
  ...homeSamples,
  ...moderationSamples,
  ...notificationSamples,
  ...profileSamples,
  ...reportSamples,
  ...roomSamples,
  ...settingsSamples,
  ...teamSamples,
  ...tokenSamples,
}

/** Operations that a token in their path opens: mail programs and other services use them, from nowhere. */
export const byTokenInPath = ['POST /disiscrizione/{token}', 'POST /api/hooks/{token}']

type PreparedRequest = {
  method: string
  path: string
  type: string | null
  body: string | Uint8Array | undefined
}

/** A request of an operation, ready to be sent once. */
function requestOf(operation: string, world: World, { at, query, body, content }: Call): PreparedRequest {
  const [method = '', template = ''] = operation.split(' ')
  const places: Record<string, string> = {
    eventId: world.eventId,
    conversationId: world.conversationId,
    slug: world.subjectSlug,
    teamId: world.teamId,
    ...at,
  }
  const path = template.replaceAll(/\{(\w+)\}/g, (_, name: string) => {
    const value = places[name]
    if (value === undefined) throw new Error(`${operation} has no sample of its ${name}`)
    return value
  })
  return {
    method,
    path: query ? `${path}?${new URLSearchParams(query)}` : path,
    type: content?.type ?? (body ? 'application/json' : null),
    body: content?.bytes ?? (body && JSON.stringify(body)),
  }
}

export type Prepared = { sample: Sample; call: Call; request: PreparedRequest }

/** Prepares the world for one call of an operation. */
export async function prepare(
  operation: string,
  world: World,
  conversationId = world.conversationId,
): Promise<Prepared> {
  const sample: Sample = samples[operation] ?? {}
  const call = (await sample.call?.(world, conversationId)) ?? {}
  return { sample, call, request: requestOf(operation, world, call) }
}

/** Who may send a request that was prepared. */
export async function callerOf({ sample: { by = 'owner' }, call }: Prepared, world: World): Promise<Visitor> {
  return call.by ?? (by === 'visitor' ? world.app.visit() : await world.signIn(world.members[by]))
}

export function sendRequest(
  visitor: Visitor,
  { method, path, type, body }: PreparedRequest,
): Promise<Response> {
  return visitor.fetch(path, {
    method,
    ...(body === undefined ? {} : { body }),
    ...(type ? { headers: { 'content-type': type } } : {}),
  })
}

/** Each operation that the server describes, with the status of its success. */
export async function describedOperations(visitor: Visitor): Promise<Map<string, number>> {
  type Description = { paths: Record<string, Record<string, { responses: Record<string, unknown> }>> }
  const { paths } = await visitor.read<Description>('/api/openapi.json')
  return new Map(
    Object.entries(paths).flatMap(([path, methods]) =>
      Object.entries(methods).map(([method, { responses }]) => [
        `${method.toUpperCase()} ${path}`,
        successOf(Object.keys(responses)),
      ]),
    ),
  )
}

/** An operation that makes something says so; its other success is about what was there before, or a part that was asked for. */
function successOf(statuses: string[]): number {
  const successes = statuses.filter((status) => status < '304' && status !== '206')
  return Number(statuses.includes('201') ? 201 : successes.at(-1))
}
