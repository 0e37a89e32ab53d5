import { Agent, request } from 'node:http'
import type { CastMember } from './cast.ts'

/** A client with a browser's habits: keeps cookies, names the page's origin, sends JSON. */
export type Visitor = {
  readonly origin: string
  /** A request by path; headers are added to a browser's and win over them. */
  fetch(path: string, init?: VisitorRequest): Promise<Response>
  post: Send
  put: Send
  patch: Send
  delete: Send
  /** The JSON of a GET's answer; fails when its status is no success. */
  read<Answer>(path: string): Promise<Answer>
  /** The headers that say who it is, and from which page; also what a socket needs. */
  credentials(): Record<string, string>
  /** The cookies as one header. */
  cookie(): string
}

/** Sends a body as JSON, or none when it is undefined; headers as for `fetch`. */
type Send = (path: string, body?: unknown, headers?: Record<string, string>) => Promise<Response>

export type VisitorRequest = { method?: string; headers?: Record<string, string>; body?: string | Uint8Array }

/** One request of a visitor, and what came back. */
export type Exchange = { method: string; url: URL; status: number; mediaType: string; body: Buffer }

/** Called with each answer that any visitor of this process gets, before the test sees it; an error fails the request. */
export const answerChecks = new Set<(exchange: Exchange) => void>()

export type Member = Visitor & { uid: string }

type VisitorOptions = {
  /** Which loopback address the connection comes from, such as 127.0.0.2: limits are counted by address. */
  localAddress?: string
  cookie?: string
  /** Of a program, which sends neither cookies nor an origin. */
  token?: string
  /** Called with each answer, whose body is left to who asked for it. */
  onAnswer?: (answer: Response) => void
}

/** A visitor of the server at `origin`, signed out unless a cookie or a token is given. */
export function visit(
  origin: string,
  { localAddress, cookie, token, onAnswer }: VisitorOptions = {},
): Visitor {
  const jar = new Map<string, string>()
  const agent = new Agent({ keepAlive: true, ...(localAddress ? { localAddress } : {}) })
  if (cookie) for (const pair of cookie.split('; ')) keep(pair)

  function keep(setCookie: string): void {
    const [name = '', value = ''] = setCookie.split(';')[0]?.split(/=(.*)/s) ?? []
    if (value && !/max-age=0/i.test(setCookie)) jar.set(name, value)
    else jar.delete(name)
  }

  const cookieHeader = () => [...jar].map(([name, value]) => `${name}=${value}`).join('; ')

  function credentials(): Record<string, string> {
    if (token !== undefined) return { authorization: `Bearer ${token}` }
    return { origin, ...(jar.size > 0 ? { cookie: cookieHeader() } : {}) }
  }

  function send(url: URL, { method = 'GET', headers = {}, body }: VisitorRequest): Promise<Response> {
    return new Promise((resolve, reject) => {
      const { origin: page, ...identity } = credentials()
      const outgoing = request(url, {
        method,
        agent,
        headers: {
          ...(method === 'GET' || page === undefined ? {} : { origin: page }),
          ...identity,
          ...(body === undefined
            ? {}
            : { 'content-type': 'application/json', 'content-length': Buffer.byteLength(body) }),
          ...headers,
        },
      })
      outgoing.on('error', (cause) =>
        reject(new Error(`${method} ${url.pathname}: ${cause.message}`, { cause })),
      )
      outgoing.on('response', (incoming) => {
        for (const line of incoming.headers['set-cookie'] ?? []) keep(line)
        const chunks: Buffer[] = []
        incoming.on('data', (chunk: Buffer) => chunks.push(chunk))
        incoming.on('error', reject)
        incoming.on('end', () => {
          const status = incoming.statusCode ?? 500
          const answer = Buffer.concat(chunks)
          const isEmpty = status === 204 || status === 304
          const [mediaType = ''] = incoming.headers['content-type']?.split(';') ?? []
          try {
            for (const check of answerChecks) check({ method, url, status, mediaType, body: answer })
          } catch (error) {
            reject(error)
          }
          const response = new Response(isEmpty ? null : answer, {
            status,
            headers: headersOf(incoming.headers),
          })
          onAnswer?.(response)
          resolve(response)
        })
      })
      outgoing.end(body)
    })
  }

  const fetch = (path: string, init: VisitorRequest = {}) => send(new URL(path, origin), init)

  function sendBy(method: string): Send {
    return (path, body, headers = {}) =>
      fetch(path, { method, headers, ...(body === undefined ? {} : { body: JSON.stringify(body) }) })
  }

  return {
    origin,
    fetch,
    post: sendBy('POST'),
    put: sendBy('PUT'),
    patch: sendBy('PATCH'),
    delete: sendBy('DELETE'),
    async read<Answer>(path: string) {
      const answer = await fetch(path)
      if (!answer.ok) throw new Error(`${path}: ${answer.status} ${await answer.text()}`)
      return (await answer.json()) as Answer
    },
    credentials,
    cookie: cookieHeader,
  }
}

/** Registers a member and answers them signed in. */
export async function register(
  origin: string,
  { name, email, password }: CastMember,
  options: VisitorOptions = {},
): Promise<Member> {
  const visitor = visit(origin, options)
  const answer = await visitor.post('/api/auth/register', {
    email,
    username: name,
    password,
    passwordConfirmation: password,
  })
  if (answer.status !== 201) throw new Error(`${email} not registered: ${await answer.text()}`)
  const { uid } = (await answer.json()) as { uid: string }
  return { ...visitor, uid }
}

let newcomers = 0

export type Newcomer = Member & CastMember

/** Registers somebody whom no test knows yet, with a name and an address of their own. */
export async function registerNewcomer(origin: string): Promise<Newcomer> {
  newcomers += 1
  const [name, email] = [`Iscritta ${newcomers}`, `iscritta${newcomers}@esempio.it`]
  const person = { name, email, password: 'Tana-rossa1' }
  return { ...(await register(origin, person)), ...person }
}

function headersOf(headers: Record<string, string | string[] | undefined>): Headers {
  const result = new Headers()
  for (const [name, value] of Object.entries(headers)) {
    for (const one of Array.isArray(value) ? value : [value]) if (one !== undefined) result.append(name, one)
  }
  return result
}
