import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import pg from 'pg'
import { sampleCast } from './community.ts'
import { embeddedDatabase } from './embedded-database.ts'
import { startMailPage } from './mail-page.ts'
import { startOpenidProvider } from './openid-provider.ts'
import { seedCommunity } from './seed-community.ts'

// Run by `npm run demo` beside the server that it started: what a community has around its server, and the community.
const [dataDirectory = '', origin = ''] = process.argv.slice(2)
const port = Number(new URL(origin).port)

async function isServing(): Promise<boolean> {
  return await fetch(`${origin}/health/ready`).then(
    ({ ok }) => ok,
    () => false,
  )
}

async function fillDatabase(): Promise<void> {
  const client = new pg.Client(embeddedDatabase(dataDirectory))
  await client.connect()
  try {
    await seedCommunity(client, Date.now())
  } finally {
    await client.end()
  }
}

const deadline = Date.now() + 60_000
while (!(await isServing())) {
  if (Date.now() > deadline) throw new Error(`no server answers on ${origin}`)
  await delay(200)
}
await fillDatabase()
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

while (await isServing()) await delay(1000)
process.exit()
