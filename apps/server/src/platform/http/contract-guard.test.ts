import { signedIn, withExtensions } from '@covo/contract/http'
import { createRoute } from '@hono/zod-openapi'
import { expect, it } from 'vitest'
import { readContracts } from './contract-guard.ts'
import { createRouter } from './router.ts'

const route = createRoute({
  method: 'put',
  path: '/api/things/{id}',
  security: signedIn,
  ...withExtensions,
  responses: { 204: { description: 'Done' } },
})

it.each([
  [true, 'members'],
  [false, 'nobody'],
])('with extensions %s lets %s call a route that hangs on them', (hasExtensions, access) => {
  const app = createRouter()
  app.openapi(route, (context) => context.body(null, 204))
  expect(readContracts(app, hasExtensions).get('PUT /api/things/:id')).toMatchObject({ access })
})
