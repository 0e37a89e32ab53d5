import type { Environment } from '../environment.ts'

/** The public origin, of which links and the sender of mails are made; as the server makes it where none is set. */
export function originOf({ publicOrigin, port }: Environment): string {
  return publicOrigin ?? `http://localhost:${port}`
}
