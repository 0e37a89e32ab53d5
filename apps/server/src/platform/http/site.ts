import { readFile } from 'node:fs/promises'
import { join, relative } from 'node:path'
import { gzipSync } from 'node:zlib'
import { escapeHtml } from '@covo/contract/escape-html'
import { serveStatic } from '@hono/node-server/serve-static'
import { type Context, Hono } from 'hono'
import { StartupError } from '../startup-error.ts'
import { acceptsGzip } from './document.ts'
import type { HttpEnv } from './router.ts'

/** The instance as the page shows it. */
type Instance = {
  name: string
  /** The label of the external provider, or nothing. */
  provider: string
  /** The controller of the data, or nothing. */
  controller: string
  /** An address of mail, or nothing. */
  contact: string
  /** `on` or `off`. */
  extensions: string
  /** `off`, `limited` or `required`. */
  emailVerification: string
  registration: string
  /** `on` or `off`. */
  ctftime: string
  /** `on` or `off`. */
  publicEvents: string
  /** `on` or `off`. */
  files: string
  /** The public origin, or nothing where it isn't set: the one of a request may be forged. */
  origin: string
}

/** The parts of a page that replace those of the instance. Each is HTML, whose values are escaped. */
export type PageParts = {
  /** The title, the description and the tags of previews; left out: the instance's. */
  card?: string
  /** Further elements of the head. */
  head: string
  /** Shown by browsers without script. */
  noscript: string
}

export type Site = Awaited<ReturnType<typeof openSite>>

/**
 * The browser's part. Assets carry a hash in their name and never change; every other path answers the one page, which
 * carries the instance's name and whether the visitor is signed in (nothing personal), so that the first screen needs
 * no round trip. The page that the service worker keeps for a time without network says nothing of a session.
 */
