import { execFile } from 'node:child_process'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { promisify } from 'node:util'
import { scopes } from '@covo/contract/scopes'
import { eventForm } from '@covo/testing/event-form'
import { figure, repetitions, seedsOf } from '@covo/testing/figure'
import {
  befriend,
  createEvent,
  makeBot,
  makeToken,
  makeWebhook,
  openPrivateChat,
  sendMessage,
} from '@covo/testing/member-actions'
import { pick, randomFrom } from '@covo/testing/random'
import { type Visitor, visit } from '@covo/testing/visitor'
import { Ajv2020 } from 'ajv/dist/2020.js'
import addFormats from 'ajv-formats'
import openapiTypes, { astToString } from 'openapi-typescript'
import { beforeAll, expect, inject, it, onTestFinished } from 'vitest'
import { makeModerator } from './make-moderator.ts'
import { allowedValue, forbiddenValue, type KnownValues, learn, type Schema } from './requests-of-schemas.ts'
import { samplePushSubscription } from './security/routes.ts'
import { runTestApp, unlimited } from './test-app.ts'

const seeds = seedsOf('S-20')

/** Of each operation. */
const requests = repetitions('S-20', 8, 20)
/** Of one that hashes a password. */
const slowRequests = 2

const root = resolve(import.meta.dirname, '../../..')
const app = runTestApp({ limits: unlimited })

type Parameter = { in: 'path' | 'query'; name: string; required?: boolean; schema: Schema }
type Operation = {
  parameters?: Parameter[]
  requestBody?: { content: Record<string, { schema: Schema }> }
}
type Place = { path: string; method: string; operation: Operation }
type Request = {
  path: string
  /** Whether its schemas allow it. */
  isAllowed: boolean
  /** Whether it has nothing that its schemas do not name. */
  isMeant: boolean
  /** The media type of its body; empty where it has none. */
  type: string
  body: string
  value: unknown
}

const description = JSON.parse(inject('description')) as { paths: Record<string, Record<string, Operation>> }
const operations = Object.entries(description.paths).flatMap(([path, methods]) =>
  Object.entries(methods).map(([method, operation]) => ({ path, method, operation })),
)
/** They end the session or the account that the others need. */
const lastOnes = ['/api/auth/logout', '/api/account/deletion', '/api/account/second-factor']

const ajv = addFormats.default(new Ajv2020({ strict: false }))
/** Parameters stand in the address as text. */
const ajvOfText = addFormats.default(new Ajv2020({ strict: false, coerceTypes: true }))

let callers: Record<string, Visitor>
const known: KnownValues = new Map()

beforeAll(async () => {
  const [owner, friend] = [await app.as('anna'), await app.as('bruno')]
  const [moderator, stranger] = [await app.as('carla'), await app.as('dario')]
  await makeModerator(app.database, moderator.uid)
  await befriend(owner, friend)
  for (const { uid } of [owner, friend]) await stranger.post('/api/friends/requests', { uid })
  const conversationId = await openPrivateChat(owner, friend)
  const bot = await makeBot(owner, 'Bot di casa')
  const tokens = await Promise.all(
    scopes.map(async (scope) => [
      scope,
      visit(app.origin, { token: (await makeToken(owner, scope)).secret }),
    ]),
  )
  callers = { none: app.visit(), owner, friend, moderator, bot, ...Object.fromEntries(tokens) }
  for (const chat of ['generale', conversationId])
    for (const by of [owner, friend]) await sendMessage(by, chat, 'una parola')
  const event = await createEvent(owner, { capacity: 2 })
  await friend.put(`/api/events/${event.id}/participation`)
  const { endpoint, keys } = samplePushSubscription()
  const texts = {
    ...eventForm(),
    endpoint,
    ...keys,
    from: '2026-12-01T00:00:00Z',
    to: '2027-01-01T00:00:00Z',
  }
  for (const [field, text] of Object.entries(texts)) known.set(field, [text])
  known.set('conversationId', ['generale', conversationId, `evento-${event.id}`])
  known.set('eventId', [event.id])
  known.set('uid', [owner.uid, friend.uid, stranger.uid, bot.uid])
  known.set('id', [owner.uid, friend.uid, event.id])
  known.set('sequence', [1, 2])
  known.set('token', [(await makeWebhook(owner, bot)).split('/').at(-1)])
})

/**
 * Requests drawn from `/api/openapi.json`, of every operation and kind of caller, allowed and forbidden ones: none fails inside, none
 * is refused for a field that its description allows, and every answer is a value of the types that a client generates of it.
 */
