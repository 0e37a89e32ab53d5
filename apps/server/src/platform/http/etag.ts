import { hash } from 'node:crypto'
import type { Context } from 'hono'
import type { HttpEnv } from './router.ts'

/** The weak entity tag of some bytes (RFC 9110, section 8.8.3): a proxy that compresses them may keep it. */
export function tagOf(bytes: Uint8Array): string {
  return `W/"${hash('sha256', bytes, 'base64url')}"`
}

/** Whether the client names the tag as that of its copy (RFC 9110, section 13.1.2). */
export function isKnown(context: Context<HttpEnv>, tag: string): boolean {
  const known = context.env.incoming.headers['if-none-match']
  if (known === undefined) return false
  return known === '*' || known.split(',').some((one) => one.trim().replace(/^W\//, '') === tag.slice(2))
}
