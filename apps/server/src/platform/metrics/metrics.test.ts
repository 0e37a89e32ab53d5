import { describe, expect, it } from 'vitest'
import { runTestApp } from '../../../test/test-app.ts'

const token = 'a token for whoever scrapes, 32 letters'
const app = runTestApp({ metricsToken: token })

describe('the metrics', () => {
  it('tell requests by route, sockets and connections to who bears the token', async () => {
    const anna = await app.as('anna')
    await app.live(anna).hear('live.welcome')
    await anna.fetch('/api/profiles/me')
    const answer = await app.visit().fetch('/metrics', { headers: { authorization: `Bearer ${token}` } })
    expect(answer.status).toBe(200)
    const text = await answer.text()
    expect(text).toMatch(
      /^covo_http_request_seconds_count\{route="GET \/api\/profiles\/me",status="200"\} 1$/m,
    )
    expect(text).toMatch(/^covo_sockets 1$/m)
    expect(text).toMatch(/^covo_database_connections\{state="waited for"\} 0$/m)
    expect(text).toContain('nodejs_eventloop_lag_p99_seconds')
    expect(text).not.toContain(anna.uid)
  })

  it.each(['', 'Bearer', 'Bearer wrong', `bearer ${token}x`, token])(
    'are not there for «%s»',
    async (given) => {
      const answer = await app.visit().fetch('/metrics', { headers: { authorization: given } })
      expect(await answer.text()).not.toContain('covo_')
      expect(answer.status).toBe(404)
    },
  )
})

describe('without a token', () => {
  const closed = runTestApp()

  it('there are none', async () => {
    const answer = await closed.visit().fetch('/metrics', { headers: { authorization: 'Bearer null' } })
    expect(await answer.text()).not.toContain('covo_')
  })
})
