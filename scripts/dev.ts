import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { readFile } from 'node:fs/promises'
import type { IncomingMessage, ServerResponse } from 'node:http'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { startSampleInstance, startSampleProvider } from '@covo/testing/sample-instance'
import { createLogger, createServer, type Plugin, type ViteDevServer } from 'vite'
import { endingSignals, root } from './child.mjs'
import { demoSettings } from './demo-settings.mjs'

// Vite's server, which replaces saved modules in the open page, before Covo's server, which is restarted when one of its files
// is saved. PORT is Vite's; those after it are the provider's, the page of mails' and Covo's.
const port = Number(process.env.PORT || 5173)
const origin = `http://localhost:${port}`
const serverPort = port + 3
const serverOrigin = `http://localhost:${serverPort}`
const dataDirectory = process.env.COVO_DATA_DIR || `${root}/data-dev`
const serverFolders = ['apps/server/src', 'apps/server/migrations', 'packages/contract/src'].map((path) =>
  join(root, path),
)

// While the server is restarted nothing answers behind Vite, and the page asks again.
const logger = createLogger()
const { error: logError } = logger
logger.error = (message, options) => {
  if (!message.includes('proxy error')) logError(message, options)
}

await startSampleProvider(origin)
let server = startServer()
// A file may be saved while Vite and the sample still start.
let isRestartDue = false
let restarting = Promise.resolve()
const vite = await createServer({
  root: join(root, 'apps/web'),
  // No page of Vite's own: `fillPage` answers it.
  appType: 'custom',
  customLogger: logger,
  clearScreen: false,
  server: {
    port,
    strictPort: true,
    proxy: {
      '/api': { target: serverOrigin, ws: true },
      '^/((eventi(/.+)?|calendario/.+)\\.ics|health/|metrics$|sviluppatori$|assets/|\\.well-known/|manifest\\.webmanifest$)':
        serverOrigin,
    },
  },
  plugins: [fillPage()],
})
vite.watcher.add(serverFolders).on('all', (_event, path) => {
  const isServers = serverFolders.some((folder) => path.startsWith(folder)) && path.endsWith('.ts')
  if (isServers && !path.endsWith('.test.ts')) restartSoon()
})
for (const signal of endingSignals) process.on(signal, stop)
// The start script holds this channel: when it is killed, nothing stays behind.
process.on('disconnect', stop)
await vite.listen()
await startSampleInstance(dataDirectory, origin, serverOrigin)
process.stdout.write(`\nWhat is saved is shown at once on ${origin}. Ctrl-C ends it.\n`)

function startServer(): ChildProcess {
  return spawn(process.execPath, ['apps/server/src/main.ts', '--attended'], {
    cwd: root,
    env: {
      COVO_LOG_LEVEL: 'warn',
      ...demoSettings(dataDirectory, port),
      PORT: String(serverPort),
      // The origin of the pages: requests of others are refused, and links in mails lead there.
      COVO_URL: origin,
      COVO_HOST: 'localhost',
      NODE_COMPILE_CACHE: `${root}/.cache/compile`,
    },
    stdio: ['ignore', 'inherit', 'inherit'],
  })
}

async function endServer(): Promise<void> {
  if (server.exitCode !== null || server.signalCode !== null) return
  server.kill('SIGTERM')
  await once(server, 'exit')
}

/** Editors save several files at once, and some save one in several steps. */
function restartSoon(): void {
  if (isRestartDue) return
  isRestartDue = true
  restarting = restarting
    .then(() => delay(50))
    .then(async () => {
      isRestartDue = false
      await endServer()
      server = startServer()
    })
}

async function stop(): Promise<void> {
  await vite.close()
  await restarting
  await endServer()
  process.exit()
}

/**
 * Answers the page as the server fills it in, and with the answers of the server's own page, but with the scripts of Vite and
 * without the server's headers, which would refuse them.
 */
function fillPage(): Plugin {
  return {
    name: 'covo:fill-page',
    // Behind all that Vite serves.
    configureServer: (viteServer) => () => {
      viteServer.middlewares.use((request, response, next) => {
        answerPage(viteServer, request, response).catch(next)
      })
    },
  }
}

async function answerPage(
  { transformIndexHtml }: ViteDevServer,
  { url = '/', headers }: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  const answer = await fetch(`${serverOrigin}${url}`, {
    headers: { cookie: headers.cookie ?? '' },
  }).catch(() => null)
  if (!answer?.ok) {
    // There is no such page, or the server is being restarted.
    response.writeHead(answer?.status ?? 503, answer ? {} : { refresh: '1' }).end()
    return
  }
  const page = await answer.text()
  const readFrom = (pattern: RegExp) => pattern.exec(page)?.[1] ?? ''
  const template = await readFile(join(root, 'apps/web/index.html'), 'utf8')
  const filled = template
    .replaceAll('{{session}}', () => readFrom(/data-session="(\w+)"/))
    .replaceAll('{{name}}', () => readFrom(/name="application-name" content="([^"]*)"/))
    .replaceAll('{{provider}}', () => readFrom(/name="covo-provider" content="([^"]*)"/))
    .replaceAll('{{controller}}', () => readFrom(/name="covo-controller" content="([^"]*)"/))
    .replaceAll('{{contact}}', () => readFrom(/name="covo-contact" content="([^"]*)"/))
    .replaceAll('{{extensions}}', () => readFrom(/name="covo-extensions" content="(\w*)"/))
    .replaceAll('{{email-verification}}', () => readFrom(/name="covo-email-verification" content="(\w*)"/))
    .replaceAll('{{registration}}', () => readFrom(/name="covo-registration" content="(\w*)"/))
    .replaceAll('{{ctftime}}', () => readFrom(/name="covo-ctftime" content="(\w*)"/))
    .replaceAll('{{public-events}}', () => readFrom(/name="covo-public-events" content="(\w*)"/))
    .replaceAll('{{files}}', () => readFrom(/name="covo-files" content="(\w*)"/))
    .replaceAll('{{origin}}', origin)
    // The data of a visitor's first screen.
    .replace('</head>', () => `${readFrom(/(<script type="application\/json".*?<\/script>)/)}</head>`)
  response
    .writeHead(200, { 'content-type': 'text/html; charset=utf-8', 'cache-control': 'no-store' })
    .end(await transformIndexHtml(url, filled))
}
