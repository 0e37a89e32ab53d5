import { expect, it } from 'vitest'
import { runTestApp } from '../../test/test-app.ts'
import { defaultLimits } from '../platform/limits/limits.ts'
import { referencePage } from './reference-page.ts'

const app = runTestApp({ limits: { exports: { points: 7, seconds: 60 } } })

type Document = { paths: Record<string, Record<string, { operationId: string; tags?: string[] }>> }

it('has each operation, its sections in Italian, under the content policy of every page', async () => {
  const answer = await app.visit().fetch('/sviluppatori')
  expect([answer.status, answer.headers.get('content-type')]).toEqual([200, 'text/html; charset=UTF-8'])
  expect(answer.headers.get('content-security-policy')).toBe(
    (await app.visit().fetch('/Login')).headers.get('content-security-policy'),
  )
  const page = await answer.text()
  const { paths } = await app.visit().read<Document>('/api/openapi.json')
  for (const { operationId, tags = [] } of Object.values(paths).flatMap((methods) =>
    Object.values(methods),
  )) {
    expect(page).toContain(`<details id="${operationId}">`)
    for (const tag of tags) expect(page).toMatch(new RegExp(`<h2 tabindex="-1" id="tag-${tag}">[A-Z]`))
  }
  expect(page).toContain('<code>chat.message_sent</code>')
  expect(page).toContain('/api/events/period?from={from}&amp;to={to}`')
  expect(page.replaceAll(/>\s+</g, '><')).toContain('<code>exports</code></dt><dd>7 ogni 60 secondi</dd>')
})

it('loads its own script alone, and none of the program’s', async () => {
  const page = await (await app.visit().fetch('/sviluppatori')).text()
  const scripts = [...page.matchAll(/<script[^>]*>|<link rel="modulepreload"[^>]*>/g)].map(String)
  expect(scripts).toEqual([
    expect.stringMatching(/^<script type="module" src="\/assets\/reference-[\w-]+\.js"/),
  ])
  const login = await (await app.visit().fetch('/Login')).text()
  expect(login).not.toContain('reference-')
  const worker = await (await app.visit().fetch('/service-worker.js')).text()
  expect(worker).not.toContain('/assets/reference-')
})

it('is not sent again to a browser that has it', async () => {
  const tag = (await app.visit().fetch('/sviluppatori')).headers.get('etag') ?? ''
  const again = await app.visit().fetch('/sviluppatori', { headers: { 'if-none-match': tag } })
  expect([again.status, await again.text()]).toEqual([304, ''])
})

it('escapes its input', async () => {
  const hostile = '"><script>alert(1)</script>'
  const page = String(
    await referencePage(
      {
        info: { title: hostile, version: hostile },
        paths: {
          [hostile]: {
            get: {
              operationId: hostile,
              summary: hostile,
              description: hostile,
              tags: ['chat'],
              security: [{ token: [hostile] }],
              parameters: [
                { in: 'query', name: hostile, schema: { description: hostile, example: hostile } },
              ],
              responses: { 200: { description: hostile } },
            },
          },
        },
        components: { schemas: { [hostile]: { description: hostile } }, responses: {} },
      },
      {
        info: { description: hostile },
        channels: { live: { 'x-topics': [{ name: hostile, description: hostile, scope: hostile }] } },
        components: { schemas: { [`a.${hostile}`]: { description: hostile, 'x-scope': hostile } } },
      },
      defaultLimits,
      hostile,
    ),
  )
  expect(page).not.toContain('<script')
  expect(page).not.toContain(hostile)
})
