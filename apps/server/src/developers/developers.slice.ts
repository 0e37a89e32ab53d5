import { Hono } from 'hono'
import { serveDocument } from '../platform/http/document.ts'
import type { HttpEnv } from '../platform/http/router.ts'
import type { PageContext, Platform, Slice } from '../slice.ts'
import { referencePage } from './reference-page.ts'

/** `/sviluppatori`: the reference of the API. */
export function developersSlice({ settings, origin }: Platform): Slice {
  return {
    pages: ({ site, describeApi, describeSocket }: PageContext) => {
      const routes = new Hono<HttpEnv>()
      serveDocument(routes, '/sviluppatori', {
        type: 'text/html; charset=UTF-8',
        make: async () =>
          site.renderReference(
            String(await referencePage(describeApi(), describeSocket(), settings.limits, origin)),
          ),
      })
      return [routes]
    },
  }
}
