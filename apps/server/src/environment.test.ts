import { execFile } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { promisify } from 'node:util'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { limitVariable, readSettings, settingVariables } from './environment.ts'
import { defaultLimits } from './platform/limits/limits.ts'
import { StartupError } from './platform/startup-error.ts'

const root = resolve(import.meta.dirname, '../../..')

it('takes each limit from its setting, and leaves the others', () => {
  for (const name of Object.keys(defaultLimits)) {
    const { limits } = readSettings({ [limitVariable(name)]: '7/77' })
    expect(limits).toEqual({ ...defaultLimits, [name]: { points: 7, seconds: 77 } })
  }
})

const asLimit = 'must be how many in how many seconds, such as 30/10 (at most 1000000000/604800)'
const asNetworks = 'must be addresses or networks separated by commas, such as 10.0.0.0/8, 2001:db8::1'
const asHost = 'must be an address of this machine, such as 127.0.0.1, 0.0.0.0 or ::, or localhost'
const asOrigin = 'must be an origin such as https://covo.example, without a path'
const asWebAddress = 'must be an address that begins with http:// or https://'
const asDatabase = 'must be an address that begins with postgres:// or postgresql://'
const asRedis = 'must be an address that begins with redis:// or rediss://'
const asMailServer = 'must be an address that begins with smtp:// or smtps://'
const asIssuer = 'must be github, google or an address that begins with https://'
const asCtftime = 'must be an address that begins with https://, such as https://ctftime.org/api/v1'
const asClamd = 'must be unix:/run/clamav/clamd.ctl or tcp://127.0.0.1:3310, or left out'
const asFiles =
  'must be off, or an address such as https://key:secret@s3.esempio.it/bucket?region=garage, its key and secret percent-encoded, by https'
const unknown = 'there is no such setting'

it.each([
  [{}, 'off'],
  [{ COVO_SMTP_URL: 'smtp://localhost' }, 'limited'],
  [{ COVO_SMTP_URL: 'smtp://localhost', COVO_EMAIL_VERIFICATION: 'off' }, 'off'],
  [{ COVO_EMAIL_VERIFICATION: 'required' }, 'required'],
])('with %o confirmation of addresses is %s', (given, emailVerification) => {
  expect(readSettings(given)).toMatchObject({ emailVerification })
})

it.each([
  [{}, 'open'],
  [{ COVO_REGISTRATION: 'invite' }, 'invite'],
])('with %o registration is %s', (given, registration) => {
  expect(readSettings(given)).toMatchObject({ registration })
})

it.each([
  [{}, null],
  [{ COVO_CTFTIME_URL: 'https://ctftime.org/api/v1' }, 'https://ctftime.org/api/v1'],
  [{ COVO_CTFTIME_URL: 'https://ctftime.org/api/v1/' }, 'https://ctftime.org/api/v1'],
  [{ COVO_CTFTIME_URL: 'http://127.0.0.1:8080' }, 'http://127.0.0.1:8080'],
])('with %o events are looked up at %s', (given, ctftimeUrl) => {
  expect(readSettings(given)).toMatchObject({ ctftimeUrl })
})

it.each([
  ['unix:/run/clamav/clamd.ctl', { path: '/run/clamav/clamd.ctl' }],
  ['tcp://127.0.0.1:3310', { host: '127.0.0.1', port: 3310 }],
  ['tcp://[::1]:3310', { host: '::1', port: 3310 }],
])('takes %s for the address of clamd', (text, clamdUrl) => {
  expect(readSettings({ COVO_CLAMD_URL: text })).toMatchObject({ clamdUrl })
})

it.each([
  [
    `https://GK1:${encodeURIComponent('se/cret+')}@s3.esempio.it/covo?region=garage`,
    { url: 'https://s3.esempio.it/covo', region: 'garage', keyId: 'GK1', secret: 'se/cret+' },
  ],
  [
    'http://GK1:secret@127.0.0.1:3900/covo.files/',
    { url: 'http://127.0.0.1:3900/covo.files', region: 'us-east-1', keyId: 'GK1', secret: 'secret' },
  ],
])('with %s files are in that bucket', (address, filesUrl) => {
  expect(readSettings({ COVO_FILES_URL: address })).toMatchObject({ filesUrl })
})

it('never repeats an address that has a secret', () => {
  for (const address of ['http://GK1:segreta@s3.esempio.it/covo', 'https://GK1:se/greta@s3.esempio.it/covo'])
    expect(messageOf({ COVO_FILES_URL: address })).not.toMatch(/GK1|greta/)
})

