import { readFile } from 'node:fs/promises'
import { join, relative } from 'node:path'
import { serveStatic } from '@hono/node-server/serve-static'
import { Hono } from 'hono'
import { StartupError } from '../startup-error.ts'
import { escapeHtml } from './escape-html.ts'
import type { HttpEnv } from './router.ts'

/**
 * The browser's part. Assets carry a hash in their name and never change; every other path answers the one page, which
 * carries the instance's name and whether the visitor is signed in (nothing personal), so that the first screen needs
 * no round trip.
 */
export async function siteRoutes(
  folder: string,
  /** What the page says of the instance: its name, and what people call the external provider, or nothing. */
  instance: { name: string; provider: string },
  isSignedIn: (headers: Headers) => Promise<boolean>,
) {
  const template = await readPage(folder)
  const page = template
    // As functions: in a text, `$&` and its like would stand for parts of the page.
    .replaceAll('{{name}}', () => escapeHtml(instance.name))
    .replaceAll('{{provider}}', () => escapeHtml(instance.provider))
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
  const publicFiles = serveStatic({ root, precompressed: true })
  site.get('*', (context, next) => (isHidden(context.req.path) ? next() : publicFiles(context, next)))
  site.get('*', async (context) => {
    // No screen has a dot in its address: that was a file, such as a source map or .env, and there is none.
    if (context.req.path.includes('.')) return context.notFound()
    const session = (await isSignedIn(context.req.raw.headers)) ? 'in' : 'out'
    context.header('Cache-Control', 'no-store')
    return context.html(page.replaceAll('{{session}}', session))
  })
  return site
}

/** Paths at which the file server would answer the page's unfilled template, or a note of the build. */
function isHidden(path: string): boolean {
  return path.endsWith('/') || path.endsWith('/index.html') || path.includes('/.')
}

async function readPage(folder: string): Promise<string> {
  try {
    return await readFile(join(folder, 'index.html'), 'utf8')
  } catch {
    throw new StartupError(
      `The web app is not built (${folder} has no index.html). Start with "npm start", which builds it.`,
    )
  }
}
