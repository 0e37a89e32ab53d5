import { describe, expect, it } from 'vitest'
import { runTestApp } from '../../../test/test-app.ts'

const name = `L'antro "$&" <b>`
const app = runTestApp({ name, publicOrigin: 'https://covo.example' })
const unset = runTestApp({ extensions: 'off' })

const previewOf = (page: string) => /<meta property="og:image" content="([^"]*)"/.exec(page)?.[1]

describe('an installable site', () => {
  it('names the instance in the manifest', async () => {
    const answer = await app.visit().fetch('/manifest.webmanifest')
    expect(answer.headers.get('content-type')).toBe('application/manifest+json')
    expect(await answer.json()).toMatchObject({ name, short_name: name, start_url: '/app/home', scope: '/' })
  })

  it('lets browsers ask each time whether there is a newer worker', async () => {
    const answer = await app.visit().fetch('/service-worker.js')
    expect(answer.headers.get('content-type')).toMatch(/^text\/javascript/)
    expect(answer.headers.get('cache-control')).toBe('no-cache')
    expect(answer.headers.get('content-security-policy')).toContain("worker-src 'self'")
  })

  it('gives the service worker a page without a session', async () => {
    const anna = await unset.as('anna')
    const pages = await Promise.all(
      [anna, unset.visit()].map(async (who) => (await who.fetch('/offline')).text()),
    )
    expect(pages[0]).toBe(pages[1])
    expect(pages[0]).toContain('data-session="unknown"')
    expect(pages[0]).not.toContain('{{')
  })
})

it.each([
  [app, ['Sitemap: https://covo.example/sitemap.xml']],
  // Its address is an absolute one.
  [unset, []],
])('names the sitemap where it has an address', async (one, lines) => {
  const robots = await (await one.visit().fetch('/robots.txt')).text()
  expect(robots).toContain('Disallow: /app\nDisallow: /api')
  expect(robots.split('\n').filter((line) => line.startsWith('Sitemap'))).toEqual(lines)
})

it.each([
  [app, 'on'],
  [unset, 'off'],
])('says whether there is something behind the placeholders', async (one, extensions) => {
  const page = await (await one.visit().fetch('/')).text()
  expect(page).toContain(`<meta name="covo-extensions" content="${extensions}" />`)
})

describe('the picture of a preview', () => {
  it('has its address by COVO_URL, whatever a request says', async () => {
    const headers = { host: 'male.example', 'x-forwarded-host': 'male.example', 'x-forwarded-proto': 'https' }
    const [configured, unconfigured] = await Promise.all(
      [app, unset].map(async (one) => (await one.visit().fetch('/', { headers })).text()),
    )
    expect(previewOf(configured ?? '')).toBe('https://covo.example/social-card.png')
    expect(previewOf(unconfigured ?? '')).toBe('/social-card.png')
    expect(`${configured}${unconfigured}`).not.toContain('male.example')
  })
})