it.each([
  ['COVO_REGISTRATION', 'amici', 'must be open, invite or closed'],
  ['PORT', 'molti', 'must be a number from 0 to 65535'],
  ['PORT', '65536', 'must be a number from 0 to 65535'],
  ['PORT', '-1', 'must be a number from 0 to 65535'],
  ['PORT', '80.5', 'must be a number from 0 to 65535'],
  ['PORT', '0x50', 'must be a number from 0 to 65535'],
  ['COVO_HOST', 'covo.example', asHost],
  ['COVO_HOST', '127.0.0.1:3000', asHost],
  ['COVO_URL', 'esempio.it', asWebAddress],
  ['COVO_URL', 'ftp://esempio.it', asWebAddress],
  ['COVO_URL', 'https://', asWebAddress],
  ['COVO_URL', 'https://esempio.it/covo', asOrigin],
  ['COVO_URL', 'https://esempio.it/?a', asOrigin],
  ['COVO_URL', 'https://nome@esempio.it', asOrigin],
  ['COVO_NAME', ' ', 'must have 1 to 40 characters'],
  ['COVO_NAME', 'a'.repeat(41), 'must have 1 to 40 characters'],
  ['COVO_DATABASE_URL', 'mysql://localhost/covo', asDatabase],
  ['COVO_DATABASE_URL', 'localhost:5432', asDatabase],
  ['COVO_DATABASE_URL', 'postgres://local host/covo', asDatabase],
  ['COVO_DATABASE_URL', 'postgres://one,the other/covo', asDatabase],
  ['COVO_REDIS_URL', 'localhost:6379', asRedis],
  ['COVO_REDIS_URL', 'http://localhost', asRedis],
  ['COVO_REDIS_URL', 'redis://localhost/covo', 'must have the number of a database as its path, or none'],
  ['COVO_TRUSTED_PROXIES', '10.0.0.0/33', asNetworks],
  ['COVO_TRUSTED_PROXIES', '0.0.0.0/0', asNetworks],
  ['COVO_TRUSTED_PROXIES', '10.0.0.0/', asNetworks],
  ['COVO_TRUSTED_PROXIES', 'proxy.example', asNetworks],
  ['COVO_TRUSTED_PROXIES', '10.0.0.1 10.0.0.2', asNetworks],
  ['COVO_TRUSTED_PROXIES', '::/129', asNetworks],
  ['COVO_LIMIT_MESSAGE_BURST', '30', asLimit],
  ['COVO_LIMIT_MESSAGE_BURST', '0/10', asLimit],
  ['COVO_LIMIT_MESSAGE_BURST', '30/0', asLimit],
  ['COVO_LIMIT_MESSAGE_BURST', '-30/10', asLimit],
  ['COVO_LIMIT_MESSAGE_BURST', '3.5/10', asLimit],
  ['COVO_LIMIT_MESSAGE_BURST', '30/10/1', asLimit],
  ['COVO_LIMIT_MESSAGE_BURST', '30/604801', asLimit],
  ['COVO_LIMIT_MESSAGE_BURST', '9999999999/10', asLimit],
  ['COVO_SMTP_URL', 'mail.example:25', asMailServer],
  ['COVO_SMTP_URL', 'http://mail.example', asMailServer],
  ['COVO_OIDC_ISSUER', 'gitlab', asIssuer],
  ['COVO_OIDC_ISSUER', 'http://provider.example', asIssuer],
  ['COVO_OIDC_ISSUER', 'constructor', asIssuer],
  ['COVO_OIDC_LABEL', 'a'.repeat(41), 'must have 1 to 40 characters'],
  ['COVO_SECRET', 'corto', 'must have at least 32 characters'],
  ['COVO_OLD_SECRETS', `${'x'.repeat(32)}, corto`, 'must have at least 32 characters'],
  ['COVO_METRICS_TOKEN', 'corto', 'must have at least 32 characters'],
  ['COVO_CONTROLLER', ' ', 'must have 1 to 200 characters'],
  ['COVO_CONTACT', 'mailto:covo@covo.example', 'must be an address of mail, such as covo@esempio.it'],
  [
    'COVO_PUSH_HOSTS',
    'https://push.esempio.it',
    'must be hosts separated by commas, such as push.esempio.it',
  ],
  ['COVO_PUSH_HOSTS', 'push.esempio.it:8443', 'must be hosts separated by commas, such as push.esempio.it'],
  ['COVO_CTFTIME_URL', 'on', asCtftime],
  ['COVO_CTFTIME_URL', 'http://ctftime.org/api/v1', asCtftime],
  ['COVO_CTFTIME_URL', 'https://ctftime.org/api/v1?limit=1', asCtftime],
  ['COVO_CTFTIME_URL', 'https://nome:password@ctftime.org/api/v1', asCtftime],
  ['COVO_SECURITY_CONTACT', 'security@covo.example', 'must be a mailto: or https: address'],
  ['COVO_SECURITY_CONTACT', 'mailto:', 'must be a mailto: or https: address'],
  ['COVO_SECURITY_CONTACT', 'mailto:a b@covo.example', 'must be written in ASCII, without spaces'],
  ['COVO_FILES_URL', 'on', asFiles],
  ['COVO_FILES_URL', 'https://s3.esempio.it/covo', asFiles],
  ['COVO_FILES_URL', 'https://GK1@s3.esempio.it/covo', asFiles],
  ['COVO_FILES_URL', 'http://GK1:secret@s3.esempio.it/covo', asFiles],
  ['COVO_FILES_URL', 'https://GK1:secret@s3.esempio.it', asFiles],
  ['COVO_FILES_URL', 'https://GK1:secret@s3.esempio.it/covo/files', asFiles],
  ['COVO_FILES_URL', 'https://GK1:secret@s3.esempio.it/covo?regione=garage', asFiles],
  ['COVO_FILES_URL', 'https://GK1:secret@s3.esempio.it/covo?region=un posto', asFiles],
  ['COVO_FILES_URL', 'https://GK1:a%2@s3.esempio.it/covo', asFiles],
  ...['on', 'unix:clamd.ctl', 'tcp://127.0.0.1', 'tcp://127.0.0.1:3310/x', 'http://127.0.0.1:3310'].map(
    (text): [string, string, string] => ['COVO_CLAMD_URL', text, asClamd],
  ),
  ['COVO_LOG_LEVEL', '30', 'must be one of trace, debug, info, warn, error, fatal, silent'],
  ['COVO_EXTENSIONS', 'true', 'must be on or off'],
  ['COVO_EMAIL_VERIFICATION', 'on', 'must be off, limited or required'],
  ['COVO_DATABSE_URL', 'postgres://localhost', `${unknown} (did you mean COVO_DATABASE_URL?)`],
  ['COVO_TRUSTED_PROXY', '::1', `${unknown} (did you mean COVO_TRUSTED_PROXIES?)`],
  ['COVO_LIMIT_MESSAGES', '30/10', `${unknown} (did you mean COVO_LIMIT_MESSAGE_BURST?)`],
  ['COVO_LIMIT_messageBurst', '30/10', unknown],
  ['COVO_SECRET_FIL', '/run/secret', `${unknown} (did you mean COVO_SECRET_FILE?)`],
  ['COVO_URL_FILE', '/run/url', unknown],
  ['COVO_SOMETHING_ELSE_ENTIRELY', 'x', unknown],
])('refuses %s=%s', (name, value, problem) => {
  expect(messageOf({ [name]: value })).toMatch(`The setting ${name} is not valid: ${problem}`)
})

