import { readFile } from 'node:fs/promises'
import { join, relative } from 'node:path'
import { serveStatic } from '@hono/node-server/serve-static'
import { Hono } from 'hono'
import { StartupError } from '../startup-error.ts'
import { escapeHtml } from './escape-html.ts'
import type { HttpEnv } from './router.ts'

/** The instance as the page shows it. */
type Instance = {
  name: string
  /** The label of the external provider, or nothing. */
  provider: string
  /** The public origin, or nothing where it isn't set: the one of a request may be forged. */
  origin: string
}

/**
 * The browser's part. Assets carry a hash in their name and never change; every other path answers the one page, which
 * carries the instance's name and whether the visitor is signed in (nothing personal), so that the first screen needs
 * no round trip. The page that the service worker keeps for a time without network says nothing of a session.
 */
export async function siteRoutes(
  folder: string,
  instance: Instance,
  isSignedIn: (cookieHeader: string | undefined) => Promise<boolean>,
) {
  const template = await readSiteFile(folder, 'index.html')
  const page = template
    // As functions: in a text, `$&` and its like would stand for parts of the page.
    .replaceAll('{{name}}', () => escapeHtml(instance.name))
    .replaceAll('{{provider}}', () => escapeHtml(instance.provider))
    .replaceAll('{{origin}}', () => escapeHtml(instance.origin))
  const manifest = {
    name: instance.name,
    short_name: instance.name,
    ...(JSON.parse(await readSiteFile(folder, 'manifest.webmanifest')) as object),
  }
  // Links to what the first screen needs, by session and path.
  const links = JSON.parse(await readSiteFile(folder, '.first-files.json')) as Record<
    'in' | 'out',
    Record<string, string>
  >
  const root = relative(process.cwd(), folder) || '.'
  const site = new Hono<HttpEnv>()

  site.use(
    '/assets/*',
    serveStatic({
      root,
      precompressed: true,
      onFound: (_path, context) => context.header('Cache-Control', 'public, max-age=31536000, immutable'),
    }),
  )
  site.get('/assets/*', (context) => context.notFound())
  site.get('/manifest.webmanifest', (context) =>
    context.body(JSON.stringify(manifest), 200, {
      'Content-Type': 'application/manifest+json',
      'Cache-Control': 'no-cache',
    }),
  )
  site.get('/offline', (context) => {
    context.header('Cache-Control', 'no-cache')
    return context.html(page.replaceAll('{{session}}', 'unknown'))
  })
  site.use('/service-worker.js', async (context, next) => {
    await next()
    // A browser that kept it would keep the whole version.
    context.header('Cache-Control', 'no-cache')
  })
  const publicFiles = serveStatic({ root, precompressed: true })
  site.get('*', (context, next) => (isHidden(context.req.path) ? next() : publicFiles(context, next)))
  site.get('*', async (context) => {
    // No screen has a dot in its address: that was a file, such as a source map or .env, and there is none.
    if (context.req.path.includes('.')) return context.notFound()
    const session = (await isSignedIn(context.env.incoming.headers.cookie)) ? 'in' : 'out'
    context.header('Cache-Control', 'no-store')
    // After the program itself, which comes first: the browser asks for them beside it, not when it has read it.
    const head = `${links[session][context.req.path.toLowerCase()] ?? ''}</head>`
    return context.html(page.replaceAll('{{session}}', session).replace('</head>', head))
  })
  return site
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