export async function openSite(
  folder: string,
  instance: Instance,
  isSignedIn: (cookieHeader: string | undefined) => Promise<boolean>,
) {
  const template = await readSiteFile(folder, 'index.html')
  const page = template
    // The indentation is for its editors, and would be a part of every visit.
    .replaceAll(/\n\s+/g, '\n')
    // As functions: in a text, `$&` and its like would stand for parts of the page.
    .replaceAll('{{name}}', () => escapeHtml(instance.name))
    .replaceAll('{{provider}}', () => escapeHtml(instance.provider))
    .replaceAll('{{controller}}', () => escapeHtml(instance.controller))
    .replaceAll('{{contact}}', () => escapeHtml(instance.contact))
    .replaceAll('{{extensions}}', () => instance.extensions)
    .replaceAll('{{email-verification}}', () => instance.emailVerification)
    .replaceAll('{{registration}}', () => instance.registration)
    .replaceAll('{{ctftime}}', () => instance.ctftime)
    .replaceAll('{{public-events}}', () => instance.publicEvents)
    .replaceAll('{{files}}', () => instance.files)
    .replaceAll('{{origin}}', () => escapeHtml(instance.origin))
  const manifest = {
    name: instance.name,
    short_name: instance.name,
    ...(JSON.parse(await readSiteFile(folder, 'manifest.webmanifest')) as object),
  }
  const { publicEvents, origin } = instance
  // The address of a sitemap is an absolute one.
  const sitemap = publicEvents === 'on' && origin ? `\nSitemap: ${origin}/sitemap.xml\n` : ''
  const robots = `${await readSiteFile(folder, 'robots.txt')}${sitemap}`
  // Links to what the first screen needs, by session and path, and to what the reference of the API does.
  const links = JSON.parse(await readSiteFile(folder, '.first-files.json')) as Record<
    'in' | 'out',
    Record<string, string>
  > & { reference: string }
  const root = relative(process.cwd(), folder) || '.'
  const routes = new Hono<HttpEnv>()

  /**
   * Answers the page for an address, with the status that is set; with parts, of a thing that is known without a session. It is
   * compressed: it holds nothing personal and nothing of the request, from which its size could tell a secret (BREACH).
   */
  async function answerPage(context: Context<HttpEnv>, parts?: PageParts): Promise<Response> {
    const html = await renderPage(context, parts)
    context.header('Vary', 'Accept-Encoding', { append: true })
    if (!acceptsGzip(context)) return context.html(html)
    context.header('Content-Type', 'text/html; charset=UTF-8')
    context.header('Content-Encoding', 'gzip')
    return context.body(new Uint8Array(gzipSync(html)))
  }

  async function renderPage({ req, env }: Context<HttpEnv>, parts: PageParts | undefined): Promise<string> {
    const session = (await isSignedIn(env.incoming.headers.cookie)) ? 'in' : 'out'
    // After the program itself, which comes first: the browser asks for them beside it, not when it has read it.
    const first = links[session][req.path.toLowerCase()] ?? ''
    const whole = page
      .replaceAll('{{session}}', session)
      .replace('</head>', () => `${first}${parts?.head ?? ''}</head>`)
    if (!parts) return whole
    return whole
      .replace(/<!-- card -->.*<!-- end of card -->/s, (card) => parts.card ?? card)
      .replace(/<noscript>.*<\/noscript>/s, () => `<noscript>${parts.noscript}</noscript>`)
  }

  /**
   * The reference of the API, which is HTML, below the bar of the public pages (apps/web/src/ui/public-page.tsx): its script and styles
   * are its own, besides the site's styles.
   *
   * @param content has the element `content`, to which the skip link leads
   */
  function renderReference(content: string): string {
    // The page shows the mark while it starts.
    const [mark = ''] = page.match(/<svg class="splash-mark".*?<\/svg>/s) ?? []
    const bar = `<a class="skip-link" href="#content">Vai al contenuto</a><header class="public-bar"><a class="public-brand" href="/">${mark}<span>${escapeHtml(instance.name)}</span></a></header>`
    return page
      .replaceAll('{{session}}', 'unknown')
      .replaceAll(/<script .*?<\/script>|<link rel="modulepreload".*?>/g, '')
      .replace(/<title>.*<\/title>/, () => `<title>API · ${escapeHtml(instance.name)}</title>`)
      .replace('</head>', () => `${links.reference}</head>`)
      .replace(/<body>.*<\/body>/s, () => `<body>${bar}${content}</body>`)
  }

  routes.use(
    '/assets/*',
    serveStatic({
      root,
      precompressed: true,
      onFound: (_path, context) => context.header('Cache-Control', 'public, max-age=31536000, immutable'),
    }),
  )
  routes.get('/assets/*', (context) => context.notFound())
  routes.get('/manifest.webmanifest', (context) =>
    context.body(JSON.stringify(manifest), 200, {
      'Content-Type': 'application/manifest+json',
      'Cache-Control': 'no-cache',
    }),
  )
  routes.get('/robots.txt', (context) => context.text(robots, 200, { 'Cache-Control': 'no-cache' }))
  routes.get('/offline', (context) => {
    context.header('Cache-Control', 'no-cache')
    return context.html(page.replaceAll('{{session}}', 'unknown'))
  })
  routes.use('/service-worker.js', async (context, next) => {
    await next()
    // A browser that kept it would keep the whole version.
    context.header('Cache-Control', 'no-cache')
  })
  const publicFiles = serveStatic({ root, precompressed: true })
  routes.get('*', (context, next) => (isHidden(context.req.path) ? next() : publicFiles(context, next)))
  routes.get('*', async (context) => {
    // No screen has a dot in its address: that was a file, such as a source map or .env, and there is none.
    if (context.req.path.includes('.')) return context.notFound()
    context.header('Cache-Control', 'no-store')
    return await answerPage(context)
  })
  return { routes, answerPage, renderReference, isSignedIn }
}

/** Paths at which the file server would answer the page's unfilled template, or a note of the build. */
function isHidden(path: string): boolean {
  return path.endsWith('/') || path.endsWith('/index.html') || path.includes('/.')
}

async function readSiteFile(folder: string, name: string): Promise<string> {
  try {
    return await readFile(join(folder, name), 'utf8')
  } catch {
    throw new StartupError(
      `The web app is not built (${folder} has no ${name}). Start with "npm start", which builds it.`,
    )
  }
}
