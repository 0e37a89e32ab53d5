import { type ErrorCode, errors } from '@covo/contract/errors'
import { problemMediaType } from '@covo/contract/http'
import type { Permission } from '@covo/contract/scopes'
import type { OpenAPIHono } from '@hono/zod-openapi'
import type { Context } from 'hono'
import { matchedRoutes } from 'hono/route'
import type { HttpEnv, RouteContract } from './router.ts'

/** A request without a body in its contract may have one, which nobody reads. */
const jsonAlone = { 'application/json': {} }

type DeclaredResponse = { content?: Record<string, { schema?: unknown }> }

/**
 * The contract of each mounted route: whether it needs a session, and the codes that it may answer.
 * Read from the router itself, so that no route can be mounted without it.
 */
export function readContracts(
  app: OpenAPIHono<HttpEnv>,
  hasExtensions: boolean,
): ReadonlyMap<string, RouteContract> {
  const contracts = new Map<string, RouteContract>()
  for (const definition of app.openAPIRegistry.definitions) {
    if (definition.type !== 'route') continue
    const { method, path, security, request, responses, 'x-covo-extensions': isExtension } = definition.route
    const { 'x-covo-large-body': hasLargeBody = false } = definition.route
    const honoPath = path.replaceAll(/\{(\w+)\}/g, ':$1')
    const scope = ((security ?? []).find((way) => way.token)?.token?.[0] as Permission | undefined) ?? null
    const codes = Object.values(responses).flatMap((response) => codesOf(response as DeclaredResponse))
    contracts.set(`${method.toUpperCase()} ${honoPath}`, {
      route: `${method.toUpperCase()} ${path}`,
      access: isExtension && !hasExtensions ? 'nobody' : accessOf(security ?? []),
      scope,
      hasLargeBody,
      bodyTypes: new Set(Object.keys(request?.body?.content ?? jsonAlone)),
      codes: new Set(codes),
      isLimited: scope !== null && codes.some((code) => errors[code].status === 429),
    })
  }
  return contracts
}

/** The contract of the route that answers this request, looked up once; null where no contract names one. */
export function contractOf(
  contracts: ReadonlyMap<string, RouteContract>,
  context: Context<HttpEnv>,
): RouteContract | null {
  const known = context.get('contract')
  if (known !== undefined) return known
  const contract = findContract(contracts, context)
  context.set('contract', contract)
  return contract
}

function findContract(
  contracts: ReadonlyMap<string, RouteContract>,
  context: Context<HttpEnv>,
): RouteContract | null {
  for (const { method, path } of matchedRoutes(context)) {
    // Middleware: to look each up would take longer than all else here.
    if (method === 'ALL') continue
    const contract = contracts.get(`${method} ${path}`)
    if (contract) return contract
  }
  return null
}

/** The methods of the routes at a path, without those that `COVO_EXTENSIONS` disables. */
export function methodsAt(contracts: ReadonlyMap<string, RouteContract>, path: string): string[] {
  const found = [...contracts].flatMap(([key, { access }]) => {
    const [method = '', template = ''] = key.split(' ')
    const pattern = new RegExp(`^${template.replaceAll('.', '\\.').replaceAll(/:\w+/g, '[^/]+')}$`)
    return access !== 'nobody' && pattern.test(path) ? [method] : []
  })
  return [...new Set(found)]
}

/** OpenAPI 3.1, section 4.8.30: any one of the requirements is enough, and an empty one asks for nothing. */
function accessOf(security: Record<string, string[]>[]): RouteContract['access'] {
  if (security.length === 0) return 'anybody'
  const isOptional = security.some((requirement) => Object.keys(requirement).length === 0)
  if (isOptional) return 'members or anybody'
  return security.some(({ session }) => session) ? 'members' : 'tokens'
}

function codesOf(response: DeclaredResponse): ErrorCode[] {
  const schema = response.content?.[problemMediaType]?.schema as
    | { shape?: { code?: { options?: ErrorCode[] } } }
    | undefined
  return schema?.shape?.code?.options ?? []
}
