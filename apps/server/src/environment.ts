import { randomBytes } from 'node:crypto'
import { link, mkdir, readFile, unlink, writeFile } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import { z } from 'zod'
import type { ProviderSettings } from './auth/external-provider.ts'
import { StartupError } from './platform/startup-error.ts'

const repositoryRoot = resolve(import.meta.dirname, '../../..')

/** Every setting, in the order of the README's table. An empty variable counts as an absent one. */
const settings = z.object({
  PORT: z.coerce.number().int().min(0).max(65_535).default(3000),
  COVO_URL: z
    .url({ protocol: /^https?$/ })
    .refine((url) => URL.parse(url)?.pathname === '/', { message: 'must be an origin, without a path' })
    .optional(),
  COVO_NAME: z.string().trim().min(1).max(40).default('Covo'),
  COVO_DATA_DIR: z.string().default(join(repositoryRoot, 'data')),
  COVO_DATABASE_URL: z.url({ protocol: /^postgres(ql)?$/ }).optional(),
  COVO_SMTP_URL: z.url({ protocol: /^smtps?$/ }).optional(),
  COVO_OIDC_ISSUER: z
    .url({ protocol: /^https?$/ })
    .refine(isSafeIssuer, { message: 'must use https' })
    .optional(),
  COVO_OIDC_CLIENT_ID: z.string().min(1).optional(),
  COVO_OIDC_CLIENT_SECRET: z.string().min(1).optional(),
  COVO_OIDC_LABEL: z.string().trim().min(1).max(40).optional(),
  COVO_SECRET: z.string().min(32, { message: 'must have at least 32 characters' }).optional(),
})

/** Plain http would show the sign-in to everybody on the way; on the own machine there is no way. */
function isSafeIssuer(issuer: string): boolean {
  const url = URL.parse(issuer)
  return url?.protocol === 'https:' || ['localhost', '127.0.0.1', '[::1]'].includes(url?.hostname ?? '')
}

export type Environment = {
  port: number
  /** The public origin when one is configured; otherwise the server answers to loopback names only. */
  publicOrigin: string | null
  name: string
  dataDirectory: string
  databaseUrl: string | null
  /** Without a mail server mails are written to files in the data directory. */
  smtpUrl: string | null
  secret: string | null
  /** Where members may sign in besides; null: nowhere. */
  provider: ProviderSettings | null
}

/** Reads the settings from environment variables; a bad one is a StartupError that names it. */
export function readEnvironment(variables: NodeJS.ProcessEnv): Environment {
  const given = Object.fromEntries(Object.entries(variables).filter(([, value]) => value !== ''))
  const parsed = settings.safeParse(given)
  if (!parsed.success) {
    const [problem] = parsed.error.issues
    throw new StartupError(
      `The setting ${problem?.path.join('.')} is not valid: ${problem?.message}. See the table of settings in README.md.`,
    )
  }
  const { data } = parsed
  return {
    port: data.PORT,
    publicOrigin: data.COVO_URL ? new URL(data.COVO_URL).origin : null,
    name: data.COVO_NAME,
    dataDirectory: resolve(data.COVO_DATA_DIR),
    databaseUrl: data.COVO_DATABASE_URL ?? null,
    smtpUrl: data.COVO_SMTP_URL ?? null,
    secret: data.COVO_SECRET ?? null,
    provider: readProvider(data),
  }
}

function readProvider(data: z.infer<typeof settings>): ProviderSettings | null {
  const {
    COVO_OIDC_ISSUER: issuer,
    COVO_OIDC_CLIENT_ID: clientId,
    COVO_OIDC_CLIENT_SECRET: clientSecret,
  } = data
  if (!issuer && !clientId && !clientSecret) return null
  if (!issuer || !clientId || !clientSecret) {
    throw new StartupError(
      'The settings COVO_OIDC_ISSUER, COVO_OIDC_CLIENT_ID and COVO_OIDC_CLIENT_SECRET belong together: set all three, or none.',
    )
  }
  return { issuer, clientId, clientSecret, label: data.COVO_OIDC_LABEL ?? new URL(issuer).hostname }
}

/**
 * The secret that signs cookies: the configured one, or one that is made at the first start and kept in the data
 * directory, so that sessions survive a restart.
 */
export async function readSecret({ secret, dataDirectory }: Environment): Promise<string> {
  if (secret) return secret
  const path = join(dataDirectory, 'secret')
  try {
    await mkdir(dataDirectory, { recursive: true, mode: 0o700 })
    await keepIfAbsent(path, randomBytes(32).toString('base64url'))
    return await readFile(path, 'utf8')
  } catch (error) {
    throw new StartupError(
      `The folder ${dataDirectory} can't be used (${(error as Error).message}). Make it writable or set COVO_DATA_DIR to another one.`,
    )
  }
}

/** Creates a private file with its whole content, or leaves the one that is there as it is. */
async function keepIfAbsent(path: string, content: string): Promise<void> {
  const draft = `${path}.${process.pid}`
  await writeFile(draft, content, { mode: 0o600 })
  try {
    await link(draft, path)
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error
  } finally {
    await unlink(draft)
  }
}
