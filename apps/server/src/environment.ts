import { randomBytes } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { link, readFile, unlink, writeFile } from 'node:fs/promises'
import { isIP } from 'node:net'
import { join, resolve } from 'node:path'
import { z } from 'zod'
import { clamdAddressForm, parseClamdAddress } from './platform/clamd-address.ts'
import { addressesOf } from './platform/database/primary-pool.ts'
import { makeFolder } from './platform/folder.ts'
import { isLoopback, isSafeAddress, parseNetworks } from './platform/http/network.ts'
import { defaultLimits, type Limit, type LimitName } from './platform/limits/limits.ts'
import { logLevels } from './platform/log/log.ts'
import { parseS3Address, s3AddressForm } from './platform/s3-address.ts'
import { StartupError } from './platform/startup-error.ts'

const repositoryRoot = resolve(import.meta.dirname, '../../..')

/**
 * The confirmation of a registration's address: none; one without which a little is withheld; or one before the first
 * session.
 */
const emailVerifications = ['off', 'limited', 'required'] as const
export type EmailVerification = (typeof emailVerifications)[number]

/** Registration, also by a first sign-in at the external provider, is open to anybody; to people with an invite; to nobody. */
const registrationModes = ['open', 'invite', 'closed'] as const
export type RegistrationMode = (typeof registrationModes)[number]

/** This instance as a client of a provider; `label` is the provider's name for people. */
export type ProviderClient = { clientId: string; clientSecret: string; label: string }

/** Origins: where people sign in, and where programs ask. */
export type GithubAddresses = { site: string; api: string }

/** Where people sign in: the issuer of an OpenID Connect provider, or a GitHub. */
type ProviderPlace = { issuer: string } | { github: GithubAddresses }

export type ProviderSettings = ProviderClient & ProviderPlace

/** Providers that have a name of their own among the settings. */
const providerPresets = {
  github: { label: 'GitHub', github: { site: 'https://github.com', api: 'https://api.github.com' } },
  google: { label: 'Google', issuer: 'https://accounts.google.com' },
} satisfies Record<string, ProviderPlace & { label: string }>

/** PostgreSQL counts in 32 bits, and a timer of Node ends after 2^31 ms. */
const maximumPoints = 1_000_000_000
const maximumSeconds = 7 * 24 * 3600

function optional<Schema extends z.ZodType>(schema: Schema) {
  return schema.nullable().default(null)
}

function refuse(context: z.RefinementCtx, message: string): never {
  context.addIssue({ code: 'custom', message })
  return z.NEVER
}

/** An address of one of these schemes, such as `redis`. */
const addressOf = (...schemes: string[]) => addressesIn((text) => [text], schemes)

/** A text that `cut` makes addresses of, all of these schemes. */
function addressesIn(cut: (text: string) => string[], schemes: string[]) {
  const beginning = new RegExp(`^(${schemes.join('|')})://`, 'i')
  return z.string().refine((text) => cut(text).every((one) => beginning.test(one) && URL.canParse(one)), {
    message: `must be an address that begins with ${schemes.map((scheme) => `${scheme}://`).join(' or ')}`,
    abort: true,
  })
}

/** A name that people read on a screen. */
const label = z
  .string()
  .trim()
  .refine((text) => text.length >= 1 && text.length <= 40, { message: 'must have 1 to 40 characters' })

const secretText = z.string().min(32, { message: 'must have at least 32 characters' })

/** So many in so many seconds, as `30/10`. */
const limit = z.string().transform((text, context): Limit => {
  const [, points = 0, seconds = 0] = (/^(\d+)\/(\d+)$/.exec(text) ?? []).map(Number)
  const isValid = points >= 1 && points <= maximumPoints && seconds >= 1 && seconds <= maximumSeconds
  return isValid
    ? { points, seconds }
    : refuse(
        context,
        `must be how many in how many seconds, such as 30/10 (at most ${maximumPoints}/${maximumSeconds})`,
      )
})

