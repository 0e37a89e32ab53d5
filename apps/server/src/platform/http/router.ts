import type { Permission } from '@covo/contract/scopes'
import type { HttpBindings } from '@hono/node-server'
import { OpenAPIHono } from '@hono/zod-openapi'
import type { Context } from 'hono'
import { AppError } from '../app-error.ts'
import type { RecordEvent } from '../log/security-log.ts'
import type { Viewer } from '../viewer.ts'
import { CachingRouter } from './caching-router.ts'
import { networkOf, siteOf } from './network.ts'
import { faultAt } from './problem.ts'

export type RouteContract = {
  /** As the contract writes it, such as `GET /api/events`. */
  route: string
  /** The allowed callers: members only; anybody, with members identified; anybody alike; tokens alone; or nobody, as if it weren't there. */
  access: 'members' | 'members or anybody' | 'anybody' | 'tokens' | 'nobody'
  /** The permission that a token needs; null: no token may call it. */
  scope: Permission | null
  /** Media types of its body. */
  bodyTypes: ReadonlySet<string>
  /** Whether its body may be larger than others, and is read as bytes. */
  hasLargeBody: boolean
  codes: ReadonlySet<string>
  /** Whether a token may call it and a limit of its own refuses who does too often. */
  isLimited: boolean
}

export type HttpEnv = {
  Bindings: HttpBindings
  Variables: {
    requestId: string
    clientAddress: () => string
    viewer?: Viewer
    record: RecordEvent
    /** Of the route that answers; null where no contract names one. */
    contract?: RouteContract | null
    /** The name in the log of a route without a contract. */
    route?: string
  }
}

/**
 * A slice's router, or with `isRoot` the one that all requests go through. Input that doesn't fit the contract is refused before
 * any handler runs.
 */
export function createRouter({ isRoot = false } = {}) {
  return new OpenAPIHono<HttpEnv>({
    ...(isRoot && { router: new CachingRouter() }),
    defaultHook: (result) => {
      if (result.success) return
      const faults = result.error.issues.map(({ path, code }) => faultAt(path, code))
      throw new AppError('common.invalid_request', undefined, { faults })
    },
  })
}

/** The signed-in member; for routes that the contract marks as `signedIn`. */
export function viewerOf(context: Context<HttpEnv>): Viewer {
  const viewer = context.get('viewer')
  if (!viewer) throw new AppError('common.unauthenticated')
  return viewer
}

/** The caller's network, as limits count it: see `createClientAddress` for the headers that it may come from. */
export function addressOf(context: Context<HttpEnv>): string {
  return networkOf(context.get('clientAddress')())
}

/** The key by which a caller's concurrency is limited: a member's uid, or a visitor's site. */
export function clientOf(context: Context<HttpEnv>): string {
  return context.get('viewer')?.uid ?? siteOf(addressOf(context))
}
