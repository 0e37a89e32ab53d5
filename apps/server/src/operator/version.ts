import { execFile } from 'node:child_process'
import { existsSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import { promisify } from 'node:util'
import { newestMigration } from '../platform/database/migrator.ts'
import type { Command } from './command.ts'

const root = resolve(import.meta.dirname, '../../../..')

export const version: Command = {
  usage: '',
  summary: 'print the release, and the newest migration that it brings',
  words: { from: 0, to: 0 },
  withoutDatabase: true,
  async run({ print }) {
    // Of the server's package: a production install has no other file of the root than that one needs.
    const { version } = JSON.parse(
      await readFile(join(import.meta.dirname, '../../package.json'), 'utf8'),
    ) as { version: string }
    const commit = await readCommit()
    print(`Covo ${version}, migration ${await newestMigration()}${commit ? `, commit ${commit}` : ''}`)
    return 0
  },
}

/** Null where the release is no clone, or git isn't there or refuses the folder, as it does another user's. */
async function readCommit(): Promise<string | null> {
  if (!existsSync(join(root, '.git'))) return null
  return await promisify(execFile)('git', ['rev-parse', '--short', 'HEAD'], { cwd: root }).then(
    ({ stdout }) => stdout.trim(),
    () => null,
  )
}
