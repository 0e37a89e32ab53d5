import type { OpenAPIHono } from '@hono/zod-openapi'
import type { HttpEnv } from './router.ts'

type Description = ReturnType<OpenAPIHono<HttpEnv>['getOpenAPI31Document']>
type Schema = NonNullable<NonNullable<Description['components']>['schemas']>[string]
type Operation = { security?: unknown[]; requestBody?: unknown; responses?: Record<string, unknown> }

/** What every operation can answer besides its own refusals; those marked with a body where it takes one. */
const commonAnswers: { status: number; description: string; hasBody?: true }[] = [
  { status: 400, description: 'common.invalid_request' },
  { status: 401, description: 'common.unauthenticated' },
  {
    status: 403,
    description: 'common.foreign_origin (a cookie without the own Origin) or common.scope_missing',
  },
  { status: 413, description: 'common.payload_too_large', hasBody: true },
  { status: 415, description: 'common.unsupported_media_type', hasBody: true },
  { status: 429, description: 'common.rate_limited: again after the seconds of Retry-After' },
  { status: 500, description: 'common.internal' },
  { status: 503, description: 'common.unavailable: again after the seconds of Retry-After' },
]

const problem: Schema = {
  type: 'object',
  required: ['code', 'requestId'],
  properties: {
    code: { type: 'string' },
    params: { type: 'object', additionalProperties: { type: ['number', 'string'] } },
    requestId: { type: 'string' },
  },
}

/** Adds to a description what no contract says, since it holds for all operations of the API. */
export function completeDescription(document: Description): Description {
  const schema = { $ref: '#/components/schemas/Problem' }
  const responses = Object.fromEntries(
    commonAnswers.map(({ status, description }) => [
      `Common${status}`,
      {
        description,
        content: { 'application/json': { schema } },
        ...((status === 429 || status === 503) && {
          headers: { 'Retry-After': { description: 'Seconds', schema: { type: 'integer' as const } } },
        }),
      },
    ]),
  )
  for (const [path, item] of Object.entries(document.paths ?? {})) {
    for (const operation of Object.values(item as Record<string, Operation>)) {
      operation.security ??= []
      if (!path.startsWith('/api/')) continue
      for (const { status, hasBody } of commonAnswers)
        if (!hasBody || operation.requestBody)
          operation.responses = {
            [status]: { $ref: `#/components/responses/Common${status}` },
            ...operation.responses,
          }
    }
  }
  const { schemas, responses: named, ...components } = document.components ?? {}
  return {
    ...document,
    components: {
      ...components,
      schemas: { ...schemas, Problem: problem },
      responses: { ...named, ...responses },
    },
  }
}
