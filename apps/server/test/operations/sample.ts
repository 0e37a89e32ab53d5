import type { Scope } from '@covo/contract/scopes'
import type { Person, Role, World } from './world.ts'

/** A valid request of an operation, but for its method and path. */
export type Call = {
  /** What stands in the braces of the path; the world's event and private chat unless it says otherwise. */
  at?: Record<string, string>
  query?: Record<string, string>
  /** Of JSON. */
  body?: Record<string, unknown>
  /** A body of another type. */
  content?: { type: string; bytes: string | Uint8Array }
  /** A member made for this call alone, for what ends sessions or changes who they are. */
  by?: Person
}

/** How one operation of the API is called so that it succeeds, and who else may not. */
export type Sample = {
  /** Prepares the world for one call that succeeds, of `conversationId` where the operation is about a conversation. */
  call?: (world: World, conversationId: string) => Call | Promise<Call>
  /** Who calls it: a member of that role, unless the call names one; the owner of the resources by default. A visitor means anybody. */
  by?: Role | 'visitor'
  /** The status for members who may not; the others may. Visitors without a session get 401, but where anybody may. */
  refuses?: Partial<Record<Role, number>>
  /** What a token needs to do it; without it, none does. */
  scope?: Scope
}

export type Samples = Record<string, Sample>

/** The same samples, which tokens may call by the slice's scopes to read and to write. */
export function withScopes(slice: 'chat' | 'events' | 'friends', samples: Samples): Samples {
  return Object.fromEntries(
    Object.entries(samples).map(([operation, sample]) => [
      operation,
      { ...sample, scope: `${slice}:${operation.startsWith('GET ') ? 'read' : 'write'}` as Scope },
    ]),
  )
}
