import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'

type Answer = { status?: number; headers?: Record<string, string>; body: string; isCut?: boolean }

export type CtftimeFake = Awaited<ReturnType<typeof startCtftime>>

/** An event as CTFtime's API answers it, in a time that is long to come. */
export function ctftimeEvent(id: string, changes: Record<string, unknown> = {}) {
  return {
    organizers: [{ id: 10498, name: 'Squadra di Esempio' }],
    onsite: false,
    finish: '2027-07-03T16:00:00+00:00',
    description: 'Sfide jeopardy per tutti.\r\n\r\nPremi per i primi tre.',
    weight: 24.5,
    title: 'Esempio CTF 2027',
    url: 'https://ctf.esempio.it/',
    is_votable_now: false,
    restrictions: 'Open',
    format: 'Jeopardy',
    start: '2027-07-01T12:00:00+00:00',
    participants: 18,
    ctftime_url: `https://ctftime.org/event/${id}/`,
    location: '',
    live_feed: '',
    public_votable: false,
    duration: { hours: 4, days: 2 },
    logo: 'https://ctftime.org/media/events/esempio.png',
    format_id: 1,
    id: Number(id),
    ctf_id: 93,
    prizes: '',
    ...changes,
  }
}

/**
 * CTFtime's API on this machine. It has the events that it is given, and `1000` and `1001` from the start, for the tests in a
 * browser, which run in another process.
 */
export async function startCtftime({ port = 0 } = {}) {
  const answers = new Map<string, Answer | null>()
  const requests: { path: string; headers: Record<string, unknown> }[] = []

  const server = createServer((request, response) => {
    const path = request.url ?? ''
    requests.push({ path, headers: request.headers })
    const id = /^\/api\/v1\/events\/(\d+)\/$/.exec(path)?.[1] ?? ''
    const answer = answers.get(id)
    // It never answers.
    if (answer === null) return
    if (!answer) {
      response.writeHead(404, { 'content-type': 'application/json' }).end('{"detail":"Not found."}')
      return
    }
    const { status = 200, headers = { 'content-type': 'application/json' }, body, isCut } = answer
    response.writeHead(status, isCut ? { ...headers, 'content-length': body.length * 2 } : headers)
    if (isCut) response.write(body, () => response.destroy())
    else response.end(body)
  })
  await new Promise<void>((ready) => server.listen(port, '127.0.0.1', ready))

  const fake = {
    /** As `COVO_CTFTIME_URL` takes it. */
    api: `http://127.0.0.1:${(server.address() as AddressInfo).port}/api/v1`,
    requests,
    /** Its answer about an event from now on; null: none, ever. */
    answer(id: string, answer: Answer | null): void {
      answers.set(id, answer)
    },
    /** It has this event from now on. */
    has(id: string, changes: Record<string, unknown> = {}): void {
      answers.set(id, { body: JSON.stringify(ctftimeEvent(id, changes)) })
    },
    stop(): void {
      server.closeAllConnections()
      server.close()
    },
  }
  fake.has('1000')
  fake.has('1001', { title: 'Altra CTF 2027', onsite: true, location: 'Via Zamboni 33, Bologna' })
  return fake
}
