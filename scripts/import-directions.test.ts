import { globSync, readFileSync } from 'node:fs'
import { resolve } from 'node:path'
import { describe, expect, it } from 'vitest'
import { findCircle, importFault, importsOf } from './import-directions.ts'

const root = resolve(import.meta.dirname, '..')

it('finds no import against the directions and no circle of slices in the tree', () => {
  const files = globSync(['apps/server/src/**/*.ts', 'apps/web/**/*.{ts,tsx}', 'packages/*/src/**/*.ts'], {
    cwd: root,
    exclude: (path) => /node_modules$|dist$/.test(path),
  }).filter((file) => !/\.test\.tsx?$/.test(file))
  const imports = files.flatMap((file) =>
    importsOf(readFileSync(resolve(root, file), 'utf8')).map((specifier) => ({ file, specifier })),
  )
  expect(imports.length).toBeGreaterThan(1000)
  const faults = imports.flatMap(({ file, specifier }) => {
    const fault = importFault(file, specifier)
    return fault ? [`${file} imports ${specifier}: ${fault}`] : []
  })
  expect(faults).toEqual([])
  expect(findCircle(imports)).toBeNull()
})

describe('findCircle', () => {
  const imports = [
    { file: 'apps/server/src/tokens/tokens.service.ts', specifier: '../auth/sessions.ts' },
    { file: 'apps/server/src/auth/sessions.ts', specifier: '../account/account.store.ts' },
  ]

  it('finds slices that import one another, over others', () => {
    const back = { file: 'apps/server/src/account/account.store.ts', specifier: '../tokens/end-tokens.ts' }
    expect(findCircle([...imports, back])).toEqual(['tokens', 'auth', 'account', 'tokens'])
  })

  it('finds none in one direction, nor in what composes them', () => {
    const up = { file: 'apps/server/src/app.ts', specifier: './tokens/tokens.service.ts' }
    expect(findCircle([...imports, up])).toBeNull()
  })
})

describe('importFault', () => {
  it.each([
    ['apps/server/src/platform/http/planted.ts', '../../chat/chat.service.ts'],
    ['apps/server/src/platform/http/planted.ts', '../../app.ts'],
    ['apps/server/src/platform/http/planted.ts', '../../operator/rows.ts'],
    ['apps/server/src/auth/planted.ts', '../chat/chat.store.ts'],
    ['apps/server/src/auth/planted.ts', '../app.ts'],
    ['apps/server/src/auth/planted.ts', '../operator/rows.ts'],
    ['apps/server/src/seventh/planted.ts', '../chat/chat.store.ts'],
    ['apps/server/src/platform/planted.ts', '../seventh/seventh.service.ts'],
    ['apps/web/src/auth/planted.ts', '../chat/use-conversation.ts'],
    ['apps/web/src/auth/planted.ts', '../shell/app-shell.tsx'],
    ['apps/web/src/auth/planted.ts', '../routes.tsx'],
    ['apps/web/src/auth/planted.ts', '@covo/server/app.ts'],
    ['apps/web/src/auth/planted.ts', '../../../server/src/app.ts'],
    ['apps/web/src/shell/planted.ts', 'node:fs'],
    ['apps/web/src/shell/planted.ts', '@covo/testing/cast'],
    ['apps/web/src/ui/planted.ts', '../chat/chat.screen.tsx'],
    ['apps/web/src/platform/planted.ts', '../auth/auth.queries.ts'],
    ['apps/web/src/seventh/planted.ts', '../chat/chat.queries.ts'],
    ['apps/web/src/screens.ts', './chat/chat.screen.tsx'],
    ['packages/contract/src/planted.ts', 'node:fs'],
    ['packages/contract/src/planted.ts', '@covo/server/app.ts'],
    ['packages/contract/src/planted.ts', '@covo/web/main'],
    ['packages/contract/src/planted.ts', '@covo/testing/cast'],
    ['packages/testing/src/planted.ts', '../../../apps/server/src/auth/sessions.ts'],
    ['packages/testing/src/planted.ts', '@covo/server/app.ts'],
  ])('refuses that %s imports %s', (file, specifier) => {
    expect(importFault(file, specifier)).not.toBeNull()
  })

  it.each([
    ['apps/server/src/platform/http/planted.ts', '../log/log.ts'],
    ['apps/server/src/platform/http/planted.ts', '@covo/contract/errors'],
    ['apps/server/src/platform/http/planted.ts', 'node:fs'],
    ['apps/server/src/auth/planted.ts', './auth.store.ts'],
    ['apps/server/src/auth/planted.ts', '../friends/friends.service.ts'],
    ['apps/server/src/auth/planted.ts', '../platform/log/log.ts'],
    ['apps/server/src/planted.ts', './chat/chat.service.ts'],
    ['apps/server/src/operator/planted.ts', '../auth/display-name.ts'],
    ['apps/web/src/auth/planted.ts', '../ui/button.tsx'],
    ['apps/web/src/auth/planted.ts', './login.screen.tsx'],
    ['apps/web/src/auth/planted.ts', '../screens.ts'],
    ['apps/web/src/auth/planted.ts', '@covo/contract/auth/auth.rules'],
    ['apps/web/src/shell/planted.ts', '../chat/chat.queries.ts'],
    ['apps/web/gallery/planted.tsx', '../src/chat/chat.queries.ts'],
    ['packages/contract/src/chat/planted.ts', '../errors.ts'],
    ['packages/contract/src/planted.ts', 'zod'],
    ['packages/testing/src/planted.ts', 'node:fs'],
    ['packages/testing/src/planted.ts', '@covo/contract/errors'],
  ])('lets %s import %s', (file, specifier) => {
    expect(importFault(file, specifier)).toBeNull()
  })
})

it('reads imports of every form', () => {
  const source = [
    "import './style.css'",
    "import type { One } from './one.ts'",
    "import {\n  two,\n  three,\n} from './two.ts'",
    "export * from './four.ts'",
    "const five = () => import('./five.tsx')",
  ].join('\n')
  expect(importsOf(source)).toEqual(['./style.css', './one.ts', './two.ts', './four.ts', './five.tsx'])
})