it('ends every refusal with the place of the settings’ documentation', () => {
  for (const variables of [{ PORT: 'x' }, { COVO_X: 'x' }, { COVO_SECRET_FILE: '/x' }])
    expect(messageOf(variables)).toMatch(
      /^The setting .+\. See the table of settings in docs\/settings\.md\.$/,
    )
})

function messageOf(variables: NodeJS.ProcessEnv): string {
  try {
    readSettings(variables)
  } catch (error) {
    if (error instanceof StartupError) return error.message
    throw error
  }
  return ''
}

describe('a setting in a file', () => {
  let folder: string
  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'covo-settings-'))
  })
  afterAll(() => rm(folder, { recursive: true }))

  async function fileOf(content: string): Promise<string> {
    const path = join(folder, randomUUID())
    await writeFile(path, content)
    return path
  }

  it.each([
    ['COVO_SECRET', 'a secret that has 32 letters: yes', 'secret'],
    ['COVO_METRICS_TOKEN', 'a token that has 32 letters: sure', 'metricsToken'],
    ['COVO_DATABASE_URL', 'postgres://covo:word@one:5432,[::1]:5433/covo', 'databaseUrl'],
    ['COVO_REDIS_URL', 'redis://localhost', 'redisUrl'],
    ['COVO_SMTP_URL', 'smtp://localhost', 'smtpUrl'],
    ['COVO_FILES_URL', 'off', 'filesUrl'],
  ] as const)('%s, without the end of its line', async (name, value, property) => {
    for (const end of ['', '\n', '\r\n'])
      expect(readSettings({ [`${name}_FILE`]: await fileOf(value + end) })[property]).toBe(value)
  })

  it('COVO_OIDC_CLIENT_SECRET too', async () => {
    const { provider } = readSettings({
      COVO_OIDC_ISSUER: 'github',
      COVO_OIDC_CLIENT_ID: 'covo',
      COVO_OIDC_CLIENT_SECRET_FILE: await fileOf('segreto\n'),
    })
    expect(provider?.clientSecret).toBe('segreto')
  })

  it('is refused by its own name: with both, without the file, empty, or with a wrong value', async () => {
    const path = await fileOf('corto')
    const refused = (variables: NodeJS.ProcessEnv) => messageOf({ COVO_SECRET_FILE: path, ...variables })
    expect(refused({ COVO_SECRET: 'x' })).toContain(
      'COVO_SECRET_FILE is not valid: COVO_SECRET is set too; leave one of the two out.',
    )
    expect(refused({})).toContain('COVO_SECRET_FILE is not valid: must have at least 32 characters.')
    expect(refused({ COVO_SECRET_FILE: `${path}x` })).toContain(
      "COVO_SECRET_FILE is not valid: the file can't be read (ENOENT: no such file or directory",
    )
    expect(refused({ COVO_SECRET_FILE: await fileOf('\n') })).toContain('is empty.')
  })
})