/** Every setting, in the order of docs/settings.md; null where it is absent and has no default. */
const variables = z.object({
  port: z
    .string()
    .refine((text) => /^\d{1,5}$/.test(text) && Number(text) <= 65_535, {
      message: 'must be a number from 0 to 65535',
    })
    .default('3000')
    .transform(Number),
  /** The address to listen on, or `localhost` for both that loopback has; null: all that the machine has. */
  host: optional(
    z.string().refine((host) => host === 'localhost' || isIP(host) !== 0, {
      message: 'must be an address of this machine, such as 127.0.0.1, 0.0.0.0 or ::, or localhost',
    }),
  ),
  /** Without one the server answers to loopback names only. */
  publicOrigin: optional(
    addressOf('http', 'https')
      .refine((url) => URL.parse(url)?.href === `${URL.parse(url)?.origin}/`, {
        message: 'must be an origin such as https://covo.example, without a path',
      })
      .transform((url) => new URL(url).origin),
  ),
  name: label.default('Covo'),
  dataDirectory: z
    .string()
    .default(join(repositoryRoot, 'data'))
    .transform((path) => resolve(path)),
  databaseUrl: optional(addressesIn(addressesOf, ['postgres', 'postgresql'])),
  /** Counts messages and searches for several processes; null: each counts its own. */
  redisUrl: optional(
    addressOf('redis', 'rediss').refine((url) => /^\/?\d*$/.test(URL.parse(url)?.pathname ?? ''), {
      message: 'must have the number of a database as its path, or none',
    }),
  ),
  /** The proxies in front, whose X-Forwarded-For is believed. */
  trustedProxies: z
    .string()
    .default('')
    .transform(
      (list, context) =>
        parseNetworks(list) ??
        refuse(context, 'must be addresses or networks separated by commas, such as 10.0.0.0/8, 2001:db8::1'),
    ),
  /** Without a mail server mails are written to files in the data directory. */
  smtpUrl: optional(addressOf('smtp', 'smtps')),
  /** The confirmation of a registration's address; null: as `schema` decides. */
  emailVerification: optional(z.enum(emailVerifications, { message: 'must be off, limited or required' })),
  oidcIssuer: optional(
    z.string().refine((issuer) => isPreset(issuer) || isSafeAddress(issuer), {
      message: 'must be github, google or an address that begins with https://',
    }),
  ),
  oidcClientId: optional(z.string()),
  oidcClientSecret: optional(z.string()),
  oidcLabel: optional(label),
  /** Signs cookies. */
  secret: optional(secretText),
  /** Secrets from before, which decrypt what they encrypted. */
  oldSecrets: z
    .string()
    .default('')
    .transform((list) =>
      list
        .split(',')
        .map((one) => one.trim())
        .filter(Boolean),
    )
    .pipe(z.array(secretText)),
  /** The bearer token of a scraper of the metrics; null: there are no metrics. */
  metricsToken: optional(secretText),
  /** Where to report a weakness, as a `mailto:` or `https:` URL. */
  securityContact: optional(
    z
      .string()
      // It becomes a line of security.txt.
      .regex(/^[!-~]+$/, { message: 'must be written in ASCII, without spaces', abort: true })
      .refine((contact) => /^(mailto|https):./i.test(contact) && URL.canParse(contact), {
        message: 'must be a mailto: or https: address',
      }),
  ),
  /** The controller of the members' data, as the page 'Privacy' names them. */
  controller: optional(
    z
      .string()
      .trim()
      .refine((text) => text.length >= 1 && text.length <= 200, { message: 'must have 1 to 200 characters' }),
  ),
  /** Where people write to those who run the instance. */
  contact: optional(z.email({ message: 'must be an address of mail, such as covo@esempio.it' })),
  /** Hosts of push services besides those of the usual browsers. */
  pushHosts: z
    .string()
    .default('')
    .transform((list) =>
      list
        .split(',')
        .map((one) => one.trim().toLowerCase())
        .filter(Boolean),
    )
    .refine((hosts) => hosts.every((host) => URL.parse(`https://${host}/`)?.hostname === host), {
      message: 'must be hosts separated by commas, such as push.esempio.it',
    }),
  /** The address of CTFtime's API; null: members look nothing up there. */
  ctftimeUrl: optional(
    z
      .string()
      .refine((text) => isSafeAddress(text) && !/[?#]/.test(text) && !hasCredentials(text), {
        message: 'must be an address that begins with https://, such as https://ctftime.org/api/v1',
      })
      .transform((text) => text.replace(/\/+$/, '')),
  ),
  logLevel: z.enum(logLevels, { message: `must be one of ${logLevels.join(', ')}` }).default('info'),
  /** Whether there is something behind the four placeholders of the specification. */
  extensions: z.enum(['on', 'off'], { message: 'must be on or off' }).default('off'),
  /** Whether visitors see the list of events, on a page of its own and on the landing. */
  publicEvents: z.enum(['on', 'off'], { message: 'must be on or off' }).default('on'),
  /** Where files of conversations are: null in the data directory, `off` nowhere, or in a bucket. */
  filesUrl: optional(
    z
      .string()
      .transform(
        (text, context) =>
          (text === 'off' ? text : parseS3Address(text)) ??
          refuse(
            context,
            `must be off, or ${s3AddressForm}, by https but on this machine, or left out for a folder in COVO_DATA_DIR`,
          ),
      ),
  ),
  /** GiB of all files at most; 0: no bound but the disk. */
  filesGib: z
    .string()
    .refine((text) => /^\d{1,6}$/.test(text), { message: 'must be a number from 0 to 999999' })
    .default('20')
    .transform(Number),
  /** Where the virus scanner listens that looks at files; null: none does. */
  clamdUrl: optional(
    z
      .string()
      .transform(
        (text, context) =>
          parseClamdAddress(text) ?? refuse(context, `must be ${clamdAddressForm}, or left out`),
      ),
  ),
  registration: z.enum(registrationModes, { message: 'must be open, invite or closed' }).default('open'),
  /** For how many days members can cancel the deletion of their account; 0: it begins at once. */
  deletionDays: z
    .string()
    .refine((text) => /^\d{1,2}$/.test(text) && Number(text) <= 30, {
      message: 'must be a number from 0 to 30',
    })
    .default('14')
    .transform(Number),
  limits: z.object(
    Object.fromEntries(
      Object.entries(defaultLimits).map(([name, usual]) => [name, limit.default(usual)]),
    ) as unknown as Record<LimitName, typeof limit>,
  ),
})

