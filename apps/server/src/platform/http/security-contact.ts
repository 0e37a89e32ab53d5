import { readFile } from 'node:fs/promises'
import { resolve } from 'node:path'
import { Hono } from 'hono'
import type { HttpEnv } from './router.ts'

const policyFile = resolve(import.meta.dirname, '../../../../../SECURITY.md')
const textPath = '/.well-known/security.txt'
const policyPath = '/security-policy.txt'
const day = 24 * 60 * 60 * 1000

/**
 * Where to report a weakness, by RFC 9116, and the repository's SECURITY.md beside it. `contact` is an address as a
 * `mailto:` or `https:` URL; without one there is neither. The addresses of an instance can be published on https alone
 * (sections 2.5.2 and 2.5.7).
 */
export async function securityContactRoutes(contact: string | null, origin: string) {
  const routes = new Hono<HttpEnv>()
  if (!contact) return routes
  const policy = await readFile(policyFile, 'utf8')
  routes.get(textPath, (context) => {
    const fields = [
      `Contact: ${contact}`,
      // Section 2.5.5: less than a year, so that nobody trusts what is forgotten.
      `Expires: ${new Date(Date.now() + 180 * day).toISOString()}`,
      'Preferred-Languages: it, en',
      ...(origin.startsWith('https:')
        ? [`Canonical: ${origin}${textPath}`, `Policy: ${origin}${policyPath}`]
        : []),
    ]
    return context.text(`${fields.join('\n')}\n`)
  })
  routes.get(policyPath, (context) => context.text(policy))
  return routes
}
