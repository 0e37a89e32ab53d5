import { join } from 'node:path'
import pg from 'pg'
import { sampleCast } from './community/members.ts'
import { embeddedDatabase } from './embedded-database.ts'
import { startMailPage } from './mail-page.ts'
import { startOpenidProvider } from './openid-provider.ts'
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
 * Waits for a server with an embedded database, fills that with the sample community, and starts a provider to sign in at and a
 * page of the mails, on the two ports after that of `origin`. Prints what is there and who can sign in.
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
  await waitUntil(() => isServing(serverOrigin), 60_000)
  await fillDatabase(dataDirectory)
  // The provider warns that it is not one for production, at length.
  console.info = console.warn = () => undefined
  await startOpenidProvider({ clientOrigin: origin, port: port + 1 })
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
