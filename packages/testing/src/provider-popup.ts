import { randomUUID } from 'node:crypto'
import type { Visitor } from './visitor.ts'

/** Begins a sign-in in the popup; answers where that leads: to the provider, or to the popup's last page. */
export async function openProviderPopup(
  visitor: Visitor,
  parameters: Record<string, string> = {},
): Promise<URL> {
  const query = new URLSearchParams({ attempt: randomUUID(), ...parameters })
  return await follow(visitor, `/api/auth/provider?${query}`)
}

/** Comes back from the provider; answers the popup's last page. */
export async function returnToPopup(visitor: Visitor, back: URL): Promise<URL> {
  return await follow(visitor, `${back.pathname}${back.search}`)
}

async function follow(visitor: Visitor, path: string): Promise<URL> {
  const answer = await visitor.fetch(path)
  if (answer.status !== 302) throw new Error(`${path}: ${answer.status} ${await answer.text()}`)
  return new URL(answer.headers.get('location') ?? '', visitor.origin)
}
