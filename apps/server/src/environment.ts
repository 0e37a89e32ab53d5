import { randomBytes } from 'node:crypto'
import { link, mkdir, readFile, unlink, writeFile } from 'node:fs/promises'
import { BlockList } from 'node:net'
import { join, resolve } from 'node:path'
import { z } from 'zod'
import { type ProviderSettings, providerPresets } from './auth/external-provider.ts'
import { isLoopback, parseNetworks } from './platform/http/network.ts'
import { defaultLimits, type Limit, type LimitName, type LimitTable } from './platform/limits/limits.ts'
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
  COVO_REDIS_URL: z
    .url({ protocol: /^rediss?$/ })
    .refine((url) => /^\/?\d*$/.test(URL.parse(url)?.pathname ?? ''), {
      message: 'its path must be the number of a database',
    })
    .optional(),
  COVO_TRUSTED_PROXIES: z
    .string()
    .refine((list) => parseNetworks(list) !== null, {
      message: 'must be addresses or networks separated by commas, such as 10.0.0.0/8, 2001:db8::1',
    })
    .default(''),
  COVO_SMTP_URL: z.url({ protocol: /^smtps?$/ }).optional(),
  COVO_OIDC_ISSUER: z
    .union(
      [
        z.enum(['github', 'google']),
        z.url({ protocol: /^https?$/ }).refine(isSafeIssuer, { message: 'must use https', abort: true }),
      ],
      { error: 'must be github, google or an address on https' },
    )
    .optional(),
  COVO_OIDC_CLIENT_ID: z.string().min(1).optional(),
  COVO_OIDC_CLIENT_SECRET: z.string().min(1).optional(),
  COVO_OIDC_LABEL: z.string().trim().min(1).max(40).optional(),
  COVO_SECRET: z.string().min(32, { message: 'must have at least 32 characters' }).optional(),
  COVO_METRICS_TOKEN: z.string().min(32, { message: 'must have at least 32 characters' }).optional(),
  COVO_SECURITY_CONTACT: z
    .url({ protocol: /^(mailto|https)$/, message: 'must be a mailto: or https: address' })
    // It becomes a line of security.txt.
    .regex(/^[!-~]+$/, { message: 'must be written in ASCII, without spaces' })
    .optional(),
})

/** Plain http would show the sign-in to everybody on the way; on the own machine there is no way. */
function isSafeIssuer(issuer: string): boolean {
  const url = URL.parse(issuer)
  return url?.protocol === 'https:' || isLoopback(url?.hostname ?? '')
}

export type Environment = {
  port: number
  /** The public origin when one is configured; otherwise the server answers to loopback names only. */
  publicOrigin: string | null
  name: string
  dataDirectory: string
  databaseUrl: string | null
  /** Counts messages and searches for several processes; null: each counts its own. */
  redisUrl: string | null
  /** The proxies in front, whose X-Forwarded-For is believed. */
  trustedProxies: BlockList
  limitTable: LimitTable
  /** Without a mail server mails are written to files in the data directory. */
  smtpUrl: string | null
  secret: string | null
  /** Where to report a weakness, as a `mailto:` or `https:` URL. */
  securityContact: string | null
  /** What a scraper of the metrics has to bear; null: there are none. */
  metricsToken: string | null
  /** Where members may sign in besides; null: nowhere. */
  provider: ProviderSettings | null
}

/** Reads the settings from environment variables; a bad one is a StartupError that names it. */
export function readEnvironment(variables: NodeJS.ProcessEnv): Environment {
  const given = Object.fromEntries(Object.entries(variables).filter(([, value]) => value !== ''))
  const parsed = settings.safeParse(given)
  if (!parsed.success) {
    const [problem] = parsed.error.issues
    throw invalid(problem?.path.join('.') ?? '', problem?.message ?? '')
  }
  const { data } = parsed
  return {
    port: data.PORT,
    publicOrigin: data.COVO_URL ? new URL(data.COVO_URL).origin : null,
    name: data.COVO_NAME,
    dataDirectory: resolve(data.COVO_DATA_DIR),
    databaseUrl: data.COVO_DATABASE_URL ?? null,
    redisUrl: data.COVO_REDIS_URL ?? null,
    trustedProxies: parseNetworks(data.COVO_TRUSTED_PROXIES) ?? new BlockList(),
    limitTable: readLimits(given),
    smtpUrl: data.COVO_SMTP_URL ?? null,
    secret: data.COVO_SECRET ?? null,
    securityContact: data.COVO_SECURITY_CONTACT ?? null,
    metricsToken: data.COVO_METRICS_TOKEN ?? null,
    provider: readProvider(data),
  }
}

function invalid(setting: string, problem: string): StartupError {
  return new StartupError(
    `The setting ${setting} is not valid: ${problem}. See the table of settings in README.md.`,
  )
}

/** The prefix of the settings that are limits: COVO_LIMIT_MESSAGE_BURST is `messageBurst`. */
const limitPrefix = 'COVO_LIMIT_'

export function limitSetting(name: string): string {
  return `${limitPrefix}${name.replaceAll(/[A-Z]/g, (letter) => `_${letter}`).toUpperCase()}`
}

/** PostgreSQL counts in 32 bits, and a timer of Node ends after 2^31 ms. */
const maximumPoints = 1_000_000_000
const maximumSeconds = 7 * 24 * 3600

function readLimits(given: Record<string, string | undefined>): LimitTable {
  const names = new Map(Object.keys(defaultLimits).map((name) => [limitSetting(name), name as LimitName]))
  const table: Record<LimitName, Limit> = { ...defaultLimits }
  for (const [setting, value = ''] of Object.entries(given)) {
    if (!setting.startsWith(limitPrefix)) continue
    const name = names.get(setting)
    if (!name) throw invalid(setting, 'there is no such limit')
    const [, points = 0, seconds = 0] = (/^(\d+)\/(\d+)$/.exec(value) ?? []).map(Number)
    if (!(points >= 1 && points <= maximumPoints && seconds >= 1 && seconds <= maximumSeconds))
      throw invalid(
        setting,
        `must be how many in how many seconds, such as 30/10 (at most ${maximumPoints}/${maximumSeconds})`,
      )
    table[name] = { points, seconds }
  }
  return table
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
  const client = { clientId, clientSecret }
  if (issuer === 'github' || issuer === 'google') {
    const preset = providerPresets[issuer]
    return { ...client, ...preset, label: data.COVO_OIDC_LABEL ?? preset.label }
  }
  const { hostname } = new URL(issuer)
  if (data.COVO_URL && !isLoopback(new URL(data.COVO_URL).hostname) && isLoopback(hostname)) {
    throw invalid(
      'COVO_OIDC_ISSUER',
      `a provider on this machine is for trying things out, and anybody could sign in with it on ${data.COVO_URL}`,
    )
  }
  return { ...client, issuer, label: data.COVO_OIDC_LABEL ?? hostname }
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