it.each(seeds)(
  'answers what the types of a generated client say (S-20), seed %i',
  async (seed) => {
    const random = randomFrom(seed)
    const faults: string[] = []
    const values = new Set<string>()
    const statuses = new Map<number, number>()
    const succeeded = new Set<string>()
    for (const { path, method, operation } of requestsOf(random)) {
      const request = drawRequest(random, path, operation)
      const usual = path.startsWith('/api/moderation/') ? ['moderator'] : ['owner', 'friend']
      const name = pick(random, random() < 0.6 ? usual : Object.keys(callers))
      const title = `${name}: ${method.toUpperCase()} ${request.path} ${request.body}`.slice(0, 500)
      const type = `operationOf<'${path}', '${method}'>`
      if (request.isMeant && request.type) {
        const content = `NonNullable<${type}['requestBody']>['content']['${request.type}']`
        values.add(`${content} = ${JSON.stringify(request.value)}`)
      }
      const answer = await callers[name]
        ?.fetch(request.path, {
          method: method.toUpperCase(),
          ...(request.type ? { headers: { 'content-type': request.type }, body: request.body } : {}),
        })
        .catch((error: Error) => void faults.push(`${title}: ${error.message}`))
      if (!answer) continue
      const { status } = answer
      statuses.set(status, (statuses.get(status) ?? 0) + 1)
      const text = await answer.text()
      const [mediaType = ''] = (answer.headers.get('content-type') ?? '').split(';')
      const json: unknown = mediaType.endsWith('json') ? JSON.parse(text) : undefined
      if (status >= 500) faults.push(`${title}: ${status} ${text}`)
      if (request.isAllowed && isRefusedBySchema(json))
        faults.push(`${title}: refused, against its description: ${text}`)
      if (!request.isAllowed && status < 400) faults.push(`${title}: ${status}, against its description`)
      if (json !== undefined)
        values.add(`${type}['responses'][${status}]['content']['${mediaType}'] = ${JSON.stringify(json)}`)
      if (status >= 400) continue
      succeeded.add(`${method} ${path}`)
      learn(known, json)
    }
    expect(faults).toEqual([])
    const sum = [...statuses.values()].reduce((total, count) => total + count, 0)
    expect(sum).toBeGreaterThan(5 * operations.length)
    expect(succeeded.size).toBeGreaterThan(operations.length / 2)
    expect(await compile([...values])).toBe('')
    figure(
      'S-20',
      `${sum} requests of ${operations.length} operations (seed ${seed}), ${succeeded.size} with success: ${JSON.stringify(Object.fromEntries(statuses))}, ${values.size} values of its types, 0 faults`,
    )
  },
  0,
)

/** A rule that no schema can say has no code of a field, or this one. */
function isRefusedBySchema(answer: unknown): boolean {
  const { code, errors = [] } = (answer ?? {}) as { code?: string; errors?: { code: string }[] }
  return code === 'common.invalid_request' && errors.some((error) => error.code !== 'custom')
}

/** All operations, each as often as it is asked, in a drawn order. */
function requestsOf(random: () => number): Place[] {
  const all = operations.flatMap((place) => {
    const isSlow = place.path.startsWith('/api/auth/')
    return Array.from({ length: isSlow ? slowRequests : requests }, () => ({ ...place, order: random() }))
  })
  const isLast = ({ path }: Place) => Number(lastOnes.includes(path))
  return all.toSorted((one, other) => isLast(one) - isLast(other) || one.order - other.order)
}

/** A request that the description allows, or one with something in it that it may forbid: its schemas judge. */
function drawRequest(
  random: () => number,
  path: string,
  { parameters = [], requestBody }: Operation,
): Request {
  const [type = '', content] = Object.entries(requestBody?.content ?? {})[0] ?? []
  const places = [...parameters.map(({ name }) => name), ...(content ? ['body'] : [])]
  const wrong = random() < 0.3 && places.length > 0 ? pick(random, places) : undefined
  const isMeant = wrong === undefined
  const draw = { random, known, knownShare: random() < 0.6 ? 0.97 : 0.5 }
  const valueIn = (name: string, schema: Schema) =>
    (name === wrong ? forbiddenValue : allowedValue)(draw, name, schema)
  let target = path
  let isAllowed = true
  const query = new URLSearchParams()
  for (const { in: where, name, required, schema } of parameters) {
    if (name !== wrong && !required && random() < 0.5) continue
    const texts = [valueIn(name, schema)].flat().map(textOf)
    isAllowed &&= ajvOfText.validate(schema, schema.type === 'array' ? texts : texts[0])
    if (where === 'path') target = target.replace(`{${name}}`, () => encodeURIComponent(texts[0] || '-'))
    else for (const text of texts) query.append(name, text)
  }
  if (query.size > 0) target += `?${query}`
  if (!content) return { path: target, isAllowed, isMeant, type, value: undefined, body: '' }
  const value = withoutUndefined(valueIn('body', content.schema))
  isAllowed &&= ajv.validate(content.schema, value)
  return { path: target, isAllowed, isMeant, type, value, body: bodyOf(type, value) }
}

function withoutUndefined(value: unknown): unknown {
  return JSON.parse(JSON.stringify(value))
}

function bodyOf(type: string, value: unknown): string {
  const isForm = type === 'application/x-www-form-urlencoded' && typeof value === 'object'
  return isForm
    ? new URLSearchParams({ ...value } as Record<string, string>).toString()
    : JSON.stringify(value)
}

function textOf(value: unknown): string {
  return typeof value === 'object' ? JSON.stringify(value) : String(value)
}

/**
 * Compiles the types that the generator makes of the description, with a constant for each value and its type: a field that the
 * type lacks is an error there, as is a missing one.
 *
 * @returns what the compiler has to say
 */
async function compile(values: string[]): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'covo-client-'))
  onTestFinished(() => rm(folder, { recursive: true }))
  const types = astToString(await openapiTypes(inject('description')))
  const constants = values.map((value, index) => `export const value${index}: ${value}`)
  const operation = `import type { paths } from './types.ts'
type operationOf<Path extends keyof paths, Method extends keyof paths[Path]> = NonNullable<paths[Path][Method]>`
  await writeFile(join(folder, 'types.ts'), types)
  await writeFile(join(folder, 'values.ts'), [operation, ...constants].join('\n'))
  const config = { extends: join(root, 'tsconfig.base.json'), files: ['values.ts'] }
  await writeFile(join(folder, 'package.json'), JSON.stringify({ type: 'module' }))
  await writeFile(join(folder, 'tsconfig.json'), JSON.stringify(config))
  const compiler = join(root, 'node_modules/typescript/bin/tsc')
  const compiled = await promisify(execFile)(process.execPath, [compiler, '-p', folder]).catch(
    (error) => error,
  )
  return compiled.stdout
}
