import { type OpenidProvider, signInAtProvider, startOpenidProvider } from '@covo/testing/openid-provider'
import { openProviderPopup, returnToPopup } from '@covo/testing/provider-popup'
import { reservePorts } from '@covo/testing/reserve-ports'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { operate } from '../../test/operate.ts'
import { operatorSettings } from '../../test/operator-settings.ts'
import { runTestApp } from '../../test/test-app.ts'

const port = await reservePorts(4)
const providerPort = port + 2
const open = runTestApp()
const invited = runTestApp({ registration: 'invite' })
const closed = runTestApp({
  registration: 'closed',
  port,
  provider: {
    issuer: `http://127.0.0.1:${providerPort}`,
    clientId: 'covo',
    clientSecret: 'a secret between two programs on one machine',
    label: 'Esempio',
  },
})
const password = 'Tana-rossa1'
let provider: OpenidProvider
let made = 0

beforeAll(async () => {
  provider = await startOpenidProvider({ clientOrigin: closed.origin, port: providerPort })
})

afterAll(() => provider.stop())

type Answer = [status: number, code: string | undefined]

async function register(fields: object = {}, app = invited): Promise<Answer> {
  made += 1
  const email = `ospite${made}@esempio.it`
  const form = { email, username: '', password, passwordConfirmation: password, ...fields }
  const answer = await app.visit().post('/api/auth/register', form)
  return [answer.status, ((await answer.json()) as { code?: string }).code]
}

/** Has the operator make an invite; answers its code. */
async function makeInvite(...words: string[]): Promise<string> {
  const settings = { ...(await operatorSettings(invited)), COVO_REGISTRATION: 'invite' }
  const { code, output } = await operate(settings, 'invite', ...words)
  expect([code, output]).toEqual([0, expect.stringContaining('/Register#invito=')])
  const [, invite = ''] = output.split('\n')
  expect(output).toContain(`#invito=${invite}\n`)
  return invite
}

const refused: Answer = [422, 'auth.invite_invalid']

it('an invite lets one person register, in any spelling, and is stored as a hash', async () => {
  const invite = await makeInvite()
  expect(invite).toMatch(/^([A-Z2-9]{6}-){3}[A-Z2-9]{6}$/)
  const { rows } = await sql`select * from invites`.execute(invited.database)
  expect(JSON.stringify(rows)).not.toContain(invite)
  expect(await register({ invite: ` ${invite.toLowerCase().replaceAll('-', ' ')} ` })).toEqual([
    201,
    undefined,
  ])
  expect(await register({ invite })).toEqual(refused)
})

it('without an invite nobody registers, nor learns the members', async () => {
  const invite = await makeInvite()
  const email = 'presente@esempio.it'
  expect(await register({ invite, email })).toEqual([201, undefined])
  for (const wrong of ['', 'inventato', invite])
    expect(await register({ invite: wrong, email })).toEqual(refused)
  expect(await register({ email })).toEqual(refused)
})

it('an invite of three uses takes three of eight who come at once', async () => {
  const invite = await makeInvite('3')
  const answers = await Promise.all(Array.from({ length: 8 }, () => register({ invite })))
  expect(answers.filter(([status]) => status === 201)).toHaveLength(3)
  expect(answers.filter(([, code]) => code === 'auth.invite_invalid')).toHaveLength(5)
})

it('a registration that is refused leaves the invite its use', async () => {
  const invite = await makeInvite()
  await register({ invite: await makeInvite(), email: 'presa@esempio.it' })
  expect(await register({ invite, email: 'presa@esempio.it' })).toEqual([409, 'auth.email_taken'])
  expect(await register({ invite, password: 'breve', passwordConfirmation: 'breve' })).toEqual([
    422,
    'auth.password_too_short',
  ])
  expect(await register({ invite })).toEqual([201, undefined])
})

it('an invite ends after its days, and is forgotten by the next', async () => {
  const invite = await makeInvite('5', '2')
  const { rows } = await sql<{ days: number }>`
    select round(extract(epoch from max(expires_at) - now()) / 86400)::integer as days from invites where uses_left = 5
  `.execute(invited.database)
  expect(rows).toEqual([{ days: 2 }])
  await sql`update invites set expires_at = now()`.execute(invited.database)
  expect(await register({ invite })).toEqual(refused)
  await makeInvite()
  expect((await sql`select from invites`.execute(invited.database)).rows).toHaveLength(1)
})

it.each([
  ['0', '30'],
  ['molti', '30'],
  ['1', '366'],
])('the command refuses %s uses in %s days', async (uses, days) => {
  const { code, output } = await operate(await operatorSettings(invited), 'invite', uses, days)
  expect([code, output]).toEqual([1, expect.stringContaining('is no number from 1 to')])
})

it('where registration is open no code is looked at, and the command says so', async () => {
  expect(await register({ invite: 'inventato' }, open)).toEqual([201, undefined])
  const { output } = await operate(await operatorSettings(open), 'invite')
  expect(output).toContain('COVO_REGISTRATION is open here')
})

it('where it is closed nobody registers, nor comes in by a first sign-in at the provider', async () => {
  expect(await register({}, closed)).toEqual([403, 'auth.registration_closed'])
  const signIn = async () => {
    const visitor = closed.visit()
    const back = await signInAtProvider(provider, await openProviderPopup(visitor), 'nuova-da-fuori')
    return (await returnToPopup(visitor, back)).searchParams.get('error')
  }
  expect(await signIn()).toBe('registration_closed')
  expect((await sql`select from users`.execute(closed.database)).rows).toEqual([])
})
