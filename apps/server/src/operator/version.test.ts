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
