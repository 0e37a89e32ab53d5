import { type CommonErrorCode, errors } from '@covo/contract/errors'
import { problemMediaType } from '@covo/contract/http'
import type { OpenAPIHono } from '@hono/zod-openapi'
import type { HttpEnv } from './router.ts'

type Description = ReturnType<OpenAPIHono<HttpEnv>['getOpenAPI31Document']>
type Components = NonNullable<Description['components']>
type Failure = NonNullable<Components['responses']>[string]
type Operation = {
  security?: Record<string, string[]>[]
  'x-covo-extensions'?: boolean
  requestBody?: unknown
  responses: Record<string, Failure | { $ref: string }>
}

/** The headers of answers, which the middleware adds. */
const headers = {
  'API-Version': {
    description: 'The day of the last change that a program may have to follow',
    schema: { type: 'string' as const, format: 'date' },
  },
  'Covo-Epoch': {
    description:
      'Names the history of the database: another one after a failure of its machine or a restored backup. What was read before may be missing in it: fetch it again.',
    schema: { type: 'string' as const },
  },
  ETag: {
    description: 'What `If-None-Match` names to be answered 304 while nothing changed',
    schema: { type: 'string' as const },
  },
  RateLimit: {
    description: "What is left of the member's limits, `r` requests for `t` seconds",
    schema: { type: 'string' as const },
    example: '"messageBurst";r=29;t=10, "messagesSustained";r=299;t=300',
  },
  'RateLimit-Policy': {
    description: 'These limits, `q` requests in `w` seconds',
    schema: { type: 'string' as const },
    example: '"messageBurst";q=30;w=10, "messagesSustained";q=300;w=300',
  },
} satisfies Components['headers']

/** The failures of every operation. Public ones too refuse a token that is invalid or lacks their scope. */
const always: CommonErrorCode[] = [
  'common.invalid_request',
  'common.not_utf8',
  'common.unauthenticated',
  'common.scope_missing',
  'common.rate_limited',
  'common.internal',
  'common.unavailable',
]

/**
 * Adds to a description what no contract says, since it holds for all operations of the API: the failures and the headers of
 * the middleware. A failure that many operations share is a component.
 */
export function completeDescription(document: Description): Description {
  const shared: Record<string, Failure> = {}
  for (const [path, item] of Object.entries(document.paths ?? {}))
    for (const [method, operation] of Object.entries(item as Record<string, Operation>)) {
      // OpenAPI 3.1, section 4.8.10: an empty list asks for nothing.
      operation.security ??= []
      const isOfApi = path.startsWith('/api/')
      for (const [status, response] of Object.entries(operation.responses))
        if (isOfApi && status < '400') Object.assign(response, { headers: headersOf(operation) })
      const codes = isOfApi ? commonCodes(method, operation) : codesOfBody(operation)
      for (const [status, common] of Map.groupBy(codes, (code) => errors[code].status))
        operation.responses[status] = withCommon(status, operation.responses[status], common, shared)
    }
  return { ...document, components: { ...document.components, headers, responses: shared } }
}

/** The headers of an operation's successes. It is still without the common failures. */
function headersOf({ security = [], responses }: Operation): Record<string, { $ref: string }> {
  const isLimited = security.some(({ token }) => token) && codesOf(responses[429]).length > 0
  const names: (keyof typeof headers)[] = [
    'API-Version',
    'Covo-Epoch',
    ...(responses[304] ? (['ETag'] as const) : []),
    ...(isLimited ? (['RateLimit', 'RateLimit-Policy'] as const) : []),
  ]
  return Object.fromEntries(names.map((name) => [name, { $ref: `#/components/headers/${name}` }]))
}

function commonCodes(method: string, operation: Operation): CommonErrorCode[] {
  const codes = [
    ...always,
    ...(method === 'get' ? [] : (['common.foreign_origin'] as const)),
    ...(operation['x-covo-extensions'] ? (['common.not_found'] as const) : []),
    ...codesOfBody(operation),
  ]
  return [...new Set(codes)]
}

function codesOfBody({ requestBody }: Operation): CommonErrorCode[] {
  return requestBody
    ? ['common.invalid_request', 'common.payload_too_large', 'common.unsupported_media_type']
    : []
}

/** The response of a status: the codes that the contract declares, and the common ones. */
function withCommon(
  status: number,
  declared: Failure | { $ref: string } | undefined,
  common: CommonErrorCode[],
  shared: Record<string, Failure>,
): Failure | { $ref: string } {
  const codes = [...new Set([...codesOf(declared), ...common])]
  if (codes.length > common.length) return failure(status, codes)
  const name = common.map((code) => pascalCase(code.replace('common.', ''))).join('Or')
  shared[name] ??= failure(status, codes)
  return { $ref: `#/components/responses/${name}` }
}

/** The codes that a contract declares: its schema extends that of all problem documents. */
function codesOf(declared: object | undefined): string[] {
  const { content } = (declared ?? {}) as {
    content?: Record<string, { schema: { allOf?: { properties?: { code?: { enum?: string[] } } }[] } }>
  }
  const parts = content?.[problemMediaType]?.schema.allOf ?? []
  return parts.flatMap(({ properties }) => properties?.code?.enum ?? [])
}

function failure(status: number, codes: string[]): Failure {
  const saysWhen = status === 429 || status === 503
  return {
    description: codes.join(' or '),
    ...(saysWhen && {
      headers: { 'Retry-After': { description: 'Seconds', schema: { type: 'integer' as const } } },
    }),
    content: {
      [problemMediaType]: {
        schema: {
          allOf: [
            { $ref: '#/components/schemas/Problem' },
            { type: 'object' as const, properties: { code: { type: 'string' as const, enum: codes } } },
          ],
        },
      },
    },
  }
}

/** 'invalid_request' as 'InvalidRequest'. */
function pascalCase(name: string): string {
  return name.replaceAll(/(?:^|_)([a-z])/g, (_, letter: string) => letter.toUpperCase())
}
