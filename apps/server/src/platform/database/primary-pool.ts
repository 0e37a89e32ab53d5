import { hash } from 'node:crypto'
import pg from 'pg'
import { PreparingClient } from './prepared-statements.ts'

/** Milliseconds after which PostgreSQL cancels a statement, so that none can hold up the others for long. */
export const statementTimeoutMs = 10_000
/** Milliseconds after which PostgreSQL ends an idle transaction. */
const idleTransactionTimeoutMs = 15_000
/** Milliseconds to connect. */
const connectionTimeoutMs = 5000

/** The SQLSTATE of a write that a standby refuses (read_only_sql_transaction). */
const readOnly = '25006'

/**
 * The timeouts, which are no startup parameters because a pooler such as PgBouncer refuses those, and which server it is. The
 * control file names a timeline only after the first checkpoint of a promotion, the name of a WAL file at once.
 */
const greeting = `
  set statement_timeout = ${statementTimeoutMs};
  set idle_in_transaction_session_timeout = ${idleTransactionTimeoutMs};
  select system_identifier::text as system, case when not pg_is_in_recovery() then
    left(pg_walfile_name(pg_current_wal_lsn()), 8) end as timeline from pg_control_system()`

type Greeted = { system: string; timeline: string | null }

/**
 * Cuts an address with several hosts, `postgres://covo@a:5432,b:5432/covo`, into one for each, as libpq reads them
 * (PostgreSQL's documentation, "Specifying Multiple Hosts").
 */
export function addressesOf(url: string): string[] {
  const [, scheme = '', authority = '', rest = ''] = /^([a-z]+:\/\/)([^/?#]*)(.*)$/is.exec(url) ?? []
  const at = authority.lastIndexOf('@') + 1
  const hosts = authority.slice(at).split(',')
  return hosts.map((host) => `${scheme}${authority.slice(0, at)}${host}${rest}`)
}

/** The hosts of a database, of which one takes writes. */
class Hosts {
  epoch = ''
  #place = 0
  readonly #addresses: string[]

  constructor(addresses: string[]) {
    this.#addresses = addresses
  }

  get count(): number {
    return this.#addresses.length
  }

  /** The host that the next connection is to. */
  get place(): number {
    return this.#place
  }

  /** Of the host that the next connection is to; none where the other options name it. */
  get address(): string | undefined {
    return this.#addresses[this.#place]
  }

  /** Leaves a host, unless another connection did. */
  leave(place: number): void {
    if (place === this.#place) this.#place = (place + 1) % Math.max(this.count, 1)
  }
}

/**
 * A pool of connections to the primary, which it looks for among the hosts of `connectionString`. When a host can't be reached or
 * is a standby, the next one is tried; a request tries each host once. A standby is never read, because acknowledged changes may be
 * missing there.
 */
export class PrimaryPool extends pg.Pool {
  readonly #hosts: Hosts

  constructor(config: pg.PoolConfig) {
    const { connectionString } = config
    const hosts = new Hosts(connectionString ? addressesOf(connectionString) : [])
    super({
      max: 20,
      connectionTimeoutMillis: connectionTimeoutMs,
      ...config,
      Client: class extends PrimaryClient {
        constructor(options: pg.ClientConfig = {}) {
          super(options, hosts)
        }
      },
    })
    this.#hosts = hosts
  }

  /**
   * Names the history of the database, as an opaque text: another one after a promotion, and of a restored copy, in which what
   * was read before may be missing. Empty before the first connection.
   */
  get epoch(): string {
    return this.#hosts.epoch
  }

  /** A connection beside the pool's, which the caller opens and ends. */
  createClient(config: pg.ClientConfig): pg.Client {
    // The pool hides the password from being spread.
    const { password } = this.options
    return new PrimaryClient({ ...this.options, password, ...config }, this.#hosts)
  }

  // biome-ignore lint/suspicious/noExplicitAny: the overloads of the driver's method have no other type in common
  override connect(callback?: any): any {
    if (this.#hosts.count <= 1) return super.connect(callback)
    const connecting = this.#connectToAny()
    if (!callback) return connecting
    connecting.then((client) => callback(undefined, client, client.release), callback)
  }

  async #connectToAny(): Promise<pg.PoolClient> {
    for (let attempt = 1; ; attempt += 1) {
      const { place } = this.#hosts
      try {
        return await super.connect()
      } catch (error) {
        if (attempt === this.#hosts.count || place === this.#hosts.place) throw error
      }
    }
  }
}

/** A connection that is open once it is known to be the primary's. */
class PrimaryClient extends PreparingClient {
  readonly #hosts: Hosts
  readonly #place: number

  constructor(config: pg.ClientConfig, hosts: Hosts) {
    const { place, address } = hosts
    super(address === undefined ? config : { ...config, connectionString: address })
    this.#hosts = hosts
    this.#place = place
    // The pool listens to idle connections alone: of one in use the statement fails, and the connection emits the error once more.
    this.on('error', () => {})
    this.connection.on('errorMessage', ({ code }: { code?: string }) => {
      if (code === readOnly) this.#leave()
    })
  }

  // biome-ignore lint/suspicious/noExplicitAny: the overloads of the driver's method have no other type in common
  override connect(callback?: any): any {
    const connecting = this.#connectToPrimary()
    if (!callback) return connecting
    connecting.then(() => callback(), callback)
  }

  async #connectToPrimary(): Promise<void> {
    try {
      await super.connect()
      const query = { text: greeting, query_timeout: connectionTimeoutMs }
      const results = (await this.query(query)) as pg.QueryResult<Greeted>[]
      const { system, timeline = null } = results.at(-1)?.rows[0] ?? {}
      if (timeline === null) throw Object.assign(new Error('the database is a standby'), { code: readOnly })
      this.#hosts.epoch = hash('sha256', `${system} ${timeline}`, 'base64url').slice(0, 12)
    } catch (error) {
      this.#leave()
      throw error
    }
  }

  /** Has the next connection try another host. */
  #leave(): void {
    this.#hosts.leave(this.#place)
    this.end().catch(() => {})
  }
}