const schema = variables.transform(
  ({ oidcIssuer, oidcClientId, oidcClientSecret, oidcLabel, ...settings }) => ({
    ...settings,
    // Mails in files reach nobody who could confirm an address.
    emailVerification: settings.emailVerification ?? (settings.smtpUrl ? 'limited' : 'off'),
    // Without a public origin the server is for this machine alone.
    host: settings.host ?? (settings.publicOrigin ? null : 'localhost'),
    /** The provider at which members may sign in; null: none. */
    provider: readProvider(
      { issuer: oidcIssuer, clientId: oidcClientId, clientSecret: oidcClientSecret, label: oidcLabel },
      settings.publicOrigin,
    ),
  }),
)

/** The settings of an instance. */
export type Settings = z.infer<typeof schema>

/** The public origin, of which links and the sender of mails are made; as the server makes it where none is set. */
export function originOf({ publicOrigin, port }: Settings): string {
  return publicOrigin ?? `http://localhost:${port}`
}

type SettingName = Exclude<keyof typeof variables.shape, 'limits'>

const settingNames = Object.keys(variables.shape).filter((name) => name !== 'limits') as SettingName[]

/** The names of variables that don't follow from their setting's. */
const ownVariables: Partial<Record<SettingName, string>> = {
  port: 'PORT',
  publicOrigin: 'COVO_URL',
  dataDirectory: 'COVO_DATA_DIR',
}

/** `metricsToken` is COVO_METRICS_TOKEN. */
function variableOf(name: SettingName): string {
  return ownVariables[name] ?? `COVO${inUpperCase(name)}`
}

/** The variable of a limit: `messageBurst` is COVO_LIMIT_MESSAGE_BURST; `mailRate`, which no client reaches, COVO_MAIL_RATE. */
export function limitVariable(name: string): string {
  return name === 'mailRate' ? `COVO${inUpperCase(name)}` : `COVO_LIMIT${inUpperCase(name)}`
}

function inUpperCase(name: string): string {
  return `_${name.replaceAll(/[A-Z]/g, (letter) => `_${letter}`).toUpperCase()}`
}

/** Settings that may stand in a file, which another variable names: the setting's with `_FILE` behind it. */
const inFiles = (
  [
    'databaseUrl',
    'redisUrl',
    'smtpUrl',
    'oidcClientSecret',
    'secret',
    'oldSecrets',
    'metricsToken',
    'filesUrl',
  ] satisfies SettingName[]
).map(variableOf)

