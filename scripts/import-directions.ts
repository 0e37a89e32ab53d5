import { posix } from 'node:path'

/** The role of a file, by the folder that it stands in. */
type Place = {
  part: 'server' | 'web' | 'contract' | 'testing'
  layer: 'base' | 'slice' | 'composing'
  /** Or a file of the part's own folder. */
  folder: string
  isFolder: boolean
}

/** A folder that is not named here is a slice; a file that is not named, and stands in no folder, composes slices. */
const layers = {
  server: {
    base: ['platform', 'environment.ts', 'slice.ts'],
    composing: ['operator', 'deletion', 'moderation'],
  },
  web: {
    base: ['platform', 'ui', 'screens.ts'],
    composing: ['shell', 'home', 'landing', 'person', 'moderation'],
  },
}

/**
 * Why a file may not import a module, or null where it may: `platform`, `ui` and `contract` ← slices ← what composes them
 * (docs/architecture.md).
 *
 * @param file the importing one, from the repository's root
 * @param specifier the module's, as it stands in the import
 */
export function importFault(file: string, specifier: string): string | null {
  const importer = placeOf(file)
  if (importer === null) return null
  const target = targetOf(file, specifier)
  if (['web', 'contract'].includes(importer.part) && !isOpenToBrowser(target))
    return 'The browser and the contract know the server by the contract alone.'
  if (importer.part === 'testing')
    return target.startsWith('apps/') ? 'The kit of tests starts a server; it reads none.' : null
  if (importer.part === 'contract')
    return /^(apps|packages\/testing)\//.test(target)
      ? 'The contract is read by server and browser alike, and reads neither.'
      : null
  const imported = placeOf(target)
  if (imported?.part !== importer.part || importer.layer === 'composing') return null
  if (importer.layer === 'base' && imported.layer !== 'base') return 'platform and ui know no slice.'
  if (imported.layer === 'composing') return 'Slices do not know what composes them.'
  if (imported.layer === 'base' || imported.folder === importer.folder) return null
  if (importer.part === 'web') return 'A slice of the browser knows no other slice.'
  return target.endsWith('.store.ts')
    ? "A slice needs another's service, passed in at app.ts, never its store."
    : null
}

/**
 * A circle of server slices that import one another, as the list of their folders, or null: each of them could be read without those
 * that import it.
 */
export function findCircle(imports: { file: string; specifier: string }[]): string[] | null {
  const imported = new Map<string, Set<string>>()
  for (const { file, specifier } of imports) {
    const [from, to] = [placeOf(file), placeOf(targetOf(file, specifier))]
    if (from?.part !== 'server' || to?.part !== 'server' || !from.isFolder || !to.isFolder) continue
    if (from.folder === to.folder) continue
    imported.set(from.folder, (imported.get(from.folder) ?? new Set()).add(to.folder))
  }
  const done = new Set<string>()
  const visit = (folder: string, path: string[]): string[] | null => {
    if (path.includes(folder)) return [...path.slice(path.indexOf(folder)), folder]
    if (done.has(folder)) return null
    for (const next of imported.get(folder) ?? []) {
      const circle = visit(next, [...path, folder])
      if (circle) return circle
    }
    done.add(folder)
    return null
  }
  for (const folder of imported.keys()) {
    const circle = visit(folder, [])
    if (circle) return circle
  }
  return null
}

function placeOf(path: string): Place | null {
  const [, kit] = /^packages\/(contract|testing)\//.exec(path) ?? []
  if (kit === 'contract' || kit === 'testing')
    return { part: kit, layer: 'base', folder: '', isFolder: false }
  if (path.startsWith('apps/web/') && !path.startsWith('apps/web/src/'))
    return { part: 'web', layer: 'composing', folder: '', isFolder: false }
  const [, part, name = '', slash] = /^apps\/(server|web)\/src\/([^/]+)(\/?)/.exec(path) ?? []
  if (part !== 'server' && part !== 'web') return null
  const { base, composing } = layers[part]
  const place = { part, folder: name, isFolder: Boolean(slash) } as const
  if (base.includes(name)) return { ...place, layer: 'base' }
  return { ...place, layer: slash && !composing.includes(name) ? 'slice' : 'composing' }
}

/** A path from the root, for what is in the tree; else the specifier itself. */
function targetOf(file: string, specifier: string): string {
  const [, name, rest = ''] = /^@covo\/(\w+)(\/.*)?$/.exec(specifier) ?? []
  if (name) return `${name === 'server' || name === 'web' ? 'apps' : 'packages'}/${name}${rest}`
  return specifier.startsWith('.') ? posix.join(posix.dirname(file), specifier) : specifier
}

function isOpenToBrowser(target: string): boolean {
  return !/^(node:|apps\/server(\/|$)|packages\/testing(\/|$))/.test(target)
}

/** The specifiers of a source's imports and re-exports. */
export function importsOf(source: string): string[] {
  return [
    ...source.matchAll(
      /^\s*(?:import|export)\b(?:[^'"`;]*?\bfrom)?\s*['"]([^'"]+)['"]|\bimport\(\s*['"]([^'"]+)['"]/gm,
    ),
  ].map(([, still, dynamic]) => still ?? dynamic ?? '')
}
