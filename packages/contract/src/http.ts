import { z } from '@hono/zod-openapi'
import { type ErrorCode, errors } from './errors.ts'
import type { Permission } from './scopes.ts'

/** An id that a client names. PostgreSQL compares uuids without regard to case, and texts that hold one must too. */
export const namedId = z.uuid().toLowerCase()

/** A name that ids are a part of, with these in small letters. */
export function withSmallIds(name: string): string {
  return name.replaceAll(/[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}/gi, (id) => id.toLowerCase())
}

/** Of a page: the `cursor` for the request of the next one; null on the last. */
export const nextCursor = z.string().nullable()

/**
 * The `nextCursor` of the page before; none for the first page. It may hold a name, of as many bytes as an index takes: base64
 * makes four of three.
 */
export const cursor = z.string().max(4000).optional()

/** A whole number in an address. `Number` takes an empty text and null for 0: here they are none, and refused. */
export function numberInAddress(minimum: number, maximum = Number.MAX_SAFE_INTEGER) {
  const number = z.coerce
    .number()
    .int()
    .min(minimum)
    .max(maximum)
    .openapi({ type: 'integer', minimum, maximum })
  return z.preprocess((text) => (text === '' || text === null ? Number.NaN : text), number)
}

type StatusOf<Code extends ErrorCode> = (typeof errors)[Code]['status']
type CodesWith<Code extends ErrorCode, Status extends number> = Code extends ErrorCode
  ? StatusOf<Code> extends Status
    ? Code
    : never
  : never

/** The day of the last change of the API that a program may have to follow; additions alone are none. */
export const apiVersion = '2026-11-29'

/** Of problem documents (RFC 9457, section 3). */
export const problemMediaType = 'application/problem+json'

/** The `type` of a problem document: a name of the code, which nothing is fetched from. */
export function problemType(code: ErrorCode): string {
  return `urn:problem-type:covo:${code}`
}

const problemFields = {
  type: z.string(),
  /** A sentence in English, the same for every occurrence. */
  title: z.string(),
  status: z.number().int(),
  /** The same sentence: what differs between occurrences stands in `params` and `errors`. */
  detail: z.string(),
  /** Numbers that a sentence needs, such as the seconds to wait. */
  params: z.record(z.string(), z.union([z.number(), z.string()])).optional(),
  /** The fields at fault where they are known, each a JSON pointer (RFC 6901) into the body or the query. */
  errors: z.array(z.object({ pointer: z.string(), code: z.string() })).optional(),
  requestId: z.string(),
}

const baseSchema = z.object({ ...problemFields, code: z.string() }).openapi('Problem')

type ProblemFields = z.infer<z.ZodObject<typeof problemFields>>

interface ProblemOf<Code extends ErrorCode> extends ProblemFields {
  code: Code
}

/** The type of its value alone: that of its shape would be inferred again for each status of each route. */
type ProblemSchema<Code extends ErrorCode> = z.ZodType<ProblemOf<Code>>

export type Problem = ProblemOf<ErrorCode>

type ProblemResponses<Code extends ErrorCode> = {
  [Status in StatusOf<Code>]: {
    description: string
    content: { [problemMediaType]: { schema: ProblemSchema<CodesWith<Code, Status>> } }
  }
}

function problemSchema<Code extends ErrorCode>(codes: Code[]): ProblemSchema<Code> {
  return baseSchema.extend({ code: z.enum(codes) as unknown as z.ZodType<Code> })
}

/** A code whose subject the request's body names: 422 where the address would be answered by 404. */
type InBody<Code extends ErrorCode> = { inBody: Code }

export function inBody<Code extends ErrorCode>(code: Code): InBody<Code> {
  return { inBody: code }
}

/**
 * The `responses` of a route for the codes that it can answer, one entry for each HTTP status.
 * A code that a route throws but does not declare here fails the tests and becomes `common.internal` in production.
 */
export function problems<Code extends ErrorCode>(...codes: (Code | InBody<Code>)[]): ProblemResponses<Code> {
  const byStatus = new Map<number, Code[]>()
  for (const declared of codes) {
    const code: Code = typeof declared === 'string' ? declared : declared.inBody
    const status = typeof declared === 'string' ? errors[code].status : 422
    byStatus.set(status, [...(byStatus.get(status) ?? []), code])
  }
  const responses = [...byStatus].map(([status, shared]) => [
    status,
    {
      description: shared.join(' or '),
      content: { [problemMediaType]: { schema: problemSchema(shared) } },
    },
  ])
  return Object.fromEntries(responses) as ProblemResponses<Code>
}

/** The JSON body of a request, with an example for readers of the API's description. */
export function jsonBody<Schema extends z.ZodType>(schema: Schema, example: z.input<Schema>) {
  return { body: { required: true, content: { 'application/json': { schema, example } } } } as const
}

/** A successful answer with a JSON body. */
export function json<Schema extends z.ZodType>(description: string, schema: Schema) {
  return { description, content: { 'application/json': { schema } } } as const
}

/** For a route whose answer has an `ETag`: the answer where `If-None-Match` names that. */
export const notModified = { 304: { description: 'Not modified' } } as const

/** Marks a route as needing a session; the server refuses others with `common.unauthenticated`. */
export const signedIn: { session: string[] }[] = [{ session: [] }]

/** Marks a route that is there with `COVO_EXTENSIONS=on` alone; else the server answers `common.not_found`. */
export const withExtensions = { 'x-covo-extensions': true } as const

/** Marks a route that other services call, whose bodies nobody here bounds: up to `maximumLargeBodyBytes`, as bytes. */
export const withLargeBody = { 'x-covo-large-body': true } as const

/**
 * Opens a route to tokens of a scope besides (OpenAPI 3.1, section 4.8.30). A route without it refuses every token with
 * `common.scope_missing`.
 */
export function withScope(
  security: Record<string, string[]>[],
  scope: Permission,
): Record<string, string[]>[] {
  return [...security, { token: [scope] }]
}

/** Marks a route as answering anybody, a member with their own data. */
export const signedInOrNot: Record<string, string[]>[] = [{ session: [] }, {}]
