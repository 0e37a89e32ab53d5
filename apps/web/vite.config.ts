import react from '@vitejs/plugin-react'
import type { Rolldown } from 'vite'
import { defineConfig, type HtmlTagDescriptor, type Plugin } from 'vite'
import { compression } from 'vite-plugin-compression2'
import { memberScreens, menuScreens, openScreens, type Screen, visitorScreens } from './src/screens.ts'

const serviceWorker = 'service-worker.js'
/** For the server alone: what begins with a dot is not served. */
const firstFiles = '.first-files.json'

/** Adds a tag to the head of the page for each file of the build whose name matches. */
function nameInHead(name: string, pattern: RegExp, tagOf: (path: string) => HtmlTagDescriptor): Plugin {
  return {
    name: `covo:${name}`,
    transformIndexHtml: {
      order: 'post',
      handler: (_html, { bundle }) =>
        Object.keys(bundle ?? {})
          .filter((file) => pattern.test(file))
          .map((file) => ({ ...tagOf(`/${file}`), injectTo: 'head-prepend' as const })),
    },
  }
}

/** The browser asks for the text font beside the styles instead of after them. */
const preloadTextFont = nameInHead('preload-text-font', /schibsted-grotesk-italian.*\.woff2$/, (href) => ({
  tag: 'link',
  attrs: { rel: 'preload', as: 'font', type: 'font/woff2', href, crossorigin: '' },
}))

/** Runs the script that says that the program can't start, before the program. */
const runStartFailure = nameInHead('run-start-failure', /start-failure.*\.js$/, (src) => ({
  tag: 'script',
  // No module, so that a browser that knows none runs it.
  attrs: { defer: true, src },
}))

/** Every screen for members waits for the frame's script, and for the member. */
const frame = { file: 'shell/shell.tsx', requests: ['/api/profiles/me'] }
/** The screens at the addresses at which visits begin, by session. A private chat's depends on the member. */
const firstScreens = {
  out: [...Object.values(visitorScreens), openScreens.publicEvents].map(
    (screen) => [screen.path, [screen]] as const,
  ),
  in: [
    ['/', [frame, memberScreens.home]] as const,
    ...menuScreens.map((screen) => [screen.path, [frame, screen]] as const),
  ],
}

/** Writes down what the server is to name in the page for them: the browser asks for all at once then, not by and by. */
function listFirstFiles(): Plugin {
  return {
    name: 'covo:list-first-files',
    enforce: 'post',
    generateBundle(_options, bundle) {
      const chunks = Object.values(bundle).filter((file) => file.type === 'chunk')
      const program = chunks.find(({ isEntry, name }) => isEntry && name === 'index')
      const add = (files: Set<string>, chunk: Rolldown.OutputChunk | undefined) => {
        if (!chunk || files.has(chunk.fileName)) return files
        files.add(chunk.fileName)
        for (const file of chunk.viteMetadata?.importedCss ?? []) files.add(file)
        for (const imported of chunk.imports)
          add(
            files,
            chunks.find(({ fileName }) => fileName === imported),
          )
        return files
      }
      const linksOf = (screens: readonly Pick<Screen, 'file' | 'requests'>[]) => {
        const files = new Set<string>()
        for (const { file } of screens) {
          const chunk = chunks.find(({ facadeModuleId }) => facadeModuleId?.endsWith(`/src/${file}`))
          if (!chunk) throw new Error(`the build has no ${file}`)
          add(files, chunk)
        }
        const requests = screens.flatMap((screen) => screen.requests ?? [])
        return [...[...files.difference(add(new Set(), program))].map((file) => `/${file}`), ...requests]
          .map(linkTo)
          .join('')
      }
      const links = Object.entries(firstScreens).map(([session, pages]) => [
        session,
        Object.fromEntries(pages.map(([path, screens]) => [path.toLowerCase(), linksOf(screens)])),
      ])
      const reference = chunks.find(({ isEntry, name }) => isEntry && name === 'reference')
      const source = JSON.stringify({
        ...Object.fromEntries(links),
        reference: [...add(new Set(), reference)].map((file) => elementOf(`/${file}`)).join(''),
      })
      this.emitFile({ type: 'asset', fileName: firstFiles, source })
    },
  }
}