it('takes any number of old secrets, separated by commas', () => {
  const [one, other] = ['a secret that has 32 letters: yes', 'another that has 32 letters: sure']
  expect(readSettings({}).oldSecrets).toEqual([])
  expect(readSettings({ COVO_OLD_SECRETS: `${one}, ${other},` }).oldSecrets).toEqual([one, other])
})

it('listens on loopback alone without a public origin or a host', () => {
  expect(readSettings({}).host).toBe('localhost')
  expect(readSettings({ COVO_URL: 'https://covo.example' }).host).toBeNull()
  expect(readSettings({ COVO_HOST: '0.0.0.0' }).host).toBe('0.0.0.0')
})

it('finds every setting in the table of docs/settings.md, and nothing else there', async () => {
  const page = await readFile(join(root, 'docs/settings.md'), 'utf8')
  const rows = page.split('\n').filter((line) => /^\| `(PORT|COVO_)/.test(line))
  const documented = rows.flatMap((row) => row.split(' | ')[0]?.match(/[A-Z][A-Z_]+[A-Z]/g) ?? [])
  expect(documented.toSorted()).toEqual([...settingVariables, 'COVO_LIMIT'].toSorted())
})

it('passes over the variables of the tests, the bench and the gallery, all of them', async () => {
  const { stdout } = await promisify(execFile)(
    'git',
    [
      'grep',
      '-hoE',
      String.raw`process\.env\.COVO_\w+|COVO_\w+( = '[^']*')?,? .*\} = process\.env`,
      '--',
      '*.ts',
      '*.mjs',
    ],
    { cwd: root },
  )
  const read = [...new Set(stdout.match(/COVO_\w+/g))].filter((name) => !settingVariables.includes(name))
  expect(read.length).toBeGreaterThan(10)
  for (const name of read) expect(() => readSettings({ [name]: 'x' }), name).not.toThrow()
})

it('takes proxies by address and by network', () => {
  const { trustedProxies } = readSettings({
    COVO_TRUSTED_PROXIES: ' 10.0.0.0/8, 192.0.2.1,2001:db8::/32 ,::1',
  })
  for (const address of ['10.255.0.1', '192.0.2.1']) expect(trustedProxies.check(address)).toBe(true)
  for (const address of ['11.0.0.1', '192.0.2.2']) expect(trustedProxies.check(address)).toBe(false)
  for (const address of ['2001:db8:ffff::1', '::1']) expect(trustedProxies.check(address, 'ipv6')).toBe(true)
  expect(readSettings({}).trustedProxies.check('127.0.0.1')).toBe(false)
})

it('finds each limit with its default in the page about them', async () => {
  const page = await readFile(join(root, 'docs/limits.md'), 'utf8')
  const documented = [...page.matchAll(/^\| `(COVO_\w+)` \| `(\d+\/\d+)` \|/gm)].map(([, name, value]) => [
    name,
    value,
  ])
  const known = Object.entries(defaultLimits).map(([name, { points, seconds }]) => [
    limitVariable(name),
    `${points}/${seconds}`,
  ])
  expect(documented).toEqual(known)
})
