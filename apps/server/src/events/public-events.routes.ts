import { hash } from 'node:crypto'
import { isCalendarDay } from '@covo/contract/calendar'
import { eventCategories } from '@covo/contract/events/events.rules'
import { type PublicSelection, publicEventsPath } from '@covo/contract/events/public-events'
import { type Context, Hono, type MiddlewareHandler } from 'hono'
import { etag } from 'hono/etag'
import { LRUCache } from 'lru-cache'
import { AppError } from '../platform/app-error.ts'
import type { HttpEnv } from '../platform/http/router.ts'
import type { PageParts, Site } from '../platform/http/site.ts'
import type { PublicEvents } from './public-events.ts'
import { atomPath, sitemapPath, writeAtom, writeSitemap } from './public-events-feeds.ts'
import { landingPage, publicEventsPage } from './public-events-page.ts'

/** Pages that are cached: each is rendered once, until what it shows changes. */
const cachedPages = 50

/**
 * The events for visitors: `/eventi`, with `?categoria=ctf`, `?mese=2026-12` and `?dopo=` and a cursor, and the landing. Members are
 * redirected to their own. Both hang on the session, so that no cache keeps them.
 *
 * @param limit queues the requests of a network that come at once
 */
export function publicEventsRoutes(
  events: PublicEvents,
  site: Site,
  instance: { name: string; origin: string },
  limit: MiddlewareHandler<HttpEnv>,
) {
  const routes = new Hono<HttpEnv>()
  const pages = new LRUCache<string, PageParts>({ max: cachedPages })
  const isSignedIn = ({ env }: Context<HttpEnv>) => site.isSignedIn(env.incoming.headers.cookie)

  routes.get(publicEventsPath, limit, async (context) => {
    context.header('Cache-Control', 'no-store')
    if (await isSignedIn(context)) return context.redirect('/app/eventi')
    const selection = selectionOf(context)
    const list = selection && (await events.readList(selection).catch(nullForBadRequest))
    if (!list) return context.redirect(publicEventsPath)
    const now = Date.now()
    const begun = list.events.filter(({ dateTime }) => Date.parse(dateTime) <= now).length
    const key = hash('sha256', JSON.stringify([selection, list, begun]), 'base64url')
    const page = pages.get(key) ?? publicEventsPage(list, selection, instance, now)
    pages.set(key, page)
    return await site.answerPage(context, page)
  })

  routes.get('/', limit, async (context) => {
    context.header('Cache-Control', 'no-store')
    if (await isSignedIn(context)) return await site.answerPage(context)
    // Without a database there is a landing all the same.
    const next = await events.readNext().catch(() => [])
    return await site.answerPage(context, landingPage(next, instance))
  })

  return routes
}

/** Any cache may keep an answer for five minutes; after that it asks whether it changed. */
const headers = { 'Cache-Control': 'public, max-age=300' }

/**
 * The same for other programs, without session or Origin: `/eventi.atom` and `/sitemap.xml`.
 *
 * @param limit queues the requests of a network that come at once
 */
export function publicEventsFeedRoutes(
  events: PublicEvents,
  instance: { name: string; origin: string },
  limit: MiddlewareHandler<HttpEnv>,
) {
  const routes = new Hono<HttpEnv>()
  routes.get(atomPath, limit, etag(), async (context) =>
    context.body(writeAtom(await events.readNewest(), instance), 200, {
      ...headers,
      'Content-Type': 'application/atom+xml; charset=utf-8',
    }),
  )
  routes.get(sitemapPath, limit, etag(), async (context) =>
    context.body(writeSitemap(await events.readIndexed(), instance.origin), 200, {
      ...headers,
      'Content-Type': 'application/xml; charset=utf-8',
    }),
  )
  return routes
}

/** What the address asks for; null where it names what there is none of. */
function selectionOf({ req }: Context<HttpEnv>): PublicSelection | null {
  const { categoria = null, mese: month = null, dopo: after = null } = req.query()
  const category = eventCategories.find((one) => one === categoria) ?? null
  if (categoria !== category) return null
  if (month !== null && !(month.length === 7 && isCalendarDay(`${month}-01`) && month >= '0001')) return null
  return { category, month, after }
}

function nullForBadRequest(error: unknown): null {
  if (error instanceof AppError && error.code === 'common.invalid_request') return null
  throw error
}
