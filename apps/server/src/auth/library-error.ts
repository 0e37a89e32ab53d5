import { isAPIError } from 'better-auth/api'

/** The authentication library's code for an error that it raised; undefined for any other error. */
export function libraryCode(error: unknown): string | undefined {
  return isAPIError(error) ? (error.body as { code?: string } | undefined)?.code : undefined
}
