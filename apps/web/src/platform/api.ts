import type { CodeOf, DataOf, InputOf, Operation } from '@covo/contract/api'
import type { ErrorCode, ErrorParams } from '@covo/contract/errors'
import { commonTexts } from './common.texts.it.ts'
import { askForConfirmation } from './confirmation.ts'
import { currentSession, endSession, isSignedIn } from './session.ts'

/** Milliseconds after which a request counts as lost. */
const requestTimeout = 15_000

/** Milliseconds between a confirmed session's new cookie and the end of requests that still carried the old one. */
const cookieDelay = 300

type Parts = {
  param?: Record<string, string | number>
  query?: Record<string, unknown>
  header?: Record<string, string>
  json?: unknown
  body?: Blob
} & Bounds
type Bounds = {
  /** Milliseconds after which the request counts as lost, where that is not the usual time. */
  timeout?: number
}
type Arguments<Of extends Operation> = object extends InputOf<Of> ? [] : [input: InputOf<Of> & Bounds]

let noteEpoch = (_epoch: string): void => {}

/** Calls the listener with the name of the database's history that an answer brings. */
export function subscribeToEpoch(listener: (epoch: string) => void): void {
  noteEpoch = listener
}

/** Sends a request. A refusal that a confirmation or a newer cookie may lift is repeated once. */
export async function request<Of extends Operation>(
  operation: Of,
  ...[input]: Arguments<Of>
): Promise<Response> {
  const [method = '', path = ''] = operation.split(' ')
  const { param = {}, query = {}, header = {}, json, body, timeout = requestTimeout }: Parts = input ?? {}
  const search = new URLSearchParams()
  for (const [name, value] of Object.entries(query)) if (value !== undefined) search.set(name, String(value))
  const url =
    path.replace(/\{(\w+)\}/g, (_, name: string) => encodeURIComponent(String(param[name]))) +
    (search.size > 0 ? `?${search}` : '')
  const init: RequestInit = { method, headers: header }
  if (json !== undefined) {
    init.headers = { ...header, 'content-type': 'application/json' }
    init.body = JSON.stringify(json)
  } else if (body) init.body = body
  const send = () => fetch(url, { ...init, signal: AbortSignal.timeout(timeout) })
  const response = await send()
  const epoch = response.headers.get('covo-epoch')
  if (response.ok && epoch) noteEpoch(epoch)
  if (response.ok) return response
  const code = await codeOf(response)
  // Refused, it did nothing, and can be repeated.
  if (code === 'account.confirmation_needed' && (await askForConfirmation())) return await send()
  if (code === 'common.unauthenticated' && isSignedIn()) {
    await new Promise((resolve) => setTimeout(resolve, cookieDelay))
    return await send()
  }
  return response
}

async function codeOf(response: Response): Promise<ErrorCode | undefined> {
  if (response.status !== 401 && response.status !== 403) return undefined
  const problem = (await response
    .clone()
    .json()
    .catch(() => null)) as { code?: ErrorCode } | null
  return problem?.code
}

/** The server refused, and said why. */
export class ApiError extends Error {
  readonly code: ErrorCode
  readonly params: ErrorParams

  constructor(code: ErrorCode, params: ErrorParams) {
    super(code)
    this.code = code
    this.params = params
  }
}

/** No answer came; whether the server processed the request is unknown. */
class NetworkError extends Error {}

/**
 * Every sentence that the refusals of an operation need, and one for all other failures. A confirmation that
 * the member didn't give has the same sentence everywhere.
 */
export type ErrorTexts<Of extends Operation> = Record<
  Exclude<CodeOf<Of>, 'account.confirmation_needed'>,
  string
> & { fallback: string }

/** Sends a request and answers its data, or throws an `ApiError` or a `NetworkError`. */
export async function call<Of extends Operation>(
  operation: Of,
  ...input: Arguments<Of>
): Promise<DataOf<Of>> {
  const session = currentSession()
  const { ok, status, body } = await answerOf(request(operation, ...input))
  if (ok) return body as DataOf<Of>
  const problem = body as { code?: ErrorCode; params?: ErrorParams } | null | undefined
  // Without a code it is a proxy in front of the server that answers.
  const code = problem?.code ?? (status >= 502 && status <= 504 ? 'common.unavailable' : 'common.internal')
  if (code === 'common.unauthenticated') endSession(session)
  throw new ApiError(code, problem?.params ?? {})
}

async function answerOf(answer: Promise<Response>) {
  try {
    const response = await answer
    const { ok, status } = response
    const text = await response.text()
    // A success may have no body, a proxy's refusal one that is no JSON.
    if (text === '') return { ok, status, body: undefined }
    return { ok, status, body: ok ? JSON.parse(text) : parseOrNull(text) }
  } catch (cause) {
    throw new NetworkError('no answer', { cause })
  }
}

function parseOrNull(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return null
  }
}

/** The database is away, or the member asks too much at once: a page that opens in twenty tabs. */
const temporaryCodes: ReadonlySet<ErrorCode> = new Set(['common.unavailable', 'common.rate_limited'])

/** Whether asking the same again later may succeed. */
export function isTemporary(error: unknown): boolean {
  return error instanceof NetworkError || (error instanceof ApiError && temporaryCodes.has(error.code))
}

/** The sentence for a failure; `{name}` in it stands for a parameter of the refusal. */
export function describeError(error: unknown, texts: Record<string, string> & { fallback: string }): string {
  if (!(error instanceof ApiError)) return texts.fallback
  if (error.code === 'account.confirmation_needed') return commonTexts.notConfirmed
  const sentence = texts[error.code] ?? texts.fallback
  return sentence.replaceAll(/\{(\w+)\}/g, (_, name: string) => String(error.params[name] ?? ''))
}
