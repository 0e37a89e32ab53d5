import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { runOperatorCommand } from '@covo/testing/operator-command'
import { expect, it } from 'vitest'
import { newestMigration } from '../platform/database/migrator.ts'

it('prints the release, the newest migration and the commit, without a database', async () => {
  const { code, output } = await runOperatorCommand({ COVO_DATA_DIR: '/proc/nowhere' }, 'version')
  expect(output).toMatch(
    new RegExp(`^Covo \\d+\\.\\d+\\.\\d+, migration ${await newestMigration()}(, commit [\\da-f]{7,})?\n$`),
  )
  expect(code).toBe(0)
})

it('is written to a pipe that is closed early', async () => {
  const command = spawn(process.execPath, [join(import.meta.dirname, '../covo.ts'), '--help'])
  command.stdout.destroy()
  const [[code], errors] = await Promise.all([once(command, 'exit'), text(command.stderr)])
  expect([code, errors]).toEqual([0, ''])
})
