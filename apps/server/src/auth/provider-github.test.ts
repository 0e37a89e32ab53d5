import { type Github, githubClient, startGithub } from '@covo/testing/github'
import { openProviderPopup, returnToPopup } from '@covo/testing/provider-popup'
import { reservePorts } from '@covo/testing/reserve-ports'
import { register, type Visitor } from '@covo/testing/visitor'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { runTestApp } from '../../test/test-app.ts'

// Each side has to know the other's address before it listens.
const port = await reservePorts(2)
const site = `http://127.0.0.1:${port + 1}`
const provider = { ...githubClient, label: 'GitHub', github: { site, api: site } }
const app = runTestApp({ port, provider })
let github: Github

beforeAll(async () => {
  github = await startGithub(port + 1)
})

afterAll(() => github.stop())

async function signIn(visitor: Visitor, login: string): Promise<URL> {
  return await returnToPopup(visitor, await signInAtGithub(visitor, login))
}

/** Answers the address to which GitHub sends the browser back. */
async function signInAtGithub(visitor: Visitor, login: string): Promise<URL> {
  const start = await openProviderPopup(visitor)
  start.searchParams.set('login', login)
  const { headers } = await fetch(start, { redirect: 'manual' })
  return new URL(headers.get('location') ?? '')
}

const profileOf = (visitor: Visitor) => visitor.read<{ uid: string; email: string }>('/api/profiles/me')

const address = (email: string, changes: { primary?: boolean; verified?: boolean } = {}) => ({
  email,
  primary: true,
  verified: true,
  ...changes,
})

describe('signing in at GitHub', () => {
  it('asks with PKCE and state, for no more than the addresses', async () => {
    const start = await openProviderPopup(app.visit())
    expect(`${start.origin}${start.pathname}`).toBe(`${site}/login/oauth/authorize`)
    expect(Object.fromEntries(start.searchParams)).toEqual({
      client_id: githubClient.clientId,
      response_type: 'code',
      scope: 'user:email',
      code_challenge_method: 'S256',
      code_challenge: expect.stringMatching(/^[\w-]{43}$/),
      state: expect.stringMatching(/^[\w-]{32}$/),
      redirect_uri: `${app.origin}/api/auth/callback/external`,
    })
  })

  it('identifies the member by the number, also after a change of the login', async () => {
    github.people.set('gaia', { id: 101, emails: [address('Gaia.Verdi@esempio.it')] })
    const [first, second] = [app.visit(), app.visit()]
    expect((await signIn(first, 'gaia')).searchParams.has('error')).toBe(false)
    const profile = await profileOf(first)
    expect(profile).toMatchObject({ email: 'gaia.verdi@esempio.it', displayName: 'gaia.verdi', photoURL: '' })

    github.people.set('gaia-nuova', { id: 101, emails: [address('altra@esempio.it')] })
    await signIn(second, 'gaia-nuova')
    expect(await profileOf(second)).toMatchObject({ uid: profile.uid, email: 'gaia.verdi@esempio.it' })
    const { rows } = await sql`
      select account_id, access_token from accounts where user_id = ${profile.uid}
    `.execute(app.database)
    expect(rows).toEqual([{ account_id: `${site} 101`, access_token: null }])
  })

  it.each([
    ['unverified', [address('dubbia@esempio.it', { verified: false })]],
    ['not the primary one', [address('seconda@esempio.it', { primary: false })]],
    ['none', []],
  ])('takes in a person with an address that is %s, without it', async (kind, emails) => {
    github.people.set(kind, { id: 200 + kind.length, emails, publicEmail: 'pubblica@esempio.it' })
    const visitor = app.visit()
    expect((await signIn(visitor, kind)).searchParams.has('error')).toBe(false)
    expect((await profileOf(visitor)).email).toBe('')
  })

  it('never takes over the account that has the address', async () => {
    await register(app.origin, { name: 'Padrona', email: 'padrona@esempio.it', password: 'Tana-rossa1' })
    github.people.set('ladra', { id: 301, emails: [address('padrona@esempio.it')] })
    const visitor = app.visit()
    expect((await signIn(visitor, 'ladra')).searchParams.get('error')).toBe('account_not_linked')
    expect(visitor.cookie()).not.toContain('session')
  })

  it.each([
    ['no number', { id: undefined, emails: [] }],
    ['a word for a number', { id: '101', emails: [] }],
    ['no right to see the addresses', { id: 401, emails: null }],
  ])('refuses a person with %s', async (kind, person) => {
    github.people.set(kind, person)
    const visitor = app.visit()
    expect((await signIn(visitor, kind)).searchParams.get('error')).toBe('unable_to_get_user_info')
    expect(visitor.cookie()).not.toContain('session')
  })

  it('refuses another browser’s code, which GitHub answers with status 200', async () => {
    github.people.set('derubata', { id: 501, emails: [] })
    const [visitor, thief] = [app.visit(), app.visit()]
    const theirs = await signInAtGithub(visitor, 'derubata')
    const own = await signInAtGithub(thief, 'derubata')
    own.searchParams.set('code', theirs.searchParams.get('code') ?? '')
    expect((await returnToPopup(thief, own)).searchParams.get('error')).toBe('invalid_code')
    expect(thief.cookie()).not.toContain('session')
  })
})
