import { execFile } from 'node:child_process'
import { copyFile, mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join, resolve } from 'node:path'
import { afterAll, beforeAll, expect, it } from 'vitest'

const root = resolve(import.meta.dirname, '..')
const biome = join(root, 'node_modules/@biomejs/biome/bin/biome')
let folder: string

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'covo-imports-'))
  await copyFile(join(root, 'biome.json'), join(folder, 'biome.json'))
})

afterAll(() => rm(folder, { recursive: true, force: true }))

/** What the linter says of a file with one import, planted at `path` of an otherwise empty tree. */
async function lint(path: string, imported: string): Promise<string> {
  const file = join(folder, path)
  await mkdir(dirname(file), { recursive: true })
  await writeFile(file, `import { a } from '${imported}'\n\nexport const b = a\n`)
  return await new Promise((done) => {
    const options = ['lint', '--vcs-enabled=false', '--only=style/noRestrictedImports', path]
    execFile(process.execPath, [biome, ...options], { cwd: folder }, (_, out, err) => done(out + err))
  })
}

it.each([
  ['apps/server/src/platform/http/planted.ts', '../../chat/chat.service.ts'],
  ['apps/server/src/platform/http/planted.ts', '../../app.ts'],
  ['apps/server/src/auth/planted.ts', '../chat/chat.store.ts'],
  ['apps/server/src/auth/planted.ts', '../app.ts'],
  ['apps/server/src/auth/planted.ts', '../operator/rows.ts'],
  ['apps/server/src/platform/http/planted.ts', '../../operator/rows.ts'],
  ['apps/web/src/auth/planted.ts', '../chat/use-conversation.ts'],
  ['apps/web/src/auth/planted.ts', '../shell/app-shell.tsx'],
  ['apps/web/src/auth/planted.ts', '@covo/server/app.ts'],
  ['apps/web/src/shell/planted.ts', 'node:fs'],
  ['apps/web/src/ui/planted.ts', '../chat/chat.screen.tsx'],
  ['apps/web/src/platform/planted.ts', '../auth/auth.queries.ts'],
  ['packages/contract/src/planted.ts', 'node:fs'],
  ['packages/contract/src/planted.ts', '@covo/server/app.ts'],
])('%s may not import %s', async (path, imported) => {
  expect(await lint(path, imported)).toContain('noRestrictedImports')
})

it.each([
  ['apps/server/src/platform/http/planted.ts', '../log/log.ts'],
  ['apps/server/src/platform/http/planted.ts', '@covo/contract/errors'],
  ['apps/server/src/auth/planted.ts', './auth.store.ts'],
  ['apps/server/src/auth/planted.ts', '../platform/log/log.ts'],
  ['apps/server/src/planted.ts', './chat/chat.service.ts'],
  ['apps/server/src/operator/planted.ts', '../auth/display-name.ts'],
  ['apps/web/src/auth/planted.ts', '../ui/button.tsx'],
  ['apps/web/src/auth/planted.ts', '@covo/contract/auth/auth.rules'],
  ['apps/web/src/shell/planted.ts', '../chat/chat.queries.ts'],
])('%s may import %s', async (path, imported) => {
  expect(await lint(path, imported)).not.toContain('noRestrictedImports')
})
