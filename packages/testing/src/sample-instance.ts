import { join } from 'node:path'
import pg from 'pg'
import { sampleCast } from './community/members.ts'
import { embeddedDatabase } from './embedded-database.ts'
import { startMailPage } from './mail-page.ts'
import { seedCommunity } from './seed-community.ts'
import { waitUntil } from './wait-until.ts'

/** Whether a server answers, and its database too. */
export async function isServing(origin: string): Promise<boolean> {
  return await fetch(`${origin}/health/ready`).then(
    ({ ok }) => ok,
    () => false,
  )
}

/**
 * Starts the provider to sign in at, on the port after that of `origin`: before the server, which asks for it at its start.
 *
 * @param origin what people open
 */
export async function startSampleProvider(origin: string): Promise<void> {
  const { info, warn } = console
  // It warns that it is not one for production, at length, and of its runtime as soon as it is loaded.
  console.info = console.warn = () => undefined
  const { startOpenidProvider } = await import('./openid-provider.ts')
  await startOpenidProvider({ clientOrigin: origin, port: Number(new URL(origin).port) + 1 })
  Object.assign(console, { info, warn })
}

/**
 * Waits for a server with an embedded database, fills that with the sample community, and starts a page of the mails, on the
 * second port after that of `origin`. Prints the people who can sign in, and the address of the mails.
 *
 * @param origin what people open
 * @param serverOrigin the server itself, where something stands before it
 */
export async function startSampleInstance(
  dataDirectory: string,
  origin: string,
  serverOrigin = origin,
): Promise<void> {
  const port = Number(new URL(origin).port)
  await waitUntil(() => isServing(serverOrigin))
  await fillDatabase(dataDirectory)
  const mailPage = await startMailPage(join(dataDirectory, 'outbox'), port + 2)

  const people = [{ email: 'email', password: 'password', name: 'name' }, ...sampleCast].map(
    ({ email, password, name }) => `  ${email.padEnd(18)}${password.padEnd(14)}${name}`,
  )
  process.stdout.write(`
A sample community is there; sign in as one of these:

${people.join('\n')}

or with "Continua con Provider di prova" under any name. The mails that are sent: ${mailPage}
`)
}

async function fillDatabase(dataDirectory: string): Promise<void> {
  const client = new pg.Client(embeddedDatabase(dataDirectory))
  await client.connect()
  try {
    await seedCommunity(client, Date.now())
  } finally {
    await client.end()
  }
}
