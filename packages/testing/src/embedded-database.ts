import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type pg from 'pg'

/** How to reach the embedded PostgreSQL of the server that runs on a data directory, beside that server. */
export function embeddedDatabase(dataDirectory: string): pg.ClientConfig {
  const home = join(dataDirectory, 'postgres')
  const [, , , port, host = ''] = readFileSync(join(home, 'data/postmaster.pid'), 'utf8').split('\n')
  const password = readFileSync(join(home, 'password'), 'utf8')
  return { host, port: Number(port), user: 'covo', database: 'covo', password }
}