const fileVariable = (name: string) => `${name}_FILE`

/** The variables of all settings but the limits. */
export const settingVariables: string[] = [...settingNames.map(variableOf), ...inFiles.map(fileVariable)]

/** Variables of the tests, the bench and the gallery, which a server that they start may inherit. */
const ofTheChecks = /^COVO_(TEST|E2E|BENCH)_|^COVO_(CHROMIUM|GALLERY|SOAK|(FUZZ|INJECTION|KILLS)_SEED)$/

function isPreset(issuer: string): issuer is keyof typeof providerPresets {
  return Object.hasOwn(providerPresets, issuer)
}

/**
 * Reads the settings from environment variables, and from the files that some of them name. An empty variable counts as an
 * absent one.
 * @throws StartupError that names a variable which is wrong or unknown
 */
export function readSettings(environment: NodeJS.ProcessEnv): Settings {
  const given = Object.fromEntries(Object.entries(environment).filter(([, value]) => value !== ''))
  refuseUnknown(given)
  const values = { ...given, ...readFiles(given) }
  const parsed = schema.safeParse({
    ...Object.fromEntries(settingNames.map((name) => [name, values[variableOf(name)]])),
    limits: Object.fromEntries(Object.keys(defaultLimits).map((name) => [name, values[limitVariable(name)]])),
  })
  if (parsed.success) return parsed.data
  const [problem] = parsed.error.issues
  // Within a setting: a limit by its name, an old secret by its place.
  const [name, part] = (problem?.path ?? []) as [SettingName, (string | number)?]
  const variable = typeof part === 'string' ? limitVariable(part) : variableOf(name)
  throw invalid(given[variable] ? variable : fileVariable(variable), problem?.message ?? '')
}

/** Refuses what looks like a setting and is none: a misspelt one would leave its default in force. */
function refuseUnknown(given: NodeJS.ProcessEnv): void {
  const known = [...settingVariables, ...Object.keys(defaultLimits).map(limitVariable)]
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
    const path = given[fileVariable(name)]
    if (!path) continue
    if (given[name]) throw invalid(fileVariable(name), `${name} is set too; leave one of the two out`)
    try {
      contents[name] = readFileSync(path, 'utf8').trimEnd()
    } catch (error) {
      throw invalid(fileVariable(name), `the file can't be read (${(error as Error).message})`)
    }
    if (!contents[name]) throw invalid(fileVariable(name), `the file ${path} is empty`)
  }
  return contents
}

function invalid(setting: string, problem: string): StartupError {
  return new StartupError(
    `The setting ${setting} is not valid: ${problem}. See the table of settings in docs/settings.md.`,
  )
}

function hasCredentials(address: string): boolean {
  const url = URL.parse(address)
  return Boolean(url?.username || url?.password)
}

type GivenProvider = Record<'issuer' | 'clientId' | 'clientSecret' | 'label', string | null>

function readProvider(given: GivenProvider, publicOrigin: string | null): ProviderSettings | null {
  const { issuer, clientId, clientSecret } = given
  if (!issuer && !clientId && !clientSecret) return null
  if (!issuer || !clientId || !clientSecret) {
    throw new StartupError(
      'The settings COVO_OIDC_ISSUER, COVO_OIDC_CLIENT_ID and COVO_OIDC_CLIENT_SECRET belong together: set all three, or none.',
    )
  }
  const client = { clientId, clientSecret }
  if (isPreset(issuer)) {
    const preset = providerPresets[issuer]
    return { ...client, ...preset, label: given.label ?? preset.label }
  }
  const { hostname } = new URL(issuer)
  if (publicOrigin && !isLoopback(new URL(publicOrigin).hostname) && isLoopback(hostname)) {
    throw invalid(
      'COVO_OIDC_ISSUER',
      `a provider on this machine is for trying things out, and anybody could sign in with it on ${publicOrigin}`,
    )
  }
  return { ...client, issuer, label: given.label ?? hostname }
}

/**
 * The secret that signs cookies: the configured one, or one that is made at the first start and kept in the data
 * directory, so that sessions survive a restart.
 */
export async function readSecret({ secret, dataDirectory }: Settings): Promise<string> {
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
