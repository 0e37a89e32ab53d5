import { randomBytes } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { link, readFile, unlink, writeFile } from 'node:fs/promises'
import { BlockList, isIP } from 'node:net'
import { join, resolve } from 'node:path'
import { z } from 'zod'
import { type ProviderSettings, providerPresets } from './auth/external-provider.ts'
import { makeFolder } from './platform/folder.ts'
import { isLoopback, parseNetworks } from './platform/http/network.ts'
import { defaultLimits, type Limit, type LimitName, type LimitTable } from './platform/limits/limits.ts'
import { logLevels } from './platform/log/log.ts'
import { StartupError } from './platform/startup-error.ts'

const repositoryRoot = resolve(import.meta.dirname, '../../..')

/** An address of one of these schemes, such as `redis`. */
function addressOf(...schemes: string[]) {
  const beginning = new RegExp(`^(${schemes.join('|')})://`, 'i')
  return z.string().refine((text) => beginning.test(text) && URL.canParse(text), {
    message: `must be an address that begins with ${schemes.map((scheme) => `${scheme}://`).join(' or ')}`,
    abort: true,
  })
}

/** What people read on a screen. */
const label = z
  .string()
  .trim()
  .refine((text) => text.length >= 1 && text.length <= 40, { message: 'must have 1 to 40 characters' })

const secretText = z.string().min(32, { message: 'must have at least 32 characters' })

/** Every setting, in the order of the README's table. An empty variable counts as an absent one. */
const settings = z.object({
  PORT: z
    .string()
    .refine((text) => /^\d{1,5}$/.test(text) && Number(text) <= 65_535, {
      message: 'must be a number from 0 to 65535',
    })
    .default('3000')
    .transform(Number),
  COVO_HOST: z
    .string()
    .refine((host) => host === 'localhost' || isIP(host) !== 0, {
      message: 'must be an address of this machine, such as 127.0.0.1, 0.0.0.0 or ::, or localhost',
    })
    .optional(),
  COVO_URL: addressOf('http', 'https')
    .refine((url) => URL.parse(url)?.href === `${URL.parse(url)?.origin}/`, {
      message: 'must be an origin such as https://covo.example, without a path',
    })
    .optional(),
  COVO_NAME: label.default('Covo'),
  COVO_DATA_DIR: z.string().default(join(repositoryRoot, 'data')),
  COVO_DATABASE_URL: addressOf('postgres', 'postgresql').optional(),
  COVO_REDIS_URL: addressOf('redis', 'rediss')
    .refine((url) => /^\/?\d*$/.test(URL.parse(url)?.pathname ?? ''), {
      message: 'must have the number of a database as its path, or none',
    })
    .optional(),
  COVO_TRUSTED_PROXIES: z
    .string()
    .refine((list) => parseNetworks(list) !== null, {
      message: 'must be addresses or networks separated by commas, such as 10.0.0.0/8, 2001:db8::1',
    })
    .default(''),
  COVO_SMTP_URL: addressOf('smtp', 'smtps').optional(),
  COVO_OIDC_ISSUER: z
    .string()
    .refine((issuer) => isPreset(issuer) || isSafeIssuer(issuer), {
      message: 'must be github, google or an address that begins with https://',
    })
    .optional(),
  COVO_OIDC_CLIENT_ID: z.string().optional(),
  COVO_OIDC_CLIENT_SECRET: z.string().optional(),
  COVO_OIDC_LABEL: label.optional(),
  COVO_SECRET: secretText.optional(),
  COVO_METRICS_TOKEN: secretText.optional(),
  COVO_SECURITY_CONTACT: z
    .string()
    // It becomes a line of security.txt.
    .regex(/^[!-~]+$/, { message: 'must be written in ASCII, without spaces', abort: true })
    .refine((contact) => /^(mailto|https):./i.test(contact) && URL.canParse(contact), {
      message: 'must be a mailto: or https: address',
    })
    .optional(),
  COVO_LOG_LEVEL: z.enum(logLevels, { message: `must be one of ${logLevels.join(', ')}` }).default('info'),
  // Known by its name alone: nothing hangs on it.
  COVO_EXTENSIONS: z.enum(['on', 'off'], { message: 'must be on or off' }).default('off'),
})

type SettingName = keyof typeof settings.shape

/** Settings that may stand in a file, which another setting names: its name with `_FILE` behind it. */
const inFiles = [
  'COVO_DATABASE_URL',
  'COVO_REDIS_URL',
  'COVO_SMTP_URL',
  'COVO_OIDC_CLIENT_SECRET',
  'COVO_SECRET',
  'COVO_METRICS_TOKEN',
] as const satisfies SettingName[]

const fileSetting = (name: string) => `${name}_FILE`

/** The names of all settings but the limits. */
export const settingNames: string[] = [...Object.keys(settings.shape), ...inFiles.map(fileSetting)]

/** Variables of the tests, the bench and the gallery, which a server that they start may inherit. */
const ofTheChecks = /^COVO_(TEST|E2E|BENCH)_|^COVO_(CHROMIUM|GALLERY|SOAK|(FUZZ|INJECTION|KILLS)_SEED)$/