/** Files come after those of the program itself, which the page names too. */
function linkTo(path: string): string {
  if (path.startsWith('/api/')) return `<link rel="preload" as="fetch" href="${path}" crossorigin />`
  if (path.endsWith('.css'))
    return `<link rel="preload" as="style" href="${path}" fetchpriority="low" crossorigin />`
  return `<link rel="modulepreload" href="${path}" fetchpriority="low" crossorigin />`
}

function elementOf(path: string): string {
  return path.endsWith('.css')
    ? `<link rel="stylesheet" href="${path}" crossorigin />`
    : `<script type="module" src="${path}" crossorigin></script>`
}

/** Of two scripts that import each other, one runs before what it needs: groups of shared modules (below) can make them. */
function refuseCircularImports(): Plugin {
  return {
    name: 'covo:refuse-circular-imports',
    generateBundle(_options, bundle) {
      const reached = new Set<string>()
      const follow = (file: string, importers: string[]) => {
        if (importers.includes(file))
          throw new Error(`scripts import each other: ${[...importers, file].join(', ')}`)
        const chunk = bundle[file]
        if (reached.has(file) || chunk?.type !== 'chunk') return
        for (const imported of chunk.imports) follow(imported, [...importers, file])
        reached.add(file)
      }
      for (const file of Object.keys(bundle)) follow(file, [])
    },
  }
}

/** Names the build's files, but for those of the reference and the seldom needed full faces of the font, in the service worker. */
function listAssets(): Plugin {
  return {
    name: 'covo:list-assets',
    enforce: 'post',
    generateBundle: {
      order: 'post',
      async handler(_options, bundle) {
        const worker = bundle[serviceWorker]
        if (worker?.type !== 'chunk') throw new Error(`the build has no ${serviceWorker}`)
        const files = Object.keys(bundle).filter(
          (file) => /\.(js|css)$/.test(file) || file.includes('schibsted-grotesk-italian'),
        )
        const assets = files
          .filter((file) => file !== serviceWorker && !file.includes('/reference-'))
          .map((file) => `/${file}`)
        const digest = await crypto.subtle.digest('SHA-256', new TextEncoder().encode(assets.join()))
        const version = new Uint8Array(digest).toHex().slice(0, 12)
        worker.code = worker.code.replace(/\bbuild\b/, JSON.stringify({ version, assets }))
      },
    },
  }
}

/**
 * Which shared modules go into one script: left alone, each mix of screens that share one gets a script of its own, fifty of
 * them for a chat. The first that matches counts; what is in none is rarely shared.
 */
