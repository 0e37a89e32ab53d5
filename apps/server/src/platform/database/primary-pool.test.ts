import { expect, inject, it, onTestFinished } from 'vitest'
import { addressesOf, PrimaryPool } from './primary-pool.ts'

it.each([
  { url: 'postgres://covo@a/covo', addresses: ['postgres://covo@a/covo'] },
  {
    url: 'postgres://covo:p%40,@a:5432,[::1]:5433,%2Frun/covo?sslmode=require',
    addresses: [
      'postgres://covo:p%40,@a:5432/covo?sslmode=require',
      'postgres://covo:p%40,@[::1]:5433/covo?sslmode=require',
      'postgres://covo:p%40,@%2Frun/covo?sslmode=require',
    ],
  },
  { url: 'postgresql://a,b', addresses: ['postgresql://a', 'postgresql://b'] },
])('reads the hosts of $url', ({ url, addresses }) => {
  expect(addressesOf(url)).toEqual(addresses)
})

function poolOf(hosts: string): PrimaryPool {
  const { user, password, database } = inject('cluster')
  const pool = new PrimaryPool({ connectionString: `postgres://${user}:${password}@${hosts}/${database}` })
  onTestFinished(() => pool.end())
  return pool
}

it('connects to the first host that answers, names its history, and fails where none does', async () => {
  const { host, port } = inject('cluster')
  const there = `${encodeURIComponent(host)}:${port}`
  const pool = poolOf(`127.0.0.1:1,127.0.0.1:2,${there}`)
  expect(pool.epoch).toBe('')
  expect((await pool.query('select 1 as one')).rows).toEqual([{ one: 1 }])
  expect(pool.epoch).toMatch(/^[\w-]{12}$/)
  const other = poolOf(there)
  await other.query('select 1')
  expect(other.epoch).toBe(pool.epoch)
  await expect(poolOf('127.0.0.1:1,127.0.0.1:2').query('select 1')).rejects.toMatchObject({
    code: 'ECONNREFUSED',
  })
})

it('leaves a host that refuses to write, and drops the connection', async () => {
  const { host, port } = inject('cluster')
  const there = `${encodeURIComponent(host)}:${port}`
  const pool = poolOf(`${there},${there}`)
  const client = await pool.connect()
  await client.query('set default_transaction_read_only = on')
  await expect(client.query('create temporary table refused ()')).rejects.toMatchObject({ code: '25006' })
  client.release()
  expect(pool.totalCount).toBe(0)
  await expect(pool.query('create temporary table taken ()')).resolves.toBeDefined()
})