function isPreset(issuer: string): issuer is keyof typeof providerPresets {
  return Object.hasOwn(providerPresets, issuer)
}

/** Plain http would show the sign-in to everybody on the way; on the own machine there is no way. */
function isSafeIssuer(issuer: string): boolean {
  const url = URL.parse(issuer)
  return url?.protocol === 'https:' || (url?.protocol === 'http:' && isLoopback(url.hostname))
}

export type Environment = {
  port: number
  /** The address to listen on, or `localhost` for both that loopback has; null: all that the machine has. */
  host: string | null
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
  logLevel: (typeof logLevels)[number]
}

/**
 * Reads the settings from environment variables, and from the files that some of them name. A wrong or unknown one is a
 * StartupError that names it.
 */
export function readEnvironment(variables: NodeJS.ProcessEnv): Environment {
  const given = Object.fromEntries(Object.entries(variables).filter(([, value]) => value !== ''))
  refuseUnknown(given)
  const parsed = settings.safeParse({ ...given, ...readFiles(given) })
  if (!parsed.success) {
    const [problem] = parsed.error.issues
    const name = problem?.path.join('.') ?? ''
    throw invalid(given[name] ? name : fileSetting(name), problem?.message ?? '')
  }
  const { data } = parsed
  return {
    port: data.PORT,
    // Without a public origin it is for this machine alone.
    host: data.COVO_HOST ?? (data.COVO_URL ? null : 'localhost'),
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
    logLevel: data.COVO_LOG_LEVEL,
  }
}

/** Refuses what looks like a setting and is none: a misspelt one would leave its default in force. */
function refuseUnknown(given: NodeJS.ProcessEnv): void {
  const known = [...settingNames, ...Object.keys(defaultLimits).map(limitSetting)]
  for (const name of Object.keys(given)) {
    if (!name.startsWith('COVO_') || known.includes(name) || ofTheChecks.test(name)) continue
    const [nearest] = known
      .map((other) => ({ other, distance: editDistance(name, other) }))
      .toSorted((one, two) => one.distance - two.distance)
    const isNear = nearest && nearest.distance <= name.length / 3
    throw invalid(name, `there is no such setting${isNear ? ` (did you mean ${nearest.other}?)` : ''}`)
  }
}

/** How many letters have to be inserted, deleted or replaced to make one word of the other (Levenshtein). */
function editDistance(one: string, other: string): number {
  let row = Array.from({ length: other.length + 1 }, (_, index) => index)
  for (const [line, letter] of [...one].entries()) {
    const next = [line + 1]
    for (const [column, otherLetter] of [...other].entries()) {
      const [insertion = 0, deletion = 0, replacement = 0] = [next[column], row[column + 1], row[column]]
      next.push(Math.min(insertion + 1, deletion + 1, replacement + (letter === otherLetter ? 0 : 1)))
    }
    row = next
  }
  return row.at(-1) ?? 0
}

/** The settings that stand in files, as systemd's LoadCredential and the secrets of containers hand them over. */
function readFiles(given: NodeJS.ProcessEnv): Record<string, string> {
  const contents: Record<string, string> = {}
  for (const name of inFiles) {
    const path = given[fileSetting(name)]
    if (!path) continue
    if (given[name]) throw invalid(fileSetting(name), `${name} is set too; leave one of the two out`)
    try {
      contents[name] = readFileSync(path, 'utf8').replace(/(\r?\n)+$/, '')
    } catch (error) {
      throw invalid(fileSetting(name), `the file can't be read (${(error as Error).message})`)
    }
    if (!contents[name]) throw invalid(fileSetting(name), `the file ${path} is empty`)
  }
  return contents
}

function invalid(setting: string, problem: string): StartupError {
  return new StartupError(
    `The setting ${setting} is not valid: ${problem}. See the table of settings in README.md.`,
  )
}

/** The setting of a limit: COVO_LIMIT_MESSAGE_BURST is `messageBurst`. */
export function limitSetting(name: string): string {
  return `COVO_LIMIT_${name.replaceAll(/[A-Z]/g, (letter) => `_${letter}`).toUpperCase()}`
}

/** PostgreSQL counts in 32 bits, and a timer of Node ends after 2^31 ms. */
const maximumPoints = 1_000_000_000
const maximumSeconds = 7 * 24 * 3600

function readLimits(given: NodeJS.ProcessEnv): LimitTable {
  const table: Record<LimitName, Limit> = { ...defaultLimits }
  for (const name of Object.keys(defaultLimits) as LimitName[]) {
    const value = given[limitSetting(name)]
    if (!value) continue
    const [, points = 0, seconds = 0] = (/^(\d+)\/(\d+)$/.exec(value) ?? []).map(Number)
    if (!(points >= 1 && points <= maximumPoints && seconds >= 1 && seconds <= maximumSeconds))
      throw invalid(
        limitSetting(name),
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
  if (isPreset(issuer)) {
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
    await makeFolder(dataDirectory)
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