const sharedScripts = [
  // Every screen. Of the icons only the avatar's: those of the others stand with what draws them.
  {
    name: 'program',
    test: /rolldown\/runtime|node_modules\/(react|react-dom|react-router|scheduler|@tabler\/icons-react\/dist\/esm)\/(?!icons\/(?!IconUser\.))|src\/ui\/(avatar|arch-decoration|page-title|screen)\.|src\/platform\/(instance|uuid|common\.texts)|profiles\/photo\.rules|contract\/src\/body-limit/,
    minShareCount: 2,
  },
  // Every screen with something to send.
  {
    name: 'sending',
    test: /node_modules\/(@mantine\/store|hono)\/|random-id|notifications\.store|src\/ui\/(inline-alert|toast(-place)?\.)|Icon(AlertCircle|Check|InfoCircle|PlugConnectedX)\.|src\/platform\/(api|confirmation|use-loaded)/,
    minShareCount: 2,
  },
  // Every screen that checks what is typed.
  {
    name: 'rules',
    test: /contract\/src\/(names|parsed|text|formatter|events\/events\.rules)\./,
    minShareCount: 2,
  },
  // Every screen with a form: the screens for visitors have no more than these and their own.
  {
    name: 'forms',
    test: /node_modules\/(@mantine\/form|klona|fast-deep-equal)\/|src\/ui\/field|IconEye(Off)?\.|src\/platform\/use-problem|src\/auth\/(?!second-step|confirmation)/,
    minShareCount: 2,
  },
  // Menus and dialogs, which open over a screen, and the parts that notices share with them.
  {
    name: 'overlay',
    test: /node_modules\/@floating-ui\/|@mantine\/core\/esm\/components\/(Menu|Popover|Modal|ScrollArea|FocusTrap)|@mantine\/hooks\/esm\/use-focus-(trap|return)/,
    minShareCount: 2,
  },
  {
    name: 'over-screen',
    test: /node_modules\/(react-remove-scroll|react-remove-scroll-bar|react-style-singleton|use-sidecar|use-callback-ref|get-nonce)\/|@mantine\/core\/esm\/components\/(Transition|Portal)/,
    minShareCount: 2,
  },
  // How dates, people and addresses are shown: of messages, and of events, which visitors see too.
  {
    name: 'details',
    test: /src\/platform\/format\.|contract\/src\/(time-zones|calendar|addresses)\.|src\/ui\/(outer|person)-link|icons\/Icon(CalendarEvent|Users)\./,
    minShareCount: 2,
  },
  // What a list of events shows of each: visitors' lists have no more than this and their own.
  {
    name: 'listed',
    test: /src\/events\/(event-(dates|head)|event\.texts|category-badge)\./,
    minShareCount: 2,
  },
  // Texts with marks: messages, and descriptions of events, which visitors see too.
  { name: 'markup', test: /contract\/src\/chat\/markup/, minShareCount: 2 },
  // The data of an event that visitors see too.
  {
    name: 'shown',
    test: /icons\/Icon(CalendarPlus|MapPin|Share)\.|src\/events\/(event-(facts|dates|seats|standing|description)|event\.(texts|module)|share-event|add-to-calendar)\./,
    minShareCount: 2,
  },
  // What the frame of members' screens shares with some of them: it is there whenever they are.
  {
    name: 'frame',
    test: /src\/(platform\/notification-settings|notifications\/notifications\.texts|friends\/friend-toast|chat\/use-has-room-news)|contract\/src\/notifications\/event-line/,
    minShareCount: 2,
  },
  // Most screens for members. What of the chat stands in menus comes with these, which need this group.
  {
    name: 'member',
    test: /node_modules\/|src\/(chat(?!\/muting)|friends|realtime|notifications|profiles)\/|contract\/src\/(account|profiles|notifications|settings|rooms|files)\/|contract\/src\/(fold|is-bot|skills|realtime)\.|src\/ui\/(bot-mark|icon-button|back-link|more-button|linked-text|online|person\.texts|email)|src\/platform\/(account|density|live|member|offline|query|keep|ask|format-|friendship|privacy|report|block)/,
    minShareCount: 3,
  },
]

/** Seven letters of the hash, 42 bits: the first script names all others, and each letter is one that every visitor fetches. */
const scriptName = 'assets/[name]-[hash:7].js'

export default defineConfig({
  plugins: [
    react({ compiler: true }),
    preloadTextFont,
    runStartFailure,
    listFirstFiles(),
    refuseCircularImports(),
    listAssets(),
    // Once, as well as it goes; the page itself is filled in at each request.
    compression({
      algorithms: ['brotliCompress', 'gzip'],
      include: /\.(js|css|svg)$/,
      // It is compressed before the files are named in it.
      exclude: /service-worker\.js$/,
      threshold: 500,
    }),
  ],
  build: {
    // The content security policy allows no data: fonts and styles.
    assetsInlineLimit: 0,
    rolldownOptions: {
      input: [
        'index.html',
        'src/platform/start-failure.ts',
        'src/platform/service-worker.ts',
        'src/developers/reference.ts',
      ],
      output: {
        codeSplitting: { includeDependenciesRecursively: false, groups: sharedScripts },
        // The service worker's address sets its scope, and never changes.
        entryFileNames: ({ name }) => (name === 'service-worker' ? serviceWorker : scriptName),
        chunkFileNames: scriptName,
        assetFileNames: 'assets/[name]-[hash:7][extname]',
      },
    },
  },
})
